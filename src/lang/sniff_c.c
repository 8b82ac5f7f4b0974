/* Telling C, C++ and Objective-C headers apart. Comments, and what a header for C shows only to C++
   compilers, say nothing. */
#include "lang/sniff.h"

/* What of these a line has tells which questions need not be asked: most lines have none. */
typedef enum Mark {
    MARK_SLASH = 1,
    MARK_COLON = 2,
    MARK_LESS = 4,
    MARK_EQUAL = 8,
    MARK_SEMICOLON = 16,
    MARK_FEED = 32,
} Mark;

typedef struct Sniff {
    Str rest;
    unsigned marks; /* of the line at hand, comments included */
    bool comment;   /* inside a block comment */
    uint32_t depth; /* of #if within what only C++ sees; 0 outside */
} Sniff;

static Str take_marked_line(Sniff *sniff)
{
    static const uint8_t marks[256] = {
        ['/'] = MARK_SLASH, [':'] = MARK_COLON,     ['<'] = MARK_LESS,
        ['='] = MARK_EQUAL, [';'] = MARK_SEMICOLON, ['\n'] = MARK_FEED};
    size_t len = 0;
    sniff->marks = 0;
    while (len < sniff->rest.len && !(sniff->marks & MARK_FEED))
        sniff->marks |= marks[(unsigned char)sniff->rest.ptr[len++]];
    Str line = {sniff->rest.ptr, len - ((sniff->marks & MARK_FEED) != 0)};
    sniff->rest = str_from_offset(sniff->rest, len);
    return line;
}

/* The line without its comments, trimmed; comments may begin or end in it. */
static Str strip_comment(Sniff *sniff, Str line)
{
    if (!(sniff->marks & MARK_SLASH))
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
        sniff->comment = str_find(str_from_offset(line, open), STR("*/")) == STR_NONE;
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
    while (sniff->rest.len) {
        *line = strip_comment(sniff, take_marked_line(sniff));
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

/* `#include <vector>`: a header without extension is one of C++. */
static bool includes_cpp(Str line)
{
    size_t open = str_find_byte(line, '<');
    if (!str_starts(line, STR("#")) || str_find(line, STR("include")) == STR_NONE ||
        open == STR_NONE)
        return false;
    Str name = str_from_offset(line, open + 1);
    size_t close = str_find_byte(name, '>');
    return close != STR_NONE && str_find_byte(str_slice(name, 0, close), '.') == STR_NONE;
}

/* `class Name`, `namespace name {`, `template <`: what may follow the word. */
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

bool sniff_cpp(Str head)
{
    static const char *const words[] = {
        "public:", "private:", "protected:",       "virtual",  "explicit",
        "friend",  "typename", "inline namespace", "constexpr"};
    static const struct {
        const char *text;
        unsigned marks;
    } parts[] = {{"std::", MARK_COLON},
                 {"static_cast<", MARK_LESS},
                 {"template <", MARK_LESS},
                 {"template<", MARK_LESS},
                 {"operator==", MARK_EQUAL},
                 {"= default;", MARK_EQUAL | MARK_SEMICOLON},
                 {"= delete;", MARK_EQUAL | MARK_SEMICOLON},
                 {" override;", MARK_SEMICOLON}};
    Sniff sniff = {.rest = head};
    Str line;
    while (take_line(&sniff, &line)) {
        if (declares_cpp(line) || starts_with_word(line, words, COUNT(words)) || includes_cpp(line))
            return true;
        for (size_t i = 0; i < COUNT(parts); i++)
            if ((sniff.marks & parts[i].marks) == parts[i].marks &&
                str_find(line, str_from(parts[i].text)) != STR_NONE)
                return true;
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
    while (take_line(&sniff, &line))
        if (starts_with_word(line, words, COUNT(words)))
            return true;
    return false;
}
