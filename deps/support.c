/* The C library as the grammars may see it. compile.sh renames their references (and the core's
   assertions) to these, for three reasons:
   - memory: all of a parse comes from the allocator given to ts_set_allocator, so that a guard can
     drop it whole when it unwinds out of a parse;
   - assertions: hostile input reaches some of them; the guard turns them into a failed parse;
   - character classes: the C library's depend on the locale, and its narrow ones read out of
     bounds for code points above 255. Here every code point beyond ASCII is a letter, except
     spaces, punctuation and symbols. */
#include "support.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <wctype.h>

extern void *(*ts_current_malloc)(size_t size);
extern void *(*ts_current_calloc)(size_t count, size_t size);
extern void *(*ts_current_realloc)(void *ptr, size_t size);
extern void (*ts_current_free)(void *ptr);

void (*fovea_grammar_failed)(const char *why);

void *fovea_grammar_malloc(size_t size)
{
    return ts_current_malloc(size);
}

/* Swift's scanner asks for calloc(0, size) and uses what it gets. */
void *fovea_grammar_calloc(size_t count, size_t size)
{
    return ts_current_calloc(count ? count : 1, size);
}

void *fovea_grammar_realloc(void *ptr, size_t size)
{
    return ts_current_realloc(ptr, size);
}

void fovea_grammar_free(void *ptr)
{
    ts_current_free(ptr);
}

_Noreturn void fovea_grammar_abort(void)
{
    if (fovea_grammar_failed) {
        fovea_grammar_failed("abort");
    }
    abort();
}

_Noreturn void fovea_grammar_assert_fail(const char *condition, const char *file, unsigned line,
                                         const char *function)
{
    if (fovea_grammar_failed) {
        fovea_grammar_failed(condition);
    }
    fprintf(stderr, "%s:%u: %s: %s\n", file, line, function, condition);
    abort();
}

typedef struct {
    uint32_t first;
    uint32_t last;
} Range;

static const Range spaces[] = {
    {0x0085, 0x0085}, {0x1680, 0x1680}, {0x2000, 0x200a},
    {0x2028, 0x2029}, {0x205f, 0x205f}, {0x3000, 0x3000},
};

/* Blocks without letters: Latin-1 signs, punctuation, currency, arrows to technical symbols and
   shapes, CJK punctuation, private use, full-width signs, pictographs. */
static const Range signs[] = {
    {0x0080, 0x00a9},   {0x00ab, 0x00b4},    {0x00b6, 0x00b9}, {0x00bb, 0x00bf}, {0x00d7, 0x00d7},
    {0x00f7, 0x00f7},   {0x2000, 0x206f},    {0x20a0, 0x20cf}, {0x2190, 0x2bff}, {0x2e00, 0x2e7f},
    {0x3000, 0x3004},   {0x3008, 0x3020},    {0xd800, 0xf8ff}, {0xfe00, 0xfe0f}, {0xfe30, 0xfe6f},
    {0xff00, 0xff0f},   {0xff1a, 0xff20},    {0xff3b, 0xff40}, {0xff5b, 0xff65}, {0xffe0, 0xffff},
    {0x1f000, 0x1faff}, {0xe0000, 0x10ffff},
};

static bool in_ranges(uint32_t c, const Range *ranges, size_t len)
{
    for (size_t i = 0; i < len && c >= ranges[i].first; i++) {
        if (c <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

int fovea_grammar_iswspace(wint_t c)
{
    if (c < 0x80) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }
    return in_ranges(c, spaces, sizeof spaces / sizeof *spaces);
}

int fovea_grammar_iswdigit(wint_t c)
{
    return c >= '0' && c <= '9';
}

int fovea_grammar_iswxdigit(wint_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int fovea_grammar_iswupper(wint_t c)
{
    return c >= 'A' && c <= 'Z';
}

int fovea_grammar_iswalpha(wint_t c)
{
    if (c < 0x80) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
    return c <= 0x10ffff && !in_ranges(c, signs, sizeof signs / sizeof *signs);
}

int fovea_grammar_iswlower(wint_t c)
{
    return fovea_grammar_iswalpha(c) && !fovea_grammar_iswupper(c);
}

int fovea_grammar_iswalnum(wint_t c)
{
    return fovea_grammar_iswdigit(c) || fovea_grammar_iswalpha(c);
}

int fovea_grammar_iswpunct(wint_t c)
{
    return c > ' ' && c < 0x7f && !fovea_grammar_iswalnum(c);
}

wint_t fovea_grammar_towupper(wint_t c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

wint_t fovea_grammar_towlower(wint_t c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

int fovea_grammar_isspace(int c)
{
    return fovea_grammar_iswspace((wint_t)c);
}

int fovea_grammar_isdigit(int c)
{
    return fovea_grammar_iswdigit((wint_t)c);
}

int fovea_grammar_isalpha(int c)
{
    return fovea_grammar_iswalpha((wint_t)c);
}

int fovea_grammar_isalnum(int c)
{
    return fovea_grammar_iswalnum((wint_t)c);
}
