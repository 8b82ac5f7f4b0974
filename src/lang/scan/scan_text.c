/* Scanners work on the whole text by offsets and copy no lines. Comments are collected while
   they directly precede a declaration; a blank line drops them. */
#include "lang/scan/scan_text.h"

#include "base/buf.h"

bool line_take(Str text, size_t *at, Line *line)
{
    if (*at >= text.len)
        return false;
    line->start = *at;
    line->end = line_end(text, *at);
    line->next = MIN(line->end + 1, text.len);
    *at = line->next;
    if (line->end > line->start && text.ptr[line->end - 1] == '\r')
        line->end--;
    return true;
}

bool line_is_blank(Str text, const Line *line)
{
    return skip_space(text, line->start, line->end) == line->end;
}

size_t line_end(Str text, size_t at)
{
    return find_byte_from(text, at, text.len, '\n');
}

size_t skip_blanks(Str text, size_t at, size_t end)
{
    while (at < end && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
        at++;
    return at;
}

size_t skip_space(Str text, size_t at, size_t end)
{
    while (at < end && byte_is_space(text.ptr[at]))
        at++;
    return at;
}

Str word_at(Str text, size_t at, size_t end, const char *extra)
{
    size_t from = at;
    while (at < end && (byte_is_word(text.ptr[at]) || byte_in(text.ptr[at], extra)))
        at++;
    return (Str){text.ptr + from, at - from};
}

bool word_is(Str word, const char *lower)
{
    return str_equal_nocase(word, str_from(lower));
}

bool word_in(Str word, const char *const *list)
{
    for (; *list; list++)
        if (word_is(word, *list))
            return true;
    return false;
}

size_t find_from(Str text, size_t at, Str needle)
{
    if (at >= text.len)
        return STR_NONE;
    size_t found = str_find(str_from_offset(text, at), needle);
    return found == STR_NONE ? STR_NONE : at + found;
}

size_t find_byte_from(Str text, size_t at, size_t end, char byte)
{
    if (at >= end)
        return end;
    const char *found = memchr(text.ptr + at, byte, end - at);
    return found ? (size_t)(found - text.ptr) : end;
}

/* Bytes of source read for a signature: enough for SIGNATURE_CHARS_MAX characters of up to 4
   bytes, unless white space is absurdly long. */
#define SIGNATURE_SOURCE_BYTES ((size_t)SIGNATURE_CHARS_MAX * 16)

Str scan_signature(Scan *scan, size_t from, size_t to)
{
    Str whole = str_slice(scan->text, from, to);
    Str part = str_slice(whole, 0, str_char_floor(whole, MIN(whole.len, SIGNATURE_SOURCE_BYTES)));
    Str folded = str_fold_space(scan->arena, part);
    if (part.len < whole.len)
        folded = str_join(scan->arena, folded, STR("…"));
    return str_cut_chars(scan->arena, folded, SIGNATURE_CHARS_MAX);
}

Str scan_head(Scan *scan, size_t from, size_t to)
{
    const char *text = scan->text.ptr;
    while (to > from && (byte_is_space(text[to - 1]) || byte_in(text[to - 1], "{;")))
        to--;
    return scan_signature(scan, from, to);
}

void scan_cut(Scan *scan, size_t offset, uint32_t depth)
{
    if (!scan->options->want_cuts)
        return;
    CutPointVec *cuts = &scan->outline->cuts;
    if (cuts->len && offset < scan->cut_end) {
        CutPoint *last = &cuts->ptr[cuts->len - 1];
        last->depth = MIN(last->depth, depth);
        return;
    }
    size_t start = offset;
    while (start > scan->cut_end && scan->text.ptr[start - 1] != '\n')
        start--;
    CutPoint cut = {(uint32_t)start, depth};
    CutPoint *last = cuts->len ? &cuts->ptr[cuts->len - 1] : NULL;
    bool crowded =
        last && scan->text.len > CUTS_DENSE_BYTES && start - last->offset < CUTS_GAP_BYTES;
    if (crowded && depth >= last->depth)
        return;
    if (crowded)
        *last = cut;
    else
        *VEC_PUSH(scan->arena, cuts) = cut;
    scan->cut_end = line_end(scan->text, offset) + 1;
}

Str scan_shown(Scan *scan, Str text)
{
    return str_cut_chars(scan->arena, str_fold_space(scan->arena, text), SIGNATURE_CHARS_MAX);
}

/* Bytes of a comment that are searched for its first sentence. */
#define DOC_SOURCE_BYTES ((size_t)DOC_CHARS_MAX * 16)

static bool is_comment_mark(char c)
{
    return byte_in(c, "#/*-;%!\"'|(");
}

static bool ends_sentence(Str text, size_t at)
{
    char c = text.ptr[at];
    if (c != '.' && c != '!' && c != '?')
        return false;
    return at + 1 == text.len || byte_is_space(text.ptr[at + 1]);
}

/* Appends the line without its comment marks; false when it is blank. */
static bool add_doc_line(Buf *buf, Str line)
{
    line = str_trim(line);
    size_t at = 0;
    while (at < line.len && is_comment_mark(line.ptr[at]))
        at++;
    line = str_trim(str_from_offset(line, at));
    while (line.len && byte_in(line.ptr[line.len - 1], "*/-#=;%"))
        line.len--;
    line = str_trim_end(line);
    if (!line.len)
        return false;
    if (buf->len)
        buf_put_byte(buf, ' ');
    buf_put(buf, line);
    return true;
}

static Str first_sentence(Arena *arena, Str text)
{
    text = str_fold_space(arena, text);
    for (size_t at = 0; at < text.len; at++)
        if (ends_sentence(text, at))
            return str_cut_chars(arena, str_slice(text, 0, at + 1), DOC_CHARS_MAX);
    return str_cut_chars(arena, text, DOC_CHARS_MAX);
}

Str scan_sentence(Scan *scan, size_t from, size_t to)
{
    Str rest = str_slice(scan->text, from, MIN(to, from + DOC_SOURCE_BYTES)), line;
    Buf buf = buf_open(scan->arena, 0);
    while (str_take_line(&rest, &line))
        if (!add_doc_line(&buf, line) && buf.len)
            break;
    return first_sentence(scan->arena, buf_str(&buf));
}

Str scan_prose(Scan *scan, size_t from, size_t to)
{
    Str text = str_trim(str_slice(scan->text, from, MIN(to, from + DOC_SOURCE_BYTES)));
    while (text.len > 1 && byte_in(text.ptr[0], "-*+>") && byte_is_space(text.ptr[1]))
        text = str_trim(str_from_offset(text, 1));
    return first_sentence(scan->arena, text);
}

void lead_add(Lead *lead, size_t start, size_t end)
{
    if (!lead->any)
        lead->start = start;
    lead->any = true;
    lead->end = end;
}

void lead_clear(Lead *lead)
{
    lead->any = false;
}

size_t lead_skip(Lead *lead, Str text, size_t at, char mark, size_t (*end_of)(Str, size_t))
{
    size_t feeds = 0;
    for (; at < text.len && (text.ptr[at] == mark || byte_is_space(text.ptr[at])); at++) {
        if (text.ptr[at] == mark) {
            size_t end = end_of(text, at);
            lead_add(lead, at, end);
            at = end - 1;
            feeds = 0;
        } else if (text.ptr[at] == '\n' && ++feeds > 1) {
            lead_clear(lead);
        }
    }
    return at;
}

size_t lead_start(const Lead *lead, size_t start)
{
    return lead->any ? lead->start : start;
}

void lead_take(Scan *scan, Lead *lead, Symbol *symbol)
{
    if (lead->any) {
        symbol->lead = (uint32_t)lead->start;
        if (scan->options->want_docs)
            symbol_set_doc(scan->arena, symbol, scan_sentence(scan, lead->start, lead->end));
    }
    lead->any = false;
}

Str scan_name(Scan *scan, size_t from, size_t to)
{
    Str name = str_trim(str_slice(scan->text, from, to));
    name = str_slice(name, 0, str_char_floor(name, MIN(name.len, NAME_BYTES_MAX)));
    bool folded = str_find_byte(name, '\n') == STR_NONE && str_find_byte(name, '\t') == STR_NONE &&
                  str_find(name, STR("  ")) == STR_NONE;
    return folded ? name : str_fold_space(scan->arena, name);
}

Symbol *section_open(Scan *scan, Sections *sections, size_t level, Str name, size_t start, Str mark)
{
    while (sections->count && sections->levels[sections->count - 1] >= level)
        sections->count--;
    if (sections->count == SECTION_LEVELS_MAX)
        sections->count--;
    scan_close_to(scan, sections->count, start);
    scan_cut(scan, start, (uint32_t)sections->count);
    sections->levels[sections->count++] = level;
    Symbol *section = scan_symbol_open(scan, SYMBOL_SECTION, name, start);
    Str signature =
        mark.len ? str_format(scan->arena, "%.*s %.*s", STR_ARG(mark), STR_ARG(name)) : name;
    section->signature = scan_shown(scan, signature);
    return section;
}
