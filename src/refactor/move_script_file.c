/* One file of a move: a statement is read whole or not at all, so that nothing in it is lost when
   it is written again. */
#include "refactor/move_script.h"

#include "base/path.h"

/* ---- reading ---- */

typedef struct Scan {
    Str text;
    size_t at;
} Scan;

static void skip_space(Scan *scan)
{
    while (scan->at < scan->text.len && byte_is_space(scan->text.ptr[scan->at]))
        scan->at++;
}

static Str peek_word(Scan *scan)
{
    skip_space(scan);
    size_t end = scan->at;
    while (end < scan->text.len &&
           (byte_is_word(scan->text.ptr[end]) || scan->text.ptr[end] == '$'))
        end++;
    return str_slice(scan->text, scan->at, end);
}

static Str take_word(Scan *scan)
{
    Str word = peek_word(scan);
    scan->at += word.len;
    return word;
}

static bool take_mark(Scan *scan, char mark)
{
    skip_space(scan);
    bool there = scan->at < scan->text.len && scan->text.ptr[scan->at] == mark;
    scan->at += there;
    return there;
}

static bool take_given(Scan *scan, Str word)
{
    bool there = str_equal(peek_word(scan), word);
    scan->at += there ? word.len : 0;
    return there;
}

/* The names after the open brace. */
static bool read_names(Arena *arena, Scan *scan, ScriptStatement *statement)
{
    size_t open = scan->at;
    while (!take_mark(scan, '}')) {
        ScriptName *entry = VEC_PUSH(arena, &statement->names);
        entry->name = take_word(scan);
        Str next = peek_word(scan);
        if (str_equal(entry->name, STR("type")) && next.len && !str_equal(next, STR("as"))) {
            entry->type = true;
            entry->name = take_word(scan);
        }
        entry->alias = take_given(scan, STR("as")) ? take_word(scan) : entry->name;
        if (!entry->name.len || !entry->alias.len)
            return false;
        statement->trailing_comma = take_mark(scan, ',');
        skip_space(scan);
        if (!statement->trailing_comma && scan->at < scan->text.len &&
            scan->text.ptr[scan->at] != '}')
            return false;
    }
    Str braces = str_slice(scan->text, open, scan->at);
    size_t line = str_find_byte(braces, '\n');
    statement->lines = line != STR_NONE;
    for (size_t end = line + 1; statement->lines && end < braces.len; end++)
        if (!byte_in(braces.ptr[end], " \t")) {
            statement->indent = str_slice(braces, line + 1, end);
            break;
        }
    return true;
}

/* What is imported, up to `from`. */
static bool read_clause(Arena *arena, Scan *scan, ScriptStatement *statement)
{
    Scan ahead = *scan;
    if (take_given(&ahead, STR("type"))) {
        Str next = peek_word(&ahead);
        if (next.len ? !str_equal(next, STR("from"))
                     : ahead.at < ahead.text.len && byte_in(ahead.text.ptr[ahead.at], "{*")) {
            statement->type = true;
            *scan = ahead;
        }
    }
    statement->fallback = take_word(scan);
    if (statement->fallback.len && !take_mark(scan, ','))
        return true;
    if (take_mark(scan, '{'))
        return read_names(arena, scan, statement);
    if (!take_mark(scan, '*'))
        return false;
    if (take_given(scan, STR("as")))
        statement->space = take_word(scan);
    statement->star = !statement->space.len;
    return statement->space.len || statement->exports;
}

static bool read_statement(Arena *arena, Str text, ScriptStatement *statement)
{
    Scan scan = {.text = text};
    statement->exports = str_equal(peek_word(&scan), STR("export"));
    if (!statement->exports && !str_equal(peek_word(&scan), STR("import")))
        return false;
    take_word(&scan);
    skip_space(&scan);
    bool effect = scan.at < text.len && byte_in(text.ptr[scan.at], "\"'");
    if (!effect && (!read_clause(arena, &scan, statement) || !take_given(&scan, STR("from"))))
        return false;
    skip_space(&scan);
    if (scan.at == text.len || !byte_in(text.ptr[scan.at], "\"'"))
        return false;
    statement->quote = text.ptr[scan.at++];
    Str rest = str_from_offset(text, scan.at);
    size_t end = str_find_byte(rest, statement->quote);
    if (end == STR_NONE)
        return false;
    statement->module = str_slice(rest, 0, end);
    Str tail = str_trim(str_from_offset(rest, end + 1));
    statement->semicolon = str_equal(tail, STR(";"));
    return !tail.len || statement->semicolon;
}

