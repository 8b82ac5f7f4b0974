/* Ways to find the next match, the fastest that is right:
   - a plain text: memmem;
   - an expression with a text that every match contains: memmem, then the expression on that line;
   - else the expression over the whole text, or line by line where it might cross a line end
     without naming one. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "text/pattern.h"

#include "base/buf.h"
#include "text/lines.h"

#include <pcre2.h>

/* Shorter literals are in most lines: the expression alone is faster. */
#define LITERAL_BYTES_MIN 2

struct Pattern {
    Str literal;     /* text that every match contains; empty: none known */
    bool is_literal; /* the pattern is just this text */
    bool by_line;
    bool lines;
    bool beyond_ascii;
    pcre2_code *code; /* unless is_literal */
};

struct Matcher {
    const Pattern *pattern;
    pcre2_match_data *data;
    pcre2_match_context *context;
    pcre2_jit_stack *stack;
};

static bool fail_syntax(Str text, int code, size_t at, Err *err)
{
    char why[160] = "";
    pcre2_get_error_message(code, (PCRE2_UCHAR *)why, sizeof why);
    err_set(err, ERR_USAGE, "pattern: '%.*s' is not a regular expression: %s, at character %zu",
            (int)MIN(text.len, PATH_SHOWN_BYTES), text.ptr, why,
            str_count_chars(str_slice(text, 0, at)) + 1);
    return err_hint(err, "without --regex it is searched literally; \\ escapes a character");
}

static bool check_text(Str text, Err *err)
{
    if (!text.len)
        return err_set(err, ERR_USAGE, "pattern: empty");
    if (text.len > PATTERN_BYTES_MAX)
        return err_set(err, ERR_USAGE, "pattern: longer than %d bytes", PATTERN_BYTES_MAX);
    return true;
}

static bool compile(Str text, uint32_t flags, pcre2_code **code, Err *err)
{
    int failed = 0;
    PCRE2_SIZE at = 0;
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    if (!context)
        arena_fatal("out of memory: no room for a pattern");
    pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
    pcre2_set_parens_nest_limit(context, PATTERN_NESTING_MAX);
    *code = pcre2_compile((PCRE2_SPTR)text.ptr, text.len, flags, &failed, &at, context);
    pcre2_compile_context_free(context);
    return *code || fail_syntax(text, failed, at, err);
}

static bool is_ascii(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] >= 0x80)
            return false;
    return true;
}

/* UTF mode only if the pattern can match non-ASCII characters: bytes are faster. */
static uint32_t compile_flags(Str text, PatternOptions options)
{
    uint32_t flags = PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C;
    if (options.ignore_case)
        flags |= PCRE2_CASELESS;
    if (options.regex || !is_ascii(text))
        flags |= PCRE2_UTF | PCRE2_MATCH_INVALID_UTF;
    if (!is_ascii(text))
        flags |= PCRE2_UCP;
    return flags;
}

/* Quotes a text: an expression that matches it literally. */
static Str quoted(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\n') {
            buf_put(&out, PATTERN_LINE_END);
            continue;
        }
        if (!byte_is_word(text.ptr[i]))
            buf_put_byte(&out, '\\');
        buf_put_byte(&out, text.ptr[i]);
    }
    return buf_str(&out);
}

static bool open_expression(Arena *arena, Str text, PatternOptions options, Pattern *pattern,
                            Err *err)
{
    uint32_t flags = compile_flags(text, options);
    if (!options.regex)
        text = quoted(arena, text);
    if (!compile(text, flags, &pattern->code, err))
        return false;
    PatternParts parts = {.inside = text, .lines = pattern->lines};
    if (options.regex)
        parts = pattern_take_apart(arena, text);
    if (options.whole_word)
        parts.inside = str_format(arena, "(?<!\\w)(?:%.*s)(?!\\w)", STR_ARG(parts.inside));
    if (!options.ignore_case && !parts.lines && parts.literal.len >= LITERAL_BYTES_MIN)
        pattern->literal = parts.literal;
    pattern->by_line = parts.by_line && !parts.lines;
    pattern->lines = parts.lines;
    pcre2_code_free(pattern->code);
    if (!compile(parts.inside, flags, &pattern->code, err))
        return false;
    pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE); /* without it, it is interpreted */
    return true;
}

/* Whether it names characters beyond ASCII, or, as an expression, sets that have some. */
static bool reaches_beyond_ascii(Str text, bool regex)
{
    for (size_t i = 0; i < text.len; i++) {
        char next = i + 1 < text.len ? text.ptr[i + 1] : 0;
        bool set = text.ptr[i] == '.' || (text.ptr[i] == '[' && next == '^') ||
                   (text.ptr[i] == '\\' && byte_in(next, "wWDSXxpPNo"));
        if ((unsigned char)text.ptr[i] >= 0x80 || (regex && set))
            return true;
        i += regex && text.ptr[i] == '\\';
    }
    return false;
}

bool pattern_open(Arena *arena, Str text, PatternOptions options, Pattern **pattern, Err *err)
{
    if (!check_text(text, err))
        return false;
    *pattern = NEW(arena, Pattern, 1);
    bool lines = !options.regex && str_find_byte(text, '\n') != STR_NONE;
    bool plain = !options.regex && !options.ignore_case && !lines;
    (*pattern)->lines = lines;
    (*pattern)->beyond_ascii = reaches_beyond_ascii(text, options.regex);
    (*pattern)->is_literal = plain && !options.whole_word;
    (*pattern)->literal = plain ? str_copy(arena, text) : (Str){0};
    return (*pattern)->is_literal || open_expression(arena, text, options, *pattern, err);
}

bool pattern_spans_lines(const Pattern *pattern)
{
    return pattern->lines;
}

