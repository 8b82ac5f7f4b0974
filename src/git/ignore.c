/* Wildcard matching with bounded backtracking, component by component. Within a component only the
   latest `*` ever needs to stretch, and among components only the latest `**`. Remembering one
   position of each is therefore enough. */
#include "git/ignore.h"

#include "base/path.h"

/* PATH_MAX: no real pattern is longer. */
#define LINE_BYTES_MAX 4096

/* Matches one `[…]` at *at and moves past it. An unclosed bracket matches nothing. */
static bool match_class(Str pattern, size_t *at, char c)
{
    size_t i = *at + 1;
    bool negated = i < pattern.len && (pattern.ptr[i] == '!' || pattern.ptr[i] == '^');
    bool found = false;
    i += negated;
    for (bool first = true; i < pattern.len && (first || pattern.ptr[i] != ']'); first = false) {
        static const struct {
            Str name;
            const char *set;
        } names[] = {
            {STR_INIT("[:alpha:]"), "a-zA-Z"},     {STR_INIT("[:digit:]"), "0-9"},
            {STR_INIT("[:alnum:]"), "a-zA-Z0-9"},  {STR_INIT("[:upper:]"), "A-Z"},
            {STR_INIT("[:lower:]"), "a-z"},        {STR_INIT("[:space:]"), " \t\n\r\f\v"},
            {STR_INIT("[:xdigit:]"), "0-9a-fA-F"}, {STR_INIT("[:punct:]"), "!-/:-@[-`{-~"},
        };
        bool named = false;
        for (size_t n = 0; n < COUNT(names) && !named; n++) {
            if (!str_starts(str_from_offset(pattern, i), names[n].name))
                continue;
            for (const char *p = names[n].set; *p; p += p[1] == '-' && p[2] ? 3 : 1)
                found |= p[1] == '-' && p[2] ? c >= p[0] && c <= p[2] : c == *p;
            i += names[n].name.len;
            named = true;
        }
        if (named)
            continue;
        if (pattern.ptr[i] == '\\' && i + 1 < pattern.len)
            i++;
        char low = pattern.ptr[i++], high = low;
        if (i + 1 < pattern.len && pattern.ptr[i] == '-' && pattern.ptr[i + 1] != ']') {
            i++;
            i += pattern.ptr[i] == '\\' && i + 1 < pattern.len;
            high = pattern.ptr[i++];
        }
        found |= (unsigned char)c >= (unsigned char)low && (unsigned char)c <= (unsigned char)high;
    }
    if (i >= pattern.len)
        return false;
    *at = i + 1;
    return found != negated;
}

/* Matches one element of the pattern against one byte and moves past the element. */
static bool match_one(Str pattern, size_t *at, char c)
{
    char p = pattern.ptr[*at];
    if (p == '[')
        return match_class(pattern, at, c);
    if (p == '\\' && *at + 1 < pattern.len)
        p = pattern.ptr[++*at];
    else if (p == '?') {
        (*at)++;
        return true;
    }
    (*at)++;
    return p == c;
}

static bool match_component(Str pattern, Str name)
{
    size_t p = 0, n = 0, star = STR_NONE, star_name = 0;
    while (n < name.len) {
        if (p < pattern.len && pattern.ptr[p] == '*') {
            star = p++;
            star_name = n;
            continue;
        }
        size_t next = p;
        if (p < pattern.len && match_one(pattern, &next, name.ptr[n])) {
            p = next;
            n++;
            continue;
        }
        if (star == STR_NONE)
            return false;
        p = star + 1;
        n = ++star_name;
    }
    while (p < pattern.len && pattern.ptr[p] == '*')
        p++;
    return p == pattern.len;
}

bool ignore_match(Str pattern, Str path)
{
    Str stars_pattern = {0}, stars_path = {0};
    bool stars = false;
    while (path.len || pattern.len) {
        Str rest_pattern = pattern, rest_path = path, want, have;
        bool wanted = str_take_until(&rest_pattern, '/', &want);
        if (wanted && str_equal(want, STR("**"))) {
            if (!rest_pattern.len)
                return path.len > 0; /* everything inside */
            stars = true;
            stars_pattern = pattern = rest_pattern;
            stars_path = path;
            continue;
        }
        bool have_one = str_take_until(&rest_path, '/', &have);
        if (wanted && have_one && match_component(want, have)) {
            pattern = rest_pattern;
            path = rest_path;
            continue;
        }
        if (!stars || !str_take_until(&stars_path, '/', &have))
            return false;
        pattern = stars_pattern;
        path = stars_path;
    }
    return true;
}

