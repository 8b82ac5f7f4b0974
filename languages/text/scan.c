/* Plain text. A heading needs evidence: underlined, a banner, marked with #, or alone on its
   line and numbered or in capitals. The last two count only when they occur more than once. A
   conversation has a section for each turn. A log is read as a log; a text without headings is
   searched for declarations.

   Why not tree-sitter: it has no grammar for plain text. */
#include "languages_lang.h"

#include "base/buf.h"
#include "lang/fallback.h"
#include "lang/scan/log_line.h"

/* Limits: number of headings; their nesting; bytes of a heading line; bytes of it shown; lines
   examined to recognise a log. */
#define PLAIN_HEADINGS_MAX 20000
#define PLAIN_DEPTH_MAX 6
#define PLAIN_TITLE_BYTES 120
#define PLAIN_TITLE_CHARS 80
#define PLAIN_SNIFF_LINES 100
/* A line of one repeated character, at least this long, marks the next line as a title. */
#define PLAIN_RULER_BYTES 20
/* Bytes of a first line that are shown. */
#define FIRST_LINE_BYTES ((size_t)120)

typedef enum PlainStyle {
    STYLE_TURN,
    STYLE_CHAPTER,
    STYLE_BANNER,
    STYLE_CAPITALS,
    STYLE_HASH, /* + depth */
    STYLE_NUMBERED = STYLE_HASH + 6,
    /* the underline's character */
    STYLE_UNDERLINED = STYLE_NUMBERED + 6, /* + the underline's character */
                                           /* the character of the ruler above */
    STYLE_RULED = STYLE_UNDERLINED + 256,  /* + the character of the ruler above */
} PlainStyle;

typedef struct Heading {
    unsigned style;
    Str title;
    size_t start;
} Heading;

typedef struct PlainText {
    Scan *scan;
    VEC(Heading) headings;
    uint64_t paragraphs, turns, capitals, numbered;
    bool after_blank;
    char ruler; /* character of the previous line when it is a ruler, else 0 */
} PlainText;

/* The character with which the next line underlines the title; 0 when it does not. */
static char underline_of(Str line, size_t title_len)
{
    line = str_trim_end(line);
    if (line.len < 3 || line.len * 2 < title_len || !byte_in(line.ptr[0], "=-~^*"))
        return 0;
    for (size_t i = 1; i < line.len; i++) {
        if (line.ptr[i] != line.ptr[0])
            return 0;
    }
    return line.ptr[0];
}

static bool is_capitals(Str line)
{
    size_t letters = 0;
    for (size_t i = 0; i < line.len; i++) {
        if (line.ptr[i] >= 'a' && line.ptr[i] <= 'z')
            return false;
        letters += byte_is_alpha(line.ptr[i]);
    }
    return letters >= 4 && letters * 2 >= line.len && line.len <= 60;
}

/* Whether every longer word begins with a capital. */
static bool is_title_case(Str line)
{
    for (size_t at = 0; at < line.len;) {
        Str word = word_at(line, at, line.len, "'-");
        if (word.len > 4 && word.ptr[0] >= 'a' && word.ptr[0] <= 'z')
            return false;
        at += MAX(word.len, (size_t)1);
    }
    return true;
}

/* The depth of a numbered heading: `1.2 Title` gives 2; 0 for other lines. */
static unsigned numbered_depth(Str line)
{
    unsigned depth = 0;
    size_t at = 0;
    bool dot = false;
    while (at < line.len && byte_is_digit(line.ptr[at]) && depth < 6) {
        while (at < line.len && byte_is_digit(line.ptr[at]))
            at++;
        depth++;
        dot = at < line.len && line.ptr[at] == '.';
        at += dot;
    }
    bool spaced = at < line.len && byte_is_space(line.ptr[at]) && (dot || depth > 1);
    Str title = str_trim(str_from_offset(line, at));
    if (!spaced || !title.len || title.len > 80 || !byte_is_word(title.ptr[0]))
        return 0;
    bool listing =
        str_find(title, STR("...")) != STR_NONE || str_find(title, STR(". . ")) != STR_NONE;
    char last = title.ptr[title.len - 1];
    bool sentence = byte_in(last, ",;:") || (last == '.' && !is_title_case(title));
    return listing || sentence ? 0 : depth;
}

