/* What the rules about tests share. */
#pragma once

#include "review/rule.h"

/* Whether the line has one of the words, not as the end of a longer one. */
bool review_has_word(Str line, const Str *words, size_t count);
/* Whether the line asserts something. */
bool review_is_assertion(Str line);
/* Whether the file is one of tests, or has tests beside its code: `mod tests` of Rust. */
bool review_holds_tests(const ReviewContext *review, const ChangedFile *file);
/* Whether the last line returned is in a file of tests, or in a symbol with tests. */
bool review_is_test_line(const ReviewLines *lines);
