/* Content tests for extensions that several languages share; named by `.sniff` in lang.def. */
#pragma once

#include "base/str.h"

bool sniff_cpp(Str head);  /* a .h file that is C++ */
bool sniff_objc(Str head); /* a .h or .m file that is Objective-C */
bool sniff_xml(Str head);  /* a .ts file with translations */

/* Data without a telling name. */
bool sniff_jsonl(Str head); /* two lines that are one object each */
bool sniff_ini(Str head);   /* a section, then a key with a value */
