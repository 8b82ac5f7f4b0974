/* Patches: files and their hunks. A hunk's header gives its number of lines, so a removed line
   that looks like a header is not mistaken for one.

   Why not tree-sitter: the npm package does not exist (404). */
#include "languages_lang.h"

#include "base/buf.h"
#include "lang/scan/scan_text.h"

typedef struct Diff {
    Scan *scan;
    Str text;
    uint64_t old_left, new_left; /* lines left in the open hunk, of the old and the new file */
    bool in_file, headed;        /* headed: this file began with a `diff` line */
    size_t file;                 /* index of the file's symbol */
    Str state;                   /* new, deleted, renamed */
    uint64_t added, removed;
    uint64_t files, all_added, all_removed;
} Diff;

static void close_file(Diff *diff, size_t end)
{
    Scan *scan = diff->scan;
    if (!diff->in_file)
        return;
    if (diff->file < scan->outline->symbols.len) {
        Symbol *file = &scan->outline->symbols.ptr[diff->file];
        Str text = str_format(scan->arena, "%.*s%s%.*s +%llu -%llu", STR_ARG(diff->state),
                              diff->state.len ? " " : "", STR_ARG(file->name),
                              (unsigned long long)diff->added, (unsigned long long)diff->removed);
        file->signature = scan_shown(scan, text);
    }
    diff->all_added += diff->added;
    diff->all_removed += diff->removed;
    diff->added = diff->removed = 0;
    diff->old_left = diff->new_left = 0;
    scan_close_to(scan, 0, end);
    diff->in_file = false;
}

static void open_file(Diff *diff, Str name, size_t start, bool headed)
{
    close_file(diff, start);
    scan_cut(diff->scan, start, 0);
    diff->file = diff->scan->outline->symbols.len;
    scan_symbol_open(diff->scan, SYMBOL_DOCUMENT, name, start);
    diff->in_file = true;
    diff->headed = headed;
    diff->state = (Str){0};
    diff->files++;
}

/* The path in a header, without a/ or b/ and without a time stamp after a tab. */
static Str header_path(Str text, size_t from, size_t end)
{
    size_t tab = find_byte_from(text, from, end, '\t');
    Str path = str_trim(str_slice(text, from, tab));
    if (path.len > 1 && path.ptr[0] == '"' && path.ptr[path.len - 1] == '"')
        path = str_slice(path, 1, path.len - 1);
    if (str_starts(path, STR("a/")) || str_starts(path, STR("b/")))
        path = str_from_offset(path, 2);
    return str_slice(path, 0, str_char_floor(path, MIN(path.len, NAME_BYTES_MAX)));
}

static void rename_file(Diff *diff, Str name)
{
    SymbolVec *symbols = &diff->scan->outline->symbols;
    if (diff->file >= symbols->len || !name.len || str_equal(name, STR("/dev/null")))
        return;
    Symbol *file = &symbols->ptr[diff->file];
    file->name = name;
    file->name_start = (uint32_t)scan_offset(diff->scan, name);
    file->name_end = file->name_start + (uint32_t)name.len;
}

static uint64_t number_at(Str text, size_t *at, size_t end)
{
    uint64_t value = 0;
    for (; *at < end && byte_is_digit(text.ptr[*at]); (*at)++)
        value = MIN(value * 10 + (uint64_t)(text.ptr[*at] - '0'), (uint64_t)UINT32_MAX);
    return value;
}

/* Reads a hunk range, `-12,7`, after its sign. Returns the number of lines, which is 1 when it
   is not given. */
static uint64_t span_at(Str text, size_t *at, size_t end)
{
    number_at(text, at, end);
    if (*at >= end || text.ptr[*at] != ',')
        return 1;
    (*at)++;
    return number_at(text, at, end);
}

/* Opens a hunk: @@ -a,b +c,d @@ context. */
static void open_hunk(Diff *diff, const Line *line)
{
    Scan *scan = diff->scan;
    size_t minus = find_byte_from(diff->text, line->start, line->end, '-') + 1, plus;
    if (minus > line->end)
        return;
    diff->old_left = span_at(diff->text, &minus, line->end);
    plus = find_byte_from(diff->text, minus, line->end, '+') + 1;
    diff->new_left = plus > line->end ? 0 : span_at(diff->text, &plus, line->end);
    scan_close_to(scan, diff->in_file ? 1 : 0, line->start);
    scan_cut(scan, line->start, 1);
    Symbol *hunk = scan_symbol_open(scan, SYMBOL_SECTION, scan_name(scan, line->start, line->end),
                                    line->start);
    hunk->signature = scan_signature(scan, line->start, line->end);
    hunk->body = (uint32_t)line->next;
}

