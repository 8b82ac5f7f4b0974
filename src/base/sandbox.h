/* Gives up, for the rest of the process, everything but memory, the clock and one open descriptor.
 */
#pragma once

/* Best effort: a kernel without a mechanism leaves the others in force. Not for sanitizer builds,
   whose runtime needs more. */
void sandbox_enter(int keep_fd);
