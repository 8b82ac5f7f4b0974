/* Lines are tried from the last to the first, and the attributes of a line likewise: the first that
   names an attribute decides, as in git. A macro that is set sets its own attributes. */
#include "git/attributes.h"

#include "base/path.h"
#include "git/ignore.h"

/* Lines of all files together: every one may be tried on every file of a tree. */
#define LINES_MAX 4096
/* Prefix of the requested attributes. */
#define PREFIX "linguist-"
/* Macros within macros; people nest one. */
#define MACROS_MAX 16

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Takes a word; a quoted pattern may have blanks. Escapes other than of quotes are rare and kept.
 */
static bool take_word(Str *rest, bool may_be_quoted, Str *word)
{
    while (rest->len && is_blank(rest->ptr[0]))
        *rest = str_from_offset(*rest, 1);
    if (!rest->len)
        return false;
    size_t end = 0;
    bool quoted = may_be_quoted && rest->ptr[0] == '"';
    if (quoted)
        for (end = 1; end < rest->len && rest->ptr[end] != '"'; end++)
            end += rest->ptr[end] == '\\' && end + 1 < rest->len;
    else
        while (end < rest->len && !is_blank(rest->ptr[end]))
            end++;
    *word = str_slice(*rest, quoted, end);
    *rest = str_from_offset(*rest, end + quoted);
    return true;
}

static bool read_line(Str text, AttributeLine *line)
{
    Str word;
    *line = (AttributeLine){0};
    if (!take_word(&text, true, &word) || word.ptr[0] == '#')
        return false;
    Str macro = STR("[attr]");
    line->macro = str_starts(word, macro);
    line->pattern = line->macro ? str_from_offset(word, macro.len) : word;
    line->attributes = str_trim(text);
    line->anchored = str_find_byte(line->pattern, '/') != STR_NONE;
    if (str_starts(line->pattern, STR("/")))
        line->pattern = str_from_offset(line->pattern, 1);
    return line->pattern.len && line->pattern.ptr[0] != '!' && line->attributes.len;
}

/* Whether the line names an attribute in question, or a macro with one. Other lines, which may be
   thousands, are not tried on each file. */
static bool counts(const GitAttributes *attributes, const AttributeLine *line)
{
    if (str_find(line->attributes, STR(PREFIX)) != STR_NONE)
        return true;
    for (size_t i = 0; i < attributes->lines.len; i++) {
        const AttributeLine *macro = &attributes->lines.ptr[i];
        if (macro->macro && str_find(line->attributes, macro->pattern) != STR_NONE)
            return true;
    }
    return false;
}

void git_attributes_push(Arena *arena, GitAttributes *attributes, Str directory, Str text)
{
    Str one;
    while (attributes->lines.len < LINES_MAX && str_take_line(&text, &one)) {
        AttributeLine line;
        if (!read_line(one, &line) || !counts(attributes, &line))
            continue;
        line.directory = directory;
        line.number = (uint32_t)attributes->lines.len;
        *VEC_PUSH(arena, &attributes->lines) = line;
    }
}

static bool matches(const AttributeLine *line, Str path)
{
    Str below = path;
    if (line->macro)
        return false;
    if (line->directory.len) {
        bool inside = str_starts(path, line->directory) && path.len > line->directory.len &&
                      path.ptr[line->directory.len] == '/';
        if (!inside)
            return false;
        below = str_from_offset(path, line->directory.len + 1);
    }
    return ignore_match(line->pattern, line->anchored ? below : path_base(below));
}

/* What one word of a line says of the attribute `name`; false: nothing. */
static bool read_state(Str word, Str name, AttributeState *state)
{
    bool unset = word.len && word.ptr[0] == '-', free = word.len && word.ptr[0] == '!';
    size_t equals = str_find_byte(word, '=');
    Str value = equals == STR_NONE ? (Str){0} : str_from_offset(word, equals + 1);
    if (!str_equal(str_slice(word, unset || free, equals), name))
        return false;
    *state = free                                      ? ATTRIBUTE_UNSPECIFIED
             : unset || str_equal(value, STR("false")) ? ATTRIBUTE_NO
                                                       : ATTRIBUTE_YES;
    return true;
}

/* Names whose state matters: the attribute, and macros that set it, each with the value that it
   gives the attribute. */
typedef struct Wanted {
    Str name;
    AttributeState when_set;
} Wanted;

/* The last word of the line that sets a wanted name; false: none. */
static bool read_words(Str words, const Wanted *wanted, size_t count, bool *decided,
                       AttributeState *state)
{
    bool found = false;
    Str word;
    while (take_word(&words, false, &word))
        for (size_t i = 0; i < count; i++) {
            AttributeState said;
            if (!read_state(word, wanted[i].name, &said) || decided[i])
                continue;
            bool set = said == ATTRIBUTE_YES;
            if (i && !set)
                continue;
            *state = i ? wanted[i].when_set : said;
            found = true;
        }
    return found;
}

/* Notes that a line unsets a macro, so that lines before it do not set it. */
static void note_unset(Str words, const Wanted *wanted, size_t count, bool *decided)
{
    Str word;
    while (take_word(&words, false, &word))
        for (size_t i = 1; i < count; i++) {
            AttributeState said;
            if (read_state(word, wanted[i].name, &said))
                decided[i] = decided[i] || said != ATTRIBUTE_YES;
        }
}

static size_t find_macros(const GitAttributes *attributes, Str name, Wanted *wanted)
{
    size_t count = 1;
    wanted[0] = (Wanted){name, ATTRIBUTE_YES};
    for (size_t at = 0; at < count; at++)
        for (size_t i = attributes->lines.len; i-- > 0 && count < MACROS_MAX;) {
            const AttributeLine *line = &attributes->lines.ptr[i];
            bool none[1] = {false};
            AttributeState state;
            if (!line->macro || line->directory.len ||
                !read_words(line->attributes, &wanted[at], 1, none, &state))
                continue;
            if (at)
                state = state == ATTRIBUTE_YES ? wanted[at].when_set : ATTRIBUTE_UNSPECIFIED;
            wanted[count++] = (Wanted){line->pattern, state};
        }
    return count;
}

AttributeState git_attributes_find(const GitAttributes *attributes, Str path, Str name)
{
    Wanted wanted[MACROS_MAX];
    bool decided[MACROS_MAX] = {false};
    size_t count = attributes->lines.len ? find_macros(attributes, name, wanted) : 0;
    for (size_t i = attributes->lines.len; i-- > 0;) {
        const AttributeLine *line = &attributes->lines.ptr[i];
        AttributeState state;
        if (!matches(line, path))
            continue;
        if (read_words(line->attributes, wanted, count, decided, &state))
            return state;
        note_unset(line->attributes, wanted, count, decided);
    }
    return ATTRIBUTE_UNSPECIFIED;
}

bool git_attributes_line_sets(Str line, Str name)
{
    AttributeLine read;
    AttributeState state = ATTRIBUTE_UNSPECIFIED;
    const Wanted wanted = {name, ATTRIBUTE_YES};
    bool decided = false;
    return read_line(line, &read) && read_words(read.attributes, &wanted, 1, &decided, &state) &&
           state == ATTRIBUTE_YES;
}
