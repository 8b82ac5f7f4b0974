/* Members that say which interface they implement: `void ICat.Speak()` in C#, a block `impl Read
   for F` in Rust. They implement no other one. */
#pragma once

#include "search/override_go.h"

/* Whether a method may implement a member of that name in the interface, as far as it and the
   members of its name beside it say. */
bool override_named_may(Kin *kin, uint32_t method, uint32_t interface);
