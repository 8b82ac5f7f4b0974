/* Declarations of the rule functions; rules.def says what each finds. */
#pragma once

#include "review/rule.h"

#define RULE(id_, type_, severity_, on_, find_, looks_, why_, silence_) ReviewFinder review_##find_;
#include "review/rules.def"
#undef RULE