static bool read_hunk_line(Diff *diff, char c)
{
    if (!diff->old_left && !diff->new_left)
        return false;
    switch (c) {
    case '+':
        diff->added++;
        diff->new_left -= diff->new_left > 0;
        return true;
    case '-':
        diff->removed++;
        diff->old_left -= diff->old_left > 0;
        return true;
    case ' ':
    case '\t':
    case '\n':
    case '\r':
        diff->new_left -= diff->new_left > 0;
        diff->old_left -= diff->old_left > 0;
        return true;
    default: return c == '\\';
    }
}

static void read_git_header(Diff *diff, const Line *line)
{
    Str text = str_slice(diff->text, 0, line->end);
    size_t second = find_from(text, line->start, STR(" b/"));
    size_t space = str_find_last_byte(str_slice(text, line->start, line->end), ' ');
    size_t from =
        second != STR_NONE ? second + 1 : line->start + (space == STR_NONE ? 0 : space + 1);
    open_file(diff, header_path(diff->text, from, line->end), line->start, true);
}

static void read_header(Diff *diff, const Line *line)
{
    Str text = str_slice(diff->text, line->start, line->end);
    if (str_starts(text, STR("diff --git ")) || str_starts(text, STR("diff --cc ")) ||
        str_starts(text, STR("diff -"))) {
        read_git_header(diff, line);
    } else if (str_starts(text, STR("Index: "))) {
        open_file(diff, header_path(diff->text, line->start + 7, line->end), line->start, true);
    } else if (str_starts(text, STR("--- ")) &&
               str_starts(str_from_offset(diff->text, line->next), STR("+++ "))) {
        Str name = header_path(diff->text, line->start + 4, line->end);
        if (!diff->in_file || !diff->headed)
            open_file(diff, name, line->start, false);
        else if (str_equal(name, STR("/dev/null")))
            diff->state = STR("new");
        diff->headed = false;
    } else if (str_starts(text, STR("+++ ")) && diff->in_file) {
        Str name = header_path(diff->text, line->start + 4, line->end);
        rename_file(diff, name);
        if (str_equal(name, STR("/dev/null")))
            diff->state = STR("deleted");
    } else if (str_starts(text, STR("new file mode"))) {
        diff->state = STR("new");
    } else if (str_starts(text, STR("deleted file mode"))) {
        diff->state = STR("deleted");
    } else if (str_starts(text, STR("rename to "))) {
        diff->state = STR("renamed");
        rename_file(diff, header_path(diff->text, line->start + 10, line->end));
    }
}

/* Reads the header and message of a mailed patch. */
static void read_mail(Diff *diff, const Line *line)
{
    Scan *scan = diff->scan;
    Str text = str_slice(diff->text, line->start, line->end);
    if (!str_starts(text, STR("Subject: ")))
        return;
    Symbol *subject = scan_symbol(scan, SYMBOL_RECORD, scan_name(scan, line->start + 9, line->end),
                                  line->start, line->end);
    subject->signature = scan_signature(scan, line->start, line->end);
}

static void read_line(Diff *diff, const Line *line)
{
    char c = line->start < line->end ? diff->text.ptr[line->start] : '\n';
    if (read_hunk_line(diff, c))
        return;
    diff->old_left = diff->new_left = 0;
    if (c == '@' && str_starts(str_slice(diff->text, line->start, line->end), STR("@@")))
        open_hunk(diff, line);
    else if (c == 'S' && !diff->in_file)
        read_mail(diff, line);
    else if (c == 'F' && str_starts(str_slice(diff->text, line->start, line->end), STR("From ")) &&
             diff->in_file)
        close_file(diff, line->start);
    else
        read_header(diff, line);
}

void scan_diff(Scan *scan)
{
    Diff diff = {.scan = scan, .text = scan->text};
    size_t at = 0;
    Line line;
    while (!scan_expired(scan) && line_take(scan->text, &at, &line))
        read_line(&diff, &line);
    close_file(&diff, scan->text.len);
    Buf facts = buf_open(scan->arena, 0);
    buf_put_thousands(&facts, diff.files);
    buf_put(&facts, diff.files == 1 ? STR(" file, +") : STR(" files, +"));
    buf_put_thousands(&facts, diff.all_added);
    buf_put(&facts, STR(" -"));
    buf_put_thousands(&facts, diff.all_removed);
    if (diff.files)
        scan->outline->facts = buf_str(&facts);
}
