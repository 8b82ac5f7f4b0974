/* Errors that C and C++ code ignores or assumes away, as far as tokens prove it: unchecked
   allocations, dropped results that the C library requires to be used, and empty catch blocks. */
#include "lang/c/c_parse.h"

/* Tokens after an allocation that are searched for its first use. */
#define USE_TOKENS_MAX 300

static bool is_one_of(Str word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(word, str_from(list[i])))
            return true;
    return false;
}

static bool is_allocation(Str word)
{
    static const char *const names[] = {"malloc", "calloc",  "realloc",
                                        "strdup", "strndup", "fopen"};
    return is_one_of(word, names, COUNT(names));
}

/* Whether the function writes to where its first argument points. */
static bool fills(Str word)
{
    static const char *const names[] = {"memcpy",  "memmove", "memset",   "strcpy",
                                        "strncpy", "sprintf", "snprintf", "strcat"};
    return is_one_of(word, names, COUNT(names));
}

/* Whether glibc warns when the function's result is unused; a cast to void shows that this is
   intended. */
static bool must_be_used(Str word)
{
    static const char *const names[] = {
        "read",   "write",  "pread",   "pwrite",  "readv",  "writev",   "fread",     "ftruncate",
        "chdir",  "fchdir", "chroot",  "chown",   "fchown", "lchown",   "link",      "symlink",
        "dup",    "pipe",   "pipe2",   "setuid",  "setgid", "seteuid",  "setegid",   "setreuid",
        "nice",   "system", "realloc", "scanf",   "fscanf", "asprintf", "vasprintf", "mkdtemp",
        "daemon", "lockf",  "fgets",   "truncate"};
    return is_one_of(word, names, COUNT(names));
}

/* The variable in `name = (type *) malloc(`, or C_NO_MATCH; a member does not count. */
static uint32_t assigned_variable(const CParse *parse, uint32_t call)
{
    uint32_t at = call;
    while (at && c_at_is(parse, at - 1, ')') && c_at(parse, at - 1)->match != C_NO_MATCH)
        at = c_at(parse, at - 1)->match;
    if (at < 2 || !c_at_is(parse, at - 1, '=') || !c_at_word(parse, at - 2, CW_NAME))
        return C_NO_MATCH;
    bool member = at > 2 && (c_at_is(parse, at - 3, '.') || c_at_is(parse, at - 3, C_ARROW));
    return member ? C_NO_MATCH : at - 2;
}

/* Whether the first use of the name from `at` on dereferences it. */
static bool is_used_first(const CParse *parse, Str name, uint32_t at)
{
    uint32_t end = MIN(parse->scope.end, at + USE_TOKENS_MAX);
    for (uint32_t i = at; i < end && c_at(parse, i)->kind != C_END; i++) {
        if (!c_at_word(parse, i, CW_NAME) || !str_equal(c_text_at(parse, i), name))
            continue;
        if (c_at_is(parse, i - 1, '.') || c_at_is(parse, i - 1, C_ARROW))
            continue;
        bool through = c_at_is(parse, i + 1, C_ARROW) || c_at_is(parse, i + 1, '[');
        bool filled = c_at_is(parse, i - 1, '(') && fills(c_text_at(parse, i - 2));
        bool starred = c_at_is(parse, i - 1, '*') &&
                       (c_at_is(parse, i - 2, ';') || c_at_is(parse, i - 2, '{') ||
                        c_at_is(parse, i - 2, '}'));
        return through || filled || starred;
    }
    return false;
}

static bool is_unchecked(const CParse *parse, uint32_t call)
{
    uint32_t variable = assigned_variable(parse, call), close = c_at(parse, call + 1)->match;
    /* An allocation within a condition is checked at once. */
    if (variable == C_NO_MATCH || !c_at_is(parse, close + 1, ';'))
        return false;
    return is_used_first(parse, c_text_at(parse, variable), close + 2);
}

static bool is_dropped(const CParse *parse, uint32_t call)
{
    uint32_t close = c_at(parse, call + 1)->match;
    const CToken *before = c_at(parse, call - 1);
    return (c_is(before, ';') || c_is(before, '{') || c_is(before, '}')) &&
           c_at_is(parse, close + 1, ';');
}

static bool is_empty_catch(const CParse *parse, uint32_t index)
{
    uint32_t body = c_at(parse, index + 1)->match + 1;
    return str_equal(c_text_at(parse, index), STR("catch")) && c_at_is(parse, body, '{') &&
           c_at(parse, body)->match == body + 1;
}

bool c_is_unguarded(const CParse *parse, uint32_t index)
{
    if (!index || !c_at_is(parse, index + 1, '(') || c_at(parse, index + 1)->match == C_NO_MATCH)
        return false;
    if (c_at_word(parse, index, CW_CONTROL))
        return is_empty_catch(parse, index);
    Str word = c_text_at(parse, index);
    return (is_allocation(word) && is_unchecked(parse, index)) ||
           (must_be_used(word) && is_dropped(parse, index));
}
