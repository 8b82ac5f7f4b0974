/* AsciiDoc and Org: headings by the number of their marks, source blocks, includes.

   Why not tree-sitter: the survey of npm packages found no grammar for either format. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"

typedef struct Adoc {
    Scan *scan;
    Str text;
    Sections sections;
    Str fence;              /* delimiter of the open block; empty outside blocks */
    bool shown;             /* the open block has a symbol */
    Str language;           /* language of the next block */
    size_t attribute_start; /* start of the block's [source,…] line */
    bool attributed;
} Adoc;

static size_t count_marks(Str text, size_t at, size_t end, char mark)
{
    size_t from = at;
    while (at < end && text.ptr[at] == mark)
        at++;
    return at - from;
}

/* Whether the line is a block delimiter: ----, ...., ++++, ////, ```, |=== or a longer form. */
static bool is_delimiter(Str line)
{
    if (str_starts(line, STR("```")))
        return true;
    if (str_equal(line, STR("|===")) || str_equal(line, STR("--")))
        return str_equal(line, STR("|==="));
    if (line.len < 4 || !byte_in(line.ptr[0], "-.+/"))
        return false;
    return count_marks(line, 0, line.len, line.ptr[0]) == line.len;
}

static void open_block(Adoc *adoc, const Line *line, Str delimiter)
{
    bool code = delimiter.ptr[0] == '`' || (delimiter.ptr[0] == '-' && adoc->language.len);
    Str language = adoc->language;
    if (delimiter.ptr[0] == '`') {
        language = str_trim(str_from_offset(delimiter, 3));
        delimiter.len = 3;
    }
    adoc->fence = delimiter;
    adoc->shown = code;
    if (!code)
        return;
    size_t start = adoc->attributed ? adoc->attribute_start : line->start;
    Symbol *block = scan_symbol_open(adoc->scan, SYMBOL_CODE_BLOCK,
                                     language.len ? language : STR("code"), start);
    block->signature =
        scan_shown(adoc->scan, language.len ? str_join(adoc->scan->arena, STR("source "), language)
                                            : STR("source"));
}

static void close_block(Adoc *adoc, size_t end)
{
    if (adoc->shown)
        scan_symbol_close(adoc->scan, end);
    adoc->fence = (Str){0};
    adoc->shown = false;
}

/* Reads block attributes such as [source,python]. */
static void read_attributes(Adoc *adoc, const Line *line, Str content)
{
    adoc->language = (Str){0};
    adoc->attributed = true;
    adoc->attribute_start = line->start;
    size_t comma = str_find_byte(content, ',');
    Str style = word_at(content, 1, content.len, "");
    if (!str_equal(style, STR("source")) && !str_starts(content, STR("[,")))
        return;
    size_t at = comma == STR_NONE ? content.len : skip_blanks(content, comma + 1, content.len);
    adoc->language = word_at(content, at, content.len, "+-#");
    if (!adoc->language.len)
        adoc->language = STR("code");
}

static void read_line(Adoc *adoc, const Line *line, bool after_blank)
{
    Str content = str_trim_end(str_slice(adoc->text, line->start, line->end));
    if (adoc->fence.len) {
        if (str_equal(content, adoc->fence))
            close_block(adoc, line->end);
        return;
    }
    bool was_attributed = adoc->attributed;
    if (!content.len)
        return;
    if (is_delimiter(content)) {
        open_block(adoc, line, content);
    } else if (content.ptr[0] == '[' && content.ptr[content.len - 1] == ']') {
        read_attributes(adoc, line, content);
        return;
    } else if (str_starts(content, STR("include::"))) {
        size_t bracket = str_find_byte(content, '[');
        scan_import(adoc->scan, str_slice(content, 9, bracket), line->start, line->end);
    } else {
        char mark = content.ptr[0];
        size_t level = mark == '=' || mark == '#' ? count_marks(content, 0, content.len, mark) : 0;
        if (level && level <= 6 && level < content.len && content.ptr[level] == ' ') {
            size_t start = was_attributed ? adoc->attribute_start : line->start;
            section_open(adoc->scan, &adoc->sections, level,
                         scan_name(adoc->scan, line->start + level, line->end), start,
                         str_slice(content, 0, level));
        } else if (after_blank) {
            scan_cut(adoc->scan, was_attributed ? adoc->attribute_start : line->start,
                     SECTION_LEVELS_MAX);
        }
    }
    adoc->attributed = false;
    adoc->language = (Str){0};
}

