/* Export as a tags file. Lines must be sorted by name without being held in memory: they are
   written to a temporary file in the order of files, and copied from there by name. */
#include "exchange/export.h"
#include "formats/ctags.h"

#include "base/path.h"
#include "index/catalog/counterparts.h"

#include <stdlib.h>

/* Size of the write buffer, which bounds the memory for any number of tags. */
#define FLUSH_BYTES (256 * KB)

/* A written line. */
typedef struct Line {
    Str name;        /* sort key */
    uint64_t offset; /* in the temporary file */
    uint32_t len, order;
} Line;

typedef struct Tags {
    Export *export;
    FsWriter writer;
    Buf buf;
    uint64_t flushed; /* bytes already passed to the writer */
    VEC(Line) lines;
    Str prefix; /* from the tags file to the repository; empty: they are in one directory */
} Tags;

/* ---- words ---- */

/* The word of universal-ctags, if its parsers have the kind. */
static Str kind_word(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_ENUM_MEMBER: return STR("enumerator");
    case SYMBOL_FIELD: return STR("member");
    case SYMBOL_TYPE: return STR("typedef");
    case SYMBOL_IMPL: return STR("implementation");
    default: return symbol_kind_name(kind);
    }
}

static Str access_word(uint32_t modifiers)
{
    return modifiers & MODIFIER(PUBLIC)      ? STR("public")
           : modifiers & MODIFIER(PROTECTED) ? STR("protected")
           : modifiers & MODIFIER(PRIVATE)   ? STR("private")
           : modifiers & MODIFIER(INTERNAL)  ? STR("internal")
                                             : (Str){0};
}

/* The offset after a bracket's partner, or STR_NONE. */
static size_t after_bracket(Str text, size_t at)
{
    size_t depth = 0;
    for (; at < text.len; at++) {
        depth += byte_in(text.ptr[at], "([{<") != 0;
        bool closes = byte_in(text.ptr[at], ")]}") ||
                      (text.ptr[at] == '>' && (!at || !byte_in(text.ptr[at - 1], "-=")));
        if (closes && depth && !--depth)
            return at + 1;
    }
    return STR_NONE;
}

/* The parameters in a signature, with their parentheses; empty if it does not show them. */
static Str parameters(Str signature, Str name)
{
    size_t at = 0, found;
    while (name.len && (found = str_find(str_from_offset(signature, at), name)) != STR_NONE) {
        size_t begin = at + found, end = begin + name.len;
        at = end;
        if (begin && byte_is_word(signature.ptr[begin - 1]))
            continue;
        if (end < signature.len && byte_in(signature.ptr[end], "<["))
            end = after_bracket(signature, end);
        while (end < signature.len && signature.ptr[end] == ' ')
            end++;
        if (end >= signature.len || signature.ptr[end] != '(')
            continue;
        size_t close = after_bracket(signature, end);
        return close == STR_NONE ? (Str){0} : str_slice(signature, end, close);
    }
    return (Str){0};
}

/* ---- scopes ---- */

/* Kind of the type named as scope by a declaration. */
static Str owner_kind(const Export *export, const CatalogFile *file, Str owner)
{
    uint32_t name = names_find(&export->catalog->names, owner);
    for (uint32_t i = 1; name && i < file->count; i++)
        if (file->entries[i].name == name && symbol_is_type((SymbolKind)file->entries[i].kind))
            return kind_word((SymbolKind)file->entries[i].kind);
    IdSpan others = name ? catalog_named(export->catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < others.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(export->catalog, others.ptr[i])->kind;
        if (symbol_is_type(kind) && kind != SYMBOL_IMPL)
            return kind_word(kind);
    }
    return STR("scope");
}

