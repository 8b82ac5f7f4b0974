/* Distinguishes C, C++ and Objective-C headers. Comments are ignored, and so are parts within
   `#ifdef __cplusplus`, which occur in headers for C. */
#include "languages_lang.h"

#include "lang/sniff.h"

typedef struct Sniff {
    Str rest;
    bool comment;   /* inside a block comment */
    uint32_t depth; /* of #if within a part for C++ only; 0 outside */
} Sniff;

/* The line without its comments, trimmed. Tracks block comments across lines. */
static Str strip_comment(Sniff *sniff, Str line)
{
    if (str_find_byte(line, '/') == STR_NONE)
        return sniff->comment ? (Str){0} : str_trim(line);
    if (sniff->comment) {
        size_t end = str_find(line, STR("*/"));
        if (end == STR_NONE)
            return (Str){0};
        sniff->comment = false;
        line = str_from_offset(line, end + 2);
    }
    line = str_slice(line, 0, MIN(str_find(line, STR("//")), line.len));
    size_t open = str_find(line, STR("/*"));
    if (open != STR_NONE) {
        sniff->comment = str_find(str_from_offset(line, open + 2), STR("*/")) == STR_NONE;
        line = str_slice(line, 0, open);
    }
    return str_trim(line);
}

static bool is_hidden(Sniff *sniff, Str line)
{
    bool directive = str_starts(line, STR("#"));
    Str word = directive ? str_trim(str_from_offset(line, 1)) : (Str){0};
    if (sniff->depth) {
        sniff->depth += str_starts(word, STR("if"));
        sniff->depth -= str_starts(word, STR("endif"));
        if (sniff->depth == 1 && str_starts(word, STR("el")))
            sniff->depth = 0;
        return true;
    }
    bool only = str_starts(word, STR("if")) && str_find(word, STR("__cplusplus")) != STR_NONE &&
                str_find_byte(word, '>') == STR_NONE && !str_starts(word, STR("ifndef"));
    sniff->depth = only;
    return only;
}

static bool take_line(Sniff *sniff, Str *line)
{
    while (str_take_line(&sniff->rest, line)) {
        *line = strip_comment(sniff, *line);
        if (line->len && !is_hidden(sniff, *line))
            return true;
    }
    return false;
}

static bool starts_with_word(Str line, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (line.ptr[0] != words[i][0])
            continue;
        Str word = str_from(words[i]);
        bool whole = line.len == word.len || !byte_is_word(line.ptr[MIN(word.len, line.len - 1)]);
        if (str_starts(line, word) && whole)
            return true;
    }
    return false;
}

/* `#include <vector>`: only headers of C++ have no extension. */
static bool includes_cpp(Str line)
{
    size_t open = line.ptr[0] == '#' ? str_find_byte(line, '<') : STR_NONE;
    if (open == STR_NONE || str_find(line, STR("include")) == STR_NONE)
        return false;
    Str name = str_from_offset(line, open + 1);
    size_t close = str_find_byte(name, '>');
    return close != STR_NONE && str_find_byte(str_slice(name, 0, close), '.') == STR_NONE;
}

/* `class Name`, `namespace name {`, `template <`: also checks the text after the word. */
static bool declares_cpp(Str line)
{
    static const char *const words[] = {"namespace", "template", "class", "using", "enum class"};
    if (!starts_with_word(line, words, COUNT(words)))
        return false;
    Str after = line;
    while (after.len && byte_is_word(after.ptr[0]))
        after = str_from_offset(after, 1);
    after = str_trim(after);
    return !after.len || byte_is_word(after.ptr[0]) || after.ptr[0] == '<' || after.ptr[0] == '{';
}

/* Texts to search for, by their last byte, which is rare in most lines. */
typedef struct Part {
    char last;
    Str before[3];
} Part;

static bool has_part(Str line, const Part *part)
{
    const char *found;
    size_t from = 0;
    while (from < line.len && (found = memchr(line.ptr + from, part->last, line.len - from))) {
        Str before = {line.ptr, (size_t)(found - line.ptr)};
        for (size_t i = 0; i < COUNT(part->before) && part->before[i].len; i++)
            if (str_ends(before, part->before[i]))
                return true;
        from = before.len + 1;
    }
    return false;
}

static bool has_cpp_part(Str line)
{
    static const Part parts[] = {
        {':', {STR_INIT("std:")}},
        {'<', {STR_INIT("static_cast"), STR_INIT("template "), STR_INIT("template")}},
        {'=', {STR_INIT("operator=")}},
        {';', {STR_INIT("= default"), STR_INIT("= delete"), STR_INIT(" override")}}};
    for (size_t i = 0; i < COUNT(parts); i++)
        if (has_part(line, &parts[i]))
            return true;
    return false;
}

bool sniff_cpp(Str head)
{
    static const char *const words[] = {
        "public:", "private:", "protected:",       "virtual",  "explicit",
        "friend",  "typename", "inline namespace", "constexpr"};
    Sniff sniff = {.rest = head};
    Str line;
    if (sniff_php(head) || sniff_pascal(head))
        return false;
    while (take_line(&sniff, &line))
        if (declares_cpp(line) || starts_with_word(line, words, COUNT(words)) ||
            includes_cpp(line) || has_cpp_part(line))
            return true;
    return false;
}

/* A quick test of the whole head: false if no line can declare anything of Objective-C. */
static bool may_be_objc(Str head)
{
    static const Str words[] = {STR_INIT("@i"), STR_INIT("@p"), STR_INIT("@c"), STR_INIT("#import"),
                                STR_INIT("NS_ASSUME_NONNULL_BEGIN")};
    for (size_t i = 0; i < COUNT(words); i++) {
        Str rest = head;
        size_t at;
        while ((at = str_find_byte(rest, words[i].ptr[0])) != STR_NONE) {
            rest = str_from_offset(rest, at);
            if (str_starts(rest, words[i]))
                return true;
            rest = str_from_offset(rest, 1);
        }
    }
    return false;
}

bool sniff_objc(Str head)
{
    static const char *const words[] = {
        "@interface", "@implementation",        "@protocol", "@import", "@class",
        "#import",    "NS_ASSUME_NONNULL_BEGIN"};
    Sniff sniff = {.rest = head};
    Str line;
    bool possible = may_be_objc(head);
    while (possible && take_line(&sniff, &line))
        if (starts_with_word(line, words, COUNT(words)))
            return true;
    return false;
}