bool pattern_is_beyond_ascii(const Pattern *pattern)
{
    return pattern->beyond_ascii;
}

void pattern_close(Pattern **pattern)
{
    if (*pattern)
        pcre2_code_free((*pattern)->code);
    *pattern = NULL;
}

/* ---- matching ---- */

Matcher *matcher_open(Arena *arena, const Pattern *pattern)
{
    Matcher *matcher = NEW(arena, Matcher, 1);
    matcher->pattern = pattern;
    if (pattern->is_literal)
        return matcher;
    matcher->data = pcre2_match_data_create(1, NULL);
    matcher->context = pcre2_match_context_create(NULL);
    matcher->stack = pcre2_jit_stack_create(64 * KB, PATTERN_STACK_BYTES, NULL);
    if (!matcher->data || !matcher->context)
        arena_fatal("out of memory: no room for a search");
    pcre2_set_match_limit(matcher->context, PATTERN_STEPS_MAX);
    pcre2_set_depth_limit(matcher->context, PATTERN_DEPTH_MAX);
    pcre2_set_heap_limit(matcher->context, PATTERN_HEAP_KB);
    pcre2_jit_stack_assign(matcher->context, NULL, matcher->stack);
    return matcher;
}

void matcher_close(Matcher **matcher)
{
    if (!*matcher)
        return;
    pcre2_match_data_free((*matcher)->data);
    pcre2_match_context_free((*matcher)->context);
    pcre2_jit_stack_free((*matcher)->stack);
    *matcher = NULL;
}

bool matcher_spans_lines(const Matcher *matcher)
{
    return matcher->pattern->lines;
}

static size_t line_end_of(Str text, size_t at)
{
    const char *feed = at < text.len ? memchr(text.ptr + at, '\n', text.len - at) : NULL;
    return feed ? (size_t)(feed - text.ptr) : text.len;
}

static MatchResult found(Str text, size_t start, size_t end, PatternMatch *match)
{
    size_t last = end > start && text.ptr[end - 1] == '\n' ? end - 1 : end;
    *match = (PatternMatch){start, end, lines_start_at(text, start), line_end_of(text, last)};
    return MATCH_FOUND;
}

/* Matches the expression on text[0, end), starting at `from`. */
static MatchResult run(Matcher *matcher, Str text, size_t from, size_t *start, size_t *end)
{
    int code = pcre2_match(matcher->pattern->code, (PCRE2_SPTR)text.ptr, text.len, from, 0,
                           matcher->data, matcher->context);
    if (code == PCRE2_ERROR_NOMATCH)
        return MATCH_NOT_FOUND;
    if (code < 0)
        return MATCH_GIVEN_UP;
    const PCRE2_SIZE *pair = pcre2_get_ovector_pointer(matcher->data);
    bool behind_the_last = pair[1] == text.len && text.len && text.ptr[text.len - 1] == '\n';
    if (behind_the_last && pair[0] >= pair[1])
        return MATCH_NOT_FOUND;
    *start = MIN(pair[0], pair[1]);
    *end = pair[1];
    return MATCH_FOUND;
}

/* Matches on the line that holds `at`, starting there. */
static MatchResult find_in_line(Matcher *matcher, Str text, size_t at, PatternMatch *match)
{
    size_t begin = lines_start_at(text, at), start = 0, end = 0;
    Str line = str_slice(text, begin, line_end_of(text, at));
    MatchResult result = run(matcher, line, at - begin, &start, &end);
    if (result == MATCH_FOUND)
        *match = (PatternMatch){begin + start, begin + end, begin, begin + line.len};
    return result;
}

static MatchResult find_literal(const Pattern *pattern, Str text, size_t from, size_t *at)
{
    const char *hit =
        memmem(text.ptr + from, text.len - from, pattern->literal.ptr, pattern->literal.len);
    *at = hit ? (size_t)(hit - text.ptr) : text.len;
    return hit ? MATCH_FOUND : MATCH_NOT_FOUND;
}

/* Matches on the lines that contain the literal, beginning with the rest of the line at `from`. */
static MatchResult find_by_literal(Matcher *matcher, Str text, size_t from, PatternMatch *match)
{
    size_t at = 0;
    while (from < text.len && find_literal(matcher->pattern, text, from, &at) == MATCH_FOUND) {
        MatchResult result =
            find_in_line(matcher, text, MAX(from, lines_start_at(text, at)), match);
        if (result != MATCH_NOT_FOUND)
            return result;
        from = line_end_of(text, at) + 1;
    }
    return MATCH_NOT_FOUND;
}

static MatchResult find_by_line(Matcher *matcher, Str text, size_t from, PatternMatch *match)
{
    while (from < text.len) {
        MatchResult result = find_in_line(matcher, text, from, match);
        if (result != MATCH_NOT_FOUND)
            return result;
        from = line_end_of(text, from) + 1;
    }
    return MATCH_NOT_FOUND;
}

MatchResult matcher_find(Matcher *matcher, Str text, size_t from, PatternMatch *match)
{
    const Pattern *pattern = matcher->pattern;
    size_t start = 0, end = 0;
    if (from >= text.len)
        return MATCH_NOT_FOUND;
    if (pattern->is_literal)
        return find_literal(pattern, text, from, &start) == MATCH_FOUND
                   ? found(text, start, start + pattern->literal.len, match)
                   : MATCH_NOT_FOUND;
    if (pattern->literal.len)
        return find_by_literal(matcher, text, from, match);
    if (pattern->by_line)
        return find_by_line(matcher, text, from, match);
    MatchResult result = run(matcher, text, from, &start, &end);
    return result == MATCH_FOUND ? found(text, start, end, match) : result;
}