static void find_scope(const ExportFile *file, const Export *export, Arena *arena, size_t index,
                       CtagsTag *tag)
{
    const Symbol *symbol = &file->outline.symbols.ptr[index];
    Str full = symbol_qualified_name(arena, &file->outline, index);
    Str separator = lang_scope_separator(file->outline.language);
    uint32_t parent = symbol_outer(&file->outline.symbols, index);
    while (parent && !file->outline.symbols.ptr[parent - 1].name.len)
        parent = symbol_outer(&file->outline.symbols, parent - 1);
    if (!str_ends(full, symbol->name) || full.len <= symbol->name.len + separator.len)
        return;
    tag->scope = str_slice(full, 0, full.len - symbol->name.len - separator.len);
    Str owner = symbol_owner(symbol);
    tag->scope_kind = owner.len ? owner_kind(export, file->file, owner)
                      : parent  ? kind_word(file->outline.symbols.ptr[parent - 1].kind)
                                : STR("scope");
}

/* ---- lines ---- */

static bool flush(Tags *tags, Err *err)
{
    bool ok = fs_writer_put(&tags->writer, buf_str(&tags->buf), err);
    tags->flushed += tags->buf.len;
    tags->buf.len = 0;
    return ok;
}

/* The offsets of the lines of a text, and one more after the last. */
static uint32_t *line_starts(Arena *arena, Str text, size_t *count)
{
    VEC(uint32_t) starts = {0};
    *VEC_PUSH(arena, &starts) = 0;
    for (size_t at = 0; at < text.len; at++)
        if (text.ptr[at] == '\n')
            *VEC_PUSH(arena, &starts) = (uint32_t)at + 1;
    *VEC_PUSH(arena, &starts) = (uint32_t)text.len + 1;
    *count = starts.len - 1;
    return starts.ptr;
}

static bool put_file(Tags *tags, Arena *work, uint32_t id, Err *err)
{
    Export *export = tags->export;
    ExportFile file;
    Str text = {0};
    size_t line_count = 0;
    if (!export_file(export, work, id, &file, err))
        return false;
    if (!file.outline.symbols.len)
        return true;
    bool known = export_source(export, work, id, &text);
    const uint32_t *starts = known ? line_starts(work, text, &line_count) : NULL;
    Str path = str_join(work, tags->prefix, file.file->path);
    bool linked = lang_is_c(file.outline.language);
    for (size_t i = 0; i < file.outline.symbols.len; i++) {
        const Symbol *symbol = &file.outline.symbols.ptr[i];
        if (!symbol->name.len || !symbol->name_line)
            continue;
        CtagsTag tag = {.name = ctags_name(export->request->arena, symbol->name),
                        .path = path,
                        .line = symbol->name_line,
                        .end_line = symbol->end_line,
                        .kind = kind_word(symbol->kind),
                        .language = lang_name(file.outline.language),
                        .access = access_word(symbol->modifiers),
                        .file_only =
                            linked && !symbol->parent && symbol->modifiers & MODIFIER(STATIC)};
        if (linked &&
            counterpart_is_declaration(export->catalog, file.file->first + (uint32_t)i + 1))
            tag.kind = symbol_is_function(symbol->kind)  ? STR("prototype")
                       : symbol->kind == SYMBOL_VARIABLE ? STR("externvar")
                                                         : tag.kind;
        if (symbol_is_callable(symbol->kind))
            tag.signature = parameters(symbol->signature, symbol->name);
        if (known && tag.line <= line_count) {
            tag.source = str_slice(text, starts[tag.line - 1], starts[tag.line] - 1);
            tag.source.len -= str_ends(tag.source, STR("\r"));
        }
        find_scope(&file, export, work, i, &tag);
        size_t before = tags->buf.len;
        ctags_put(&tags->buf, &tag);
        Str name = tag.name.ptr == symbol->name.ptr
                       ? catalog_name(export->catalog, file.file->entries[i + 1].name)
                       : tag.name;
        *VEC_PUSH(export->request->arena, &tags->lines) =
            (Line){.name = name,
                   .offset = tags->flushed + before,
                   .len = (uint32_t)(tags->buf.len - before),
                   .order = (uint32_t)tags->lines.len};
        if (tags->buf.len > FLUSH_BYTES && !flush(tags, err))
            return false;
    }
    return true;
}