static bool is_chapter(Str line)
{
    static const char *const words[] = {"chapter", "part", "section", "appendix",
                                        "article", "book", NULL};
    Str word = word_at(line, 0, line.len, "");
    if (line.len > 80 || !word_in(word, words) || word.len + 1 >= line.len)
        return false;
    char next = line.ptr[word.len + 1];
    return line.ptr[word.len] == ' ' && (byte_is_digit(next) || (next >= 'A' && next <= 'Z')) &&
           line.ptr[line.len - 1] != '.';
}

/* Whether the line begins a turn: `User: …`, `**Assistant**: …`, `[10:00] Human: …`. */
static bool is_turn(Str line)
{
    static const char *const speakers[] = {"user",   "human",   "assistant", "ai",
                                           "system", "agent",   "tool",      "model",
                                           "claude", "chatgpt", "bot",       NULL};
    size_t at = 0;
    if (line.len && line.ptr[0] == '[') {
        size_t close = str_find_byte(str_slice(line, 0, LOG_TIME_REACH), ']');
        at = close == STR_NONE ? 0 : skip_blanks(line, close + 1, line.len);
    }
    while (at < line.len && at < LOG_TIME_REACH && byte_in(line.ptr[at], "*#> "))
        at++;
    Str word = word_at(line, at, line.len, "");
    at += word.len;
    while (at < line.len && line.ptr[at] == '*')
        at++;
    return at < line.len && line.ptr[at] == ':' && word.len && word.ptr[0] >= 'A' &&
           word_in(word, speakers);
}

static void heading_add(PlainText *plain, unsigned style, Str title, size_t start)
{
    if (plain->headings.len == PLAIN_HEADINGS_MAX)
        return;
    Heading *heading = VEC_PUSH(&plain->scan->scratch, &plain->headings);
    *heading = (Heading){.style = style, .title = title, .start = start};
    plain->turns += style == STYLE_TURN;
    plain->capitals += style == STYLE_CAPITALS;
    plain->numbered += style >= STYLE_NUMBERED && style < STYLE_UNDERLINED;
}

static bool next_line(Str text, size_t at, Line *next)
{
    return line_take(text, &at, next);
}

static unsigned hash_depth(Str line)
{
    size_t depth = 0;
    while (depth < line.len && line.ptr[depth] == '#')
        depth++;
    return depth && depth <= 6 && depth < line.len && line.ptr[depth] == ' ' ? (unsigned)depth : 0;
}

/* Examines a line that is not blank; returns whether it is a heading. */
static bool line_heading(PlainText *plain, const Line *line, Str content)
{
    Str text = plain->scan->text;
    Line next = {0};
    bool more = next_line(text, line->next, &next);
    bool alone = plain->after_blank && (!more || line_is_blank(text, &next));
    Str title = {0};
    Str below = more ? str_slice(text, next.start, next.end) : (Str){0};
    unsigned style = 0;
    char underline = underline_of(below, content.len);
    size_t count = plain->headings.len;
    if (is_turn(content))
        heading_add(plain, STYLE_TURN, content, line->start);
    else if (content.len > PLAIN_TITLE_BYTES)
        return false;
    else if (log_banner(content, &title))
        heading_add(plain, STYLE_BANNER, title, line->start);
    else if ((plain->after_blank || plain->ruler) && underline && byte_is_word(content.ptr[0]))
        heading_add(plain, STYLE_UNDERLINED + (unsigned char)underline, content, line->start);
    else if (plain->ruler && byte_is_word(content.ptr[0]))
        heading_add(plain, STYLE_RULED + (unsigned char)plain->ruler, content, line->start);
    else if (plain->after_blank && !hash_depth(below) && (style = hash_depth(content)))
        heading_add(plain, STYLE_HASH + style - 1, str_trim(str_from_offset(content, style)),
                    line->start);
    else if (alone && (style = numbered_depth(content)))
        heading_add(plain, STYLE_NUMBERED + style - 1, content, line->start);
    else if (alone && is_chapter(content))
        heading_add(plain, STYLE_CHAPTER, content, line->start);
    else if (alone && is_capitals(content))
        heading_add(plain, STYLE_CAPITALS, content, line->start);
    return plain->headings.len > count;
}

static void line_read(PlainText *plain, const Line *line)
{
    Str content = str_trim(str_slice(plain->scan->text, line->start, line->end));
    if (!content.len) {
        plain->after_blank = true;
        plain->ruler = 0;
        return;
    }
    plain->paragraphs += plain->after_blank;
    bool heading = line_heading(plain, line, content);
    scan_cut(plain->scan, line->start, heading ? 0 : plain->after_blank ? 1 : 2);
    plain->after_blank = false;
    plain->ruler = content.len >= PLAIN_RULER_BYTES && !heading ? underline_of(content, 0) : 0;
    if (plain->ruler == '-')
        plain->ruler = 0; /* tables have such lines */
}