/* The file that the imports of a line mean; *unsure: not all the same. */
static uint32_t target_of(const Move *move, uint32_t file, uint32_t line, bool *unsure)
{
    uint32_t target = FILE_NOWHERE;
    bool found = false;
    if (file == FILE_NOWHERE)
        return FILE_NOWHERE;
    const ImportLinkVec *links = resolve_imports(move->uses->resolver, file);
    for (size_t i = 0; i < links->len; i++) {
        if (links->ptr[i].line != line)
            continue;
        *unsure |= found && links->ptr[i].target != target;
        target = links->ptr[i].target;
        found = true;
    }
    return target;
}

static Str stem_of(Str base)
{
    size_t dot = str_find_last_byte(base, '.');
    return str_slice(base, 0, dot == STR_NONE ? base.len : dot);
}

static bool is_relative(Str module)
{
    return module.len && module.ptr[0] == '.';
}

/* Learns from one statement how the file names modules. */
static void learn_style(const Move *move, ScriptFile *file, const ScriptStatement *statement)
{
    file->quote = file->quote ? file->quote : statement->quote;
    file->semicolon |= statement->semicolon;
    if (!is_relative(statement->module) || statement->target == FILE_NOWHERE)
        return;
    Str base = path_base(move->uses->catalog->files.ptr[statement->target].path);
    Str last = path_base(statement->module);
    bool script = str_equal(stem_of(last), stem_of(base)) && !str_equal(last, stem_of(base));
    if (str_equal(path_extension(base), STR("json")))
        return;
    if (str_equal(last, base) && !str_ends(base, STR("js")))
        file->style = SCRIPT_STYLE_EXACT;
    else if (script || str_equal(last, base))
        file->style = SCRIPT_STYLE_COMPILED;
    else
        file->style = SCRIPT_STYLE_BARE;
    file->folders |= str_equal(stem_of(base), STR("index")) &&
                     !str_equal(stem_of(last), STR("index")) && !str_equal(last, STR("index"));
}

void script_open(const Move *move, ScriptFile *file)
{
    Arena *arena = move->uses->request->arena;
    for (size_t i = 0; i < file->outline->imports.len; i++) {
        const Import *import = &file->outline->imports.ptr[i];
        ScriptStatement statement = {.start = import->start, .end = import->end};
        Str text = str_slice(file->text, import->start, import->end);
        bool unsure = false;
        statement.target = target_of(move, file->id, import->line, &unsure);
        if (unsure || !read_statement(arena, text, &statement))
            continue;
        learn_style(move, file, &statement);
        *VEC_PUSH(arena, &file->statements) = statement;
    }
}

void script_take_style(ScriptFile *file, const ScriptFile *other)
{
    if (!file->quote) {
        file->quote = other->quote;
        file->semicolon = other->semicolon;
    }
    if (file->style == SCRIPT_STYLE_UNKNOWN) {
        file->style = other->style;
        file->folders = other->folders;
    }
}

ScriptStatement *script_statement_at(const ScriptFile *file, uint32_t offset)
{
    for (size_t i = 0; i < file->statements.len; i++)
        if (file->statements.ptr[i].start <= offset && offset < file->statements.ptr[i].end)
            return &file->statements.ptr[i];
    return NULL;
}

/* ---- names of modules ---- */

Str script_relative(Arena *arena, Str folder, Str path)
{
    size_t common = 0, i = 0;
    folder = str_equal(folder, STR(".")) ? (Str){0} : folder;
    for (; i < folder.len && i < path.len && folder.ptr[i] == path.ptr[i]; i++)
        if (folder.ptr[i] == '/')
            common = i + 1;
    if (folder.len && i == folder.len && i < path.len && path.ptr[i] == '/')
        common = i + 1;
    Str above = str_from_offset(folder, MIN(common, folder.len));
    Buf out = buf_open(arena, 0);
    buf_put(&out, above.len ? STR("../") : STR("./"));
    for (size_t k = 0; k < above.len; k++)
        if (above.ptr[k] == '/')
            buf_put(&out, STR("../"));
    buf_put(&out, str_from_offset(path, common));
    return buf_str(&out);
}

