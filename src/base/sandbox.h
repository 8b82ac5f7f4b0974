/* Sandbox: drops, for the rest of the process, access to everything but memory, the clock and one
   open descriptor. */
#pragma once

/* Best effort: if the kernel lacks one mechanism, the others still apply. Not for sanitizer builds,
   whose runtime needs more. */
void sandbox_enter(int keep_fd);