static int compare_lines(const void *a, const void *b)
{
    const Line *x = a, *y = b;
    int order = str_compare(x->name, y->name);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* Writes the lines of the temporary file by name. */
static bool put_sorted(Tags *tags, const FsStage *lines, const FsStage *into, Err *err)
{
    const FsPolicy anywhere = {0};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    FsWriter writer SCOPED(fs_writer_drop) = {.fd = -1};
    Arena *arena = tags->export->request->arena;
    if (!fs_open(arena, &anywhere, str_from(lines->temporary), &file, err) ||
        !fs_stage_writer(into, &writer, err))
        return false;
    ctags_put_head(&tags->buf);
    qsort(tags->lines.ptr, tags->lines.len, sizeof *tags->lines.ptr, compare_lines);
    for (size_t i = 0; i < tags->lines.len; i++) {
        const Line *line = &tags->lines.ptr[i];
        size_t got = 0;
        char *place = buf_reserve(&tags->buf, line->len);
        if (!fs_read_at(&file, line->offset, place, line->len, &got, err))
            return false;
        if (got < line->len)
            return err_set(err, ERR_STALE, "the temporary file '%.*s' was changed",
                           PATH_SHOWN_BYTES, lines->temporary);
        tags->buf.len += got;
        if (tags->buf.len > FLUSH_BYTES) {
            if (!fs_writer_put(&writer, buf_str(&tags->buf), err))
                return false;
            tags->buf.len = 0;
        }
    }
    return fs_writer_put(&writer, buf_str(&tags->buf), err) && fs_writer_close(&writer, err);
}

/* The relative path from one directory to another, with a slash at its end; both are absolute. */
static Str way_to(Arena *arena, Str from, Str to)
{
    size_t common = 0;
    for (size_t i = 0; i <= from.len && i <= to.len; i++) {
        bool ends = (i == from.len || from.ptr[i] == '/') && (i == to.len || to.ptr[i] == '/');
        if (ends)
            common = i;
        if (i == from.len || i == to.len || from.ptr[i] != to.ptr[i])
            break;
    }
    Buf way = buf_open(arena, 0);
    for (size_t i = common; i < from.len; i++)
        if (from.ptr[i] == '/' && i + 1 < from.len)
            buf_put(&way, STR("../"));
    Str rest = str_from_offset(to, common);
    while (rest.len && rest.ptr[0] == '/')
        rest = str_from_offset(rest, 1);
    buf_put(&way, rest);
    if (rest.len)
        buf_put_byte(&way, '/');
    return buf_str(&way);
}

static bool put_lines(Tags *tags, const FsStage *lines, Err *err)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    if (!fs_stage_writer(lines, &tags->writer, err))
        return false;
    for (size_t i = 0; i < tags->export->path_count; i++) {
        arena_reset(&work);
        if (!put_file(tags, &work, tags->export->paths[i].id, err))
            return false;
    }
    tags->export->count.tags = tags->lines.len;
    return flush(tags, err) && fs_writer_close(&tags->writer, err);
}

bool export_ctags(Export *export, const FsStage *into, Err *err)
{
    Arena *arena = export->request->arena;
    Str target = str_from(into->target);
    Str directory = fs_real_path(arena, path_directory(target));
    Tags tags = {.export = export,
                 .writer = {.fd = -1},
                 .buf = buf_open(arena, 0),
                 .prefix = way_to(arena, directory, export->session->repo.root)};
    FsStage lines SCOPED(fs_stage_close) = {0};
    bool ok = fs_stage_open(arena, target, false, &lines, err) && put_lines(&tags, &lines, err) &&
              put_sorted(&tags, &lines, into, err);
    fs_writer_drop(&tags.writer);
    return ok;
}