/* Removes trailing spaces that are not escaped. */
static Str strip_pattern(Str line)
{
    while (line.len && line.ptr[line.len - 1] == ' ') {
        size_t slashes = 0;
        while (slashes + 1 < line.len && line.ptr[line.len - 2 - slashes] == '\\')
            slashes++;
        if (slashes % 2)
            break;
        line.len--;
    }
    return line;
}

static Str before_wildcard(Str text)
{
    size_t len = 0;
    while (len < text.len && !byte_in(text.ptr[len], "*?[\\"))
        len++;
    return str_slice(text, 0, len);
}

static bool parse_pattern(Str line, IgnorePattern *pattern)
{
    line = strip_pattern(line);
    if (!line.len || line.ptr[0] == '#' || line.len > LINE_BYTES_MAX)
        return false;
    *pattern = (IgnorePattern){0};
    if (line.ptr[0] == '!') {
        pattern->negated = true;
        line = str_from_offset(line, 1);
    }
    if (str_ends(line, STR("/"))) {
        pattern->directory = true;
        line.len--;
    }
    while (str_starts(line, STR("**/"))) /* as without it, unless more slashes follow */
        if (str_find_byte(str_from_offset(line, 3), '/') != STR_NONE || line.len == 3)
            break;
        else
            line = str_from_offset(line, 3);
    pattern->anchored = str_find_byte(line, '/') != STR_NONE;
    if (str_starts(line, STR("/")))
        line = str_from_offset(line, 1);
    pattern->text = line;
    pattern->suffix = str_starts(line, STR("*"));
    pattern->tail = str_from_offset(line, pattern->suffix);
    pattern->literal = before_wildcard(line);
    pattern->whole = pattern->literal.len == line.len;
    pattern->plain = !pattern->anchored && before_wildcard(pattern->tail).len == pattern->tail.len;
    return line.len > 0;
}

void ignore_push(Arena *arena, IgnoreStack *stack, Str base, Str path, Str text)
{
    VEC(IgnorePattern) patterns = {0};
    IgnorePattern pattern;
    Str line;
    if (str_starts(text, STR("\xEF\xBB\xBF")))
        text = str_from_offset(text, 3);
    for (uint32_t at = 1; str_take_line(&text, &line); at++)
        if (parse_pattern(line, &pattern)) {
            pattern.written = line;
            pattern.line = at;
            *VEC_PUSH(arena, &patterns) = pattern;
        }
    *VEC_PUSH(arena, stack) =
        (IgnoreFile){.base = base, .path = path, .patterns = patterns.ptr, .count = patterns.len};
}

static bool pattern_matches(const IgnorePattern *pattern, Str below, Str name, bool is_directory)
{
    if (pattern->directory && !is_directory)
        return false;
    if (pattern->plain)
        return pattern->suffix ? str_ends(name, pattern->tail) : str_equal(name, pattern->tail);
    if (!pattern->anchored)
        return match_component(pattern->text, name);
    if (pattern->whole)
        return str_equal(below, pattern->text);
    return str_starts(below, pattern->literal) && ignore_match(pattern->text, below);
}

const IgnorePattern *ignore_find(const IgnoreStack *stack, Str path, bool is_directory,
                                 const IgnoreFile **found)
{
    Str name = path_base(path);
    for (size_t f = stack->len; f-- > 0;) {
        const IgnoreFile *file = &stack->ptr[f];
        if (file->base.len && !path_is_inside(path, file->base))
            continue;
        Str below = file->base.len ? str_from_offset(path, file->base.len + 1) : path;
        *found = file;
        for (size_t i = file->count; i-- > 0;)
            if (pattern_matches(&file->patterns[i], below, name, is_directory))
                return &file->patterns[i];
    }
    return NULL;
}

IgnoreVerdict ignore_check(const IgnoreStack *stack, Str path, bool is_directory)
{
    const IgnoreFile *file = NULL;
    const IgnorePattern *pattern = ignore_find(stack, path, is_directory, &file);
    return !pattern ? IGNORE_UNDECIDED : pattern->negated ? IGNORE_NO : IGNORE_YES;
}