void scan_asciidoc(Scan *scan)
{
    Adoc adoc = {.scan = scan, .text = scan->text};
    size_t at = 0;
    Line line;
    bool after_blank = true;
    while (!scan_expired(scan) && line_take(scan->text, &at, &line)) {
        read_line(&adoc, &line, after_blank);
        after_blank = line_is_blank(scan->text, &line);
    }
    if (adoc.fence.len)
        close_block(&adoc, scan->text.len);
    scan_close_to(scan, 0, scan->text.len);
}

/* Whether the line begins with the keyword, as in `#+begin_src python`; *rest gets the text after
   it. */
static bool org_keyword(Str line, const char *keyword, Str *rest)
{
    Str wanted = str_from(keyword);
    if (!str_equal_nocase(str_slice(line, 0, wanted.len), wanted))
        return false;
    *rest = str_trim(str_from_offset(line, wanted.len));
    return true;
}

/* The end of a heading's text, without trailing :tags:. */
static size_t org_heading_end(Str text, size_t from, size_t end)
{
    while (end > from && byte_is_space(text.ptr[end - 1]))
        end--;
    if (end == from || text.ptr[end - 1] != ':')
        return end;
    size_t at = end - 1;
    while (at > from && (byte_is_word(text.ptr[at - 1]) || byte_in(text.ptr[at - 1], ":@#%")))
        at--;
    return at > from && byte_is_space(text.ptr[at - 1]) ? at : end;
}

static void read_org_line(Scan *scan, Sections *sections, const Line *line, bool *in_block,
                          bool *shown)
{
    Str text = scan->text, content = str_trim(str_slice(text, line->start, line->end)), rest;
    if (*in_block) {
        if (org_keyword(content, "#+end_", &rest)) {
            if (*shown)
                scan_symbol_close(scan, line->end);
            *in_block = false;
        }
        return;
    }
    if (org_keyword(content, "#+begin_", &rest)) {
        *in_block = true;
        *shown = org_keyword(content, "#+begin_src", &rest);
        Str language = word_at(rest, 0, rest.len, "+-#");
        if (*shown)
            scan_symbol_open(scan, SYMBOL_CODE_BLOCK, language.len ? language : STR("code"),
                             line->start)
                ->signature = scan_signature(scan, line->start, line->end);
        return;
    }
    if (org_keyword(content, "#+include:", &rest) || org_keyword(content, "#+setupfile:", &rest)) {
        bool quoted = rest.len > 1 && rest.ptr[0] == '"';
        size_t close = quoted ? find_byte_from(rest, 1, rest.len, '"') : rest.len;
        scan_import(scan, str_slice(rest, quoted, close), line->start, line->end);
        return;
    }
    size_t level = count_marks(text, line->start, line->end, '*');
    if (level && line->start + level < line->end && text.ptr[line->start + level] == ' ') {
        size_t from = line->start + level, to = org_heading_end(text, from, line->end);
        section_open(scan, sections, level, scan_name(scan, from, to), line->start,
                     str_slice(text, line->start, MIN(line->start + level, line->start + 8)));
    }
}

void scan_org(Scan *scan)
{
    Sections sections = {.count = 0};
    bool in_block = false, shown = false, after_blank = true;
    size_t at = 0;
    Line line;
    while (!scan_expired(scan) && line_take(scan->text, &at, &line)) {
        read_org_line(scan, &sections, &line, &in_block, &shown);
        if (after_blank && !in_block && !line_is_blank(scan->text, &line))
            scan_cut(scan, line.start, SECTION_LEVELS_MAX);
        after_blank = line_is_blank(scan->text, &line);
    }
    scan_close_to(scan, 0, scan->text.len);
}
