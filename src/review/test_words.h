/* What the rules about tests share. */
#pragma once

#include "review/rule.h"

/* Whether the line has one of the words, not as the end of a longer one. */
bool review_has_word(Str line, const Str *words, size_t count);
/* Whether the line begins with one of the words. */
bool review_starts_with(Str line, const Str *words, size_t count);
/* Adds a line to a finding's evidence, cut, with `what` before it, as far as there is room. */
void review_show_line(const ReviewFind *find, Finding *finding, const char *what, Str line);
/* Whether the line declares a test. */
bool review_declares_test(const Language *language, Str line);
/* Adds a finding at the line. */
void review_tell_line(const ReviewFind *find, const ReviewLines *lines, Str line, const char *what,
                      const char *suggestion);
/* Tests that stay in the text and do not run any more (rule_hidden.c). */
void review_find_hidden(const ReviewFind *find, const ChangedFile *file);
/* Whether the line asserts something. */
bool review_is_assertion(Str line);
/* Whether the file is one of tests, or has tests beside its code: `mod tests` of Rust. */
bool review_holds_tests(const ReviewContext *review, const ChangedFile *file);
/* Whether the last line returned is in a file of tests, or in a symbol with tests. */
bool review_is_test_line(const ReviewLines *lines);
/* Scripts that go on after an error (rule_scripts.c). */
void review_find_scripts(const ReviewFind *find);
