/* Errors that C and C++ code drops or assumes away, as far as tokens prove it: memory that is used
   before anything is asked about it, results that the C library says must be used, empty catches.
 */
#include "lang/c/c_parse.h"

/* How far behind the allocation the first use is looked for. */
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

/* They go where the first argument points. */
static bool fills(Str word)
{
    static const char *const names[] = {"memcpy",  "memmove", "memset",   "strcpy",
                                        "strncpy", "sprintf", "snprintf", "strcat"};
    return is_one_of(word, names, COUNT(names));
}

/* glibc warns when their result is not used; a cast to void says that it is meant. */
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

/* The variable that `name = (type *) malloc(` gives, or C_NO_MATCH; a member is none. */
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

/* Whether the first thing that is done with the name, from `at` on, is to go where it points. */
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
    /* Within a condition it is looked at on the spot. */
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