static bool heading_counts(const PlainText *plain, const Heading *heading)
{
    if (heading->style == STYLE_TURN)
        return plain->turns > 1;
    if (plain->turns > 1)
        return false;
    if (heading->style == STYLE_CAPITALS)
        return plain->capitals > 1;
    return heading->style < STYLE_NUMBERED || heading->style >= STYLE_UNDERLINED ||
           plain->numbered > 1;
}

/* Emits the headings as sections. A style not open yet goes below the open ones; an open style
   closes all below it. */
static void plain_emit(PlainText *plain)
{
    Scan *scan = plain->scan;
    unsigned open[PLAIN_DEPTH_MAX] = {0};
    for (size_t i = 0; i < plain->headings.len; i++) {
        const Heading *heading = &plain->headings.ptr[i];
        if (!heading_counts(plain, heading))
            continue;
        size_t depth = 0;
        while (depth < scan->depth && open[depth] != heading->style)
            depth++;
        depth = MIN(depth, (size_t)PLAIN_DEPTH_MAX - 1);
        scan_close_to(scan, depth, heading->start);
        open[depth] = heading->style;
        Symbol *symbol = scan_symbol_open(scan, SYMBOL_SECTION, heading->title, heading->start);
        Str shown = str_cut_chars(scan->arena, heading->title, PLAIN_TITLE_CHARS);
        symbol->signature = str_fold_space(scan->arena, shown);
    }
    scan_close_to(scan, 0, scan->text.len);
}

static Str plain_facts(const PlainText *plain)
{
    bool turns = plain->turns > 1;
    uint64_t count = turns ? plain->turns : plain->paragraphs;
    if (count < 2)
        return (Str){0};
    Buf buf = buf_open(plain->scan->arena, 0);
    buf_put_thousands(&buf, count);
    buf_put(&buf, turns ? STR(" turns") : STR(" paragraphs"));
    return buf_str(&buf);
}

/* Whether most of the first lines begin with a time or a level. */
static bool is_log(Str text)
{
    size_t at = 0, lines = 0, marked = 0, hint = 0, after;
    Line line;
    while (lines < PLAIN_SNIFF_LINES && line_take(text, &at, &line)) {
        Str content = str_slice(text, line.start, line.end);
        if (line_is_blank(text, &line) || is_turn(content))
            continue;
        lines++;
        marked += log_time_find(content, hint).text.len || log_level_find(content, &after);
        if ((lines - marked) * 2 >= PLAIN_SNIFF_LINES)
            return false; /* the rest cannot change that */
    }
    return lines > 2 && marked * 2 > lines;
}

/* Describes a program of unknown type: its media type, and its first line, such as `#!/bin/x`. */
static Str describe(Arena *arena, Str text)
{
    size_t end = MIN(str_find_byte(text, '\n'), text.len);
    Str first = str_trim(str_slice(text, 0, MIN(end, FIRST_LINE_BYTES)));
    const Str parts[] = {STR("text/plain, first line: "), first};
    return first.len ? str_join_all(arena, parts, COUNT(parts)) : STR("text/plain");
}

/* Searches for declarations, since files of an unknown language are plain text too. */
static void try_patterns(Scan *scan)
{
    Outline *outline = scan->outline;
    CutPointVec cuts = outline->cuts;
    outline->cuts = (CutPointVec){0};
    fallback_patterns(scan->arena, scan->scratch, scan->text, scan->options, outline);
    if (outline->symbols.len) {
        outline->engine = ENGINE_PATTERNS;
        outline->facts = describe(scan->arena, scan->text);
    } else {
        outline->cuts = cuts;
        outline->imports.len = 0; // of prose
    }
}

void scan_plain(Scan *scan)
{
    if (is_log(scan->text)) {
        scan_log(scan);
        return;
    }
    PlainText plain = {.scan = scan, .after_blank = true};
    size_t at = str_starts(scan->text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    Line line;
    while (line_take(scan->text, &at, &line) && !scan_expired(scan))
        line_read(&plain, &line);
    plain_emit(&plain);
    scan->outline->facts = plain_facts(&plain);
    if (!scan->outline->symbols.len)
        try_patterns(scan);
}