/* The file's path with the extension that the style gives it. */
static Str styled(Arena *arena, const ScriptFile *file, Str path)
{
    static const struct {
        Str source, made;
    } rows[] = {{STR_INIT("ts"), STR_INIT("js")},
                {STR_INIT("tsx"), STR_INIT("js")},
                {STR_INIT("mts"), STR_INIT("mjs")},
                {STR_INIT("cts"), STR_INIT("cjs")}};
    Str extension = path_extension(path);
    Str stem = str_slice(path, 0, path.len - extension.len - 1);
    if (file->style == SCRIPT_STYLE_BARE) {
        if (!name_is_listed("ts tsx js jsx", extension))
            return (Str){0};
        bool index = file->folders && str_equal(path_base(stem), STR("index"));
        return index ? path_directory(stem) : stem;
    }
    for (size_t i = 0; i < COUNT(rows) && file->style == SCRIPT_STYLE_COMPILED; i++)
        if (str_equal(extension, rows[i].source))
            return str_format(arena, "%.*s.%.*s", STR_ARG(stem), STR_ARG(rows[i].made));
    return path;
}

Str script_module(const Move *move, const ScriptFile *file, Str path)
{
    Arena *arena = move->uses->request->arena;
    if (file->style == SCRIPT_STYLE_UNKNOWN)
        return (Str){0};
    Str wanted = styled(arena, file, path);
    return wanted.len ? script_relative(arena, path_directory(file->path), wanted) : (Str){0};
}

/* ---- writing ---- */

static Str head_of(const ScriptStatement *statement)
{
    return statement->exports ? (statement->type ? STR("export type ") : STR("export "))
                              : (statement->type ? STR("import type ") : STR("import "));
}

static void put_names(Buf *out, const ScriptStatement *statement)
{
    bool lines = statement->lines;
    buf_put(out, lines ? STR("{\n") : STR("{ "));
    for (size_t i = 0; i < statement->names.len; i++) {
        const ScriptName *entry = &statement->names.ptr[i];
        bool last = i + 1 == statement->names.len;
        buf_put(out, lines ? statement->indent : (Str){0});
        buf_printf(out, "%s%.*s", entry->type ? "type " : "", STR_ARG(entry->name));
        if (!str_equal(entry->alias, entry->name))
            buf_printf(out, " as %.*s", STR_ARG(entry->alias));
        buf_put(out, !last || (lines && statement->trailing_comma) ? STR(",") : (Str){0});
        buf_put(out, lines ? STR("\n") : last ? (Str){0} : STR(" "));
    }
    buf_put(out, lines ? STR("}") : STR(" }"));
}

static Str statement_text(Arena *arena, const ScriptStatement *statement)
{
    Buf out = buf_open(arena, 0);
    buf_put(&out, head_of(statement));
    buf_put(&out, statement->fallback);
    bool more = statement->space.len || statement->names.len || statement->star;
    buf_put(&out, statement->fallback.len && more ? STR(", ") : (Str){0});
    if (statement->space.len)
        buf_printf(&out, "* as %.*s", STR_ARG(statement->space));
    if (statement->names.len)
        put_names(&out, statement);
    buf_printf(&out, " from %c%.*s%c%s", statement->quote, STR_ARG(statement->module),
               statement->quote, statement->semicolon ? ";" : "");
    return buf_str(&out);
}

/* Whether a statement of the file has the one name of another; *typed: only as a type. */
static bool has_name(const ScriptStatement *statement, const ScriptStatement *wanted, bool *typed)
{
    bool found = false;
    *typed = statement->type;
    if (wanted->space.len)
        found = str_equal(statement->space, wanted->space);
    else if (wanted->fallback.len)
        found = str_equal(statement->fallback, wanted->fallback);
    for (size_t i = 0; i < statement->names.len && wanted->names.len; i++)
        if (str_equal(statement->names.ptr[i].name, wanted->names.ptr[0].name) &&
            str_equal(statement->names.ptr[i].alias, wanted->names.ptr[0].alias)) {
            *typed |= statement->names.ptr[i].type;
            return true;
        }
    return found;
}

static bool is_same_module(const ScriptStatement *a, const ScriptStatement *b)
{
    return str_equal(a->module, b->module) || (a->target != FILE_NOWHERE && a->target == b->target);
}

bool script_add(const Move *move, ScriptFile *file, const ScriptStatement *wanted)
{
    Arena *arena = move->uses->request->arena;
    bool type = wanted->type || (wanted->names.len && wanted->names.ptr[0].type), typed;
    ScriptStatement *host = NULL;
    for (size_t i = 0; i < file->statements.len; i++) {
        ScriptStatement *statement = &file->statements.ptr[i];
        if (statement->exports != wanted->exports || !is_same_module(statement, wanted))
            continue;
        if (has_name(statement, wanted, &typed))
            return type || !typed;
        if (wanted->names.len && statement->names.len &&
            (statement->type == wanted->type || wanted->type) && (type || !statement->type))
            host = host && host->type == wanted->type ? host : statement;
    }
    if (host) {
        ScriptName entry = wanted->names.ptr[0];
        entry.type = !host->type && type;
        *VEC_PUSH(arena, &host->names) = entry;
        host->touched = true;
        return true;
    }
    ScriptStatement *fresh = VEC_PUSH(arena, &file->statements);
    *fresh = *wanted;
    fresh->names.ptr = NULL;
    fresh->names.len = fresh->names.cap = 0;
    if (wanted->names.len)
        *VEC_PUSH(arena, &fresh->names) = wanted->names.ptr[0];
    fresh->start = fresh->end = UINT32_MAX;
    fresh->quote = file->quote ? file->quote : '\'';
    fresh->semicolon = file->semicolon;
    fresh->lines = false;
    return true;
}

