/* Functions that have no safe use here. Including this header makes them fail to compile.
   base/base.h includes it after the system headers, so every file of the project gets it. */
#pragma once

#pragma GCC poison strcpy strcat sprintf vsprintf gets strncpy strncat strtok atoi atol atoll atof