static size_t line_end(Str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n')
        at++;
    return at + (at < text.len);
}

/* The offset after the last import, or after the lines at the head that must stay there. */
static size_t place_for_imports(const ScriptFile *file)
{
    size_t at = 0;
    for (size_t i = 0; i < file->statements.len; i++)
        if (file->statements.ptr[i].end != UINT32_MAX && !file->statements.ptr[i].exports)
            at = MAX(at, line_end(file->text, file->statements.ptr[i].end));
    while (!at || (at < file->text.len && byte_in(file->text.ptr[at], "#/\"'"))) {
        Str rest = str_from_offset(file->text, at), line = str_slice(rest, 0, line_end(rest, 0));
        Str next = str_from_offset(rest, line.len);
        bool comment = str_starts(line, STR("//"));
        bool kept = str_starts(line, STR("#!")) || str_starts(line, STR("// @")) ||
                    (line.len && byte_in(line.ptr[0], "\"'")) ||
                    (comment && next.len && byte_in(next.ptr[0], "/\r\n"));
        size_t close = str_starts(line, STR("/*")) ? str_find(rest, STR("*/")) : STR_NONE;
        if (close != STR_NONE) {
            size_t end = line_end(rest, close);
            kept = end < rest.len && byte_in(rest.ptr[end], "\r\n");
            line = str_slice(rest, 0, end);
        }
        if (!kept || !line.len)
            break;
        at += line.len;
    }
    return at;
}

/* Where two edits begin, imports come before a word that is put before a declaration. */
static int compare_edits(const void *a, const void *b)
{
    const ScriptEdit *one = a, *other = b;
    if (one->start != other->start)
        return (one->start > other->start) - (one->start < other->start);
    if (one->end != other->end)
        return (one->end > other->end) - (one->end < other->end);
    return str_starts(other->text, STR("import ")) - str_starts(one->text, STR("import "));
}

static void add_edit(Arena *arena, ScriptFile *file, size_t start, size_t end, Str text)
{
    *VEC_PUSH(arena, &file->edits) = (ScriptEdit){.start = start, .end = end, .text = text};
}

void script_edit(const Move *move, ScriptFile *file, size_t start, size_t end, Str text)
{
    add_edit(move->uses->request->arena, file, start, end, text);
}

Str script_text(const Move *move, ScriptFile *file, size_t start, size_t end)
{
    Arena *arena = move->uses->request->arena;
    Buf fresh = buf_open(arena, 0), out = buf_open(arena, 0);
    size_t at = 0;
    for (size_t i = 0; i < file->statements.len; i++) {
        ScriptStatement *statement = &file->statements.ptr[i];
        bool empty = !statement->names.len && !statement->space.len && !statement->fallback.len &&
                     !statement->star;
        if (statement->end == UINT32_MAX)
            buf_printf(&fresh, "%.*s\n", STR_ARG(statement_text(arena, statement)));
        else if (statement->touched && empty)
            add_edit(arena, file, statement->start, line_end(file->text, statement->end), (Str){0});
        else if (statement->touched)
            add_edit(arena, file, statement->start, statement->end,
                     statement_text(arena, statement));
    }
    size_t place = place_for_imports(file);
    bool apart = fresh.len && place < file->text.len && !file->outline->imports.len &&
                 !byte_in(file->text.ptr[place], "\r\n");
    buf_put(&fresh, apart ? STR("\n") : (Str){0});
    if (fresh.len)
        add_edit(arena, file, place, place, buf_str(&fresh));
    if (start < end)
        add_edit(arena, file, start, end, (Str){0});
    qsort(file->edits.ptr, file->edits.len, sizeof *file->edits.ptr, compare_edits);
    for (size_t i = 0; i < file->edits.len; i++) {
        const ScriptEdit *edit = &file->edits.ptr[i];
        buf_put(&out, str_slice(file->text, at, edit->start));
        buf_put(&out, edit->text);
        at = edit->end;
    }
    buf_put(&out, str_from_offset(file->text, at));
    return buf_str(&out);
}
