/* YAML: keys down to YAML_DEPTH_SHOWN with types and ranges; deeper keys are listed in braces.
   In a file of several documents each has a symbol, named as kubectl would name it
   (Deployment/web). A list at the top level, such as a playbook, is shown entry by entry.

   Why not tree-sitter: its grammar parses 9.3 MB/s, and its scanner aborts at about 300 nested
   lists. */
#include "languages_lang.h"

#include "lang/scan/yaml_read.h"

/* Depth down to which keys are shown. */
#define YAML_DEPTH_SHOWN 2
/* A document's keys are hidden when a map has fewer bytes than this for it. */
#define YAML_DOCUMENT_BYTES 200

typedef struct YamlFile {
    Scan *scan;
    size_t markers;   /* number of lines that begin a document */
    size_t documents; /* number of documents with content, so far */
    uint64_t anchors;
    uint32_t wanted; /* bytes of a map for one document */
} YamlFile;

static size_t count_markers(Scan *scan)
{
    size_t count = 0, at = 0;
    Line line;
    while (line_take(scan->text, &at, &line) && !scan_expired(scan))
        count += yaml_is_marker(scan->text, &line, '-');
    return count;
}

static Str document_label(const YamlFile *file, const YamlReader *reader)
{
    Arena *arena = file->scan->arena;
    Buf buf = buf_open(arena, 0);
    buf_put(&buf, str_cut_chars(arena, reader->kind, SCHEMA_KEY_CHARS_MAX));
    if (reader->kind.len && reader->name.len)
        buf_put_byte(&buf, '/');
    buf_put(&buf, str_cut_chars(arena, reader->name, SCHEMA_KEY_CHARS_MAX));
    return buf.len ? str_fold_space(arena, buf_str(&buf))
                   : str_format(arena, "document %zu", file->documents);
}

static void emit_items(YamlFile *file, YamlReader *reader)
{
    Scan *scan = file->scan;
    for (size_t i = 0; i < reader->items.len; i++) {
        const YamlItem *item = &reader->items.ptr[i];
        if (!item->label.len)
            continue;
        Str label = str_cut_chars(scan->arena, item->label, SCHEMA_KEY_CHARS_MAX);
        Symbol *symbol = scan_symbol(scan, SYMBOL_RECORD, item->label, item->start, item->end);
        symbol->signature = str_format(scan->arena, "- %.*s", STR_ARG(label));
    }
}

static bool items_are_shown(const YamlReader *reader)
{
    bool list = !(reader->root->types & SCHEMA_OBJECT) && reader->items.len <= YAML_ITEMS_MAX;
    for (size_t i = 0; list && i < reader->items.len; i++) {
        if (reader->items.ptr[i].label.len)
            return true;
    }
    return false;
}

static void emit_list(YamlFile *file, YamlReader *reader)
{
    Scan *scan = file->scan;
    reader->schema.root_listed = true;
    schema_settle(&reader->schema, reader->root);
    Symbol *symbol = scan_symbol_open(scan, SYMBOL_KEY, STR("[]"), reader->items.ptr[0].start);
    symbol->signature =
        str_cut_chars(scan->arena, schema_describe(scan->arena, reader->root), SIGNATURE_CHARS_MAX);
    emit_items(file, reader);
    scan_symbol_close(scan, reader->content_end);
}

static void emit_document(YamlFile *file, YamlReader *reader)
{
    Scan *scan = file->scan;
    bool several = file->markers > 1;
    if (several) {
        Str label = document_label(file, reader);
        scan_symbol_open(scan, SYMBOL_DOCUMENT, label, reader->start)->signature = label;
    }
    reader->schema.wanted = file->wanted;
    reader->schema.depth_shown = YAML_DEPTH_SHOWN;
    if (items_are_shown(reader))
        emit_list(file, reader);
    else if (!several || !file->wanted || file->wanted > YAML_DOCUMENT_BYTES)
        schema_emit(scan, &reader->schema, reader->root);
    if (several)
        scan_symbol_close(scan, reader->content_end);
}

/* The bytes of a map for each document. */
static uint32_t wanted_by_document(const Scan *scan, size_t documents)
{
    uint32_t wanted = scan->options->size_wanted;
    if (!wanted || documents <= 1)
        return wanted;
    return (uint32_t)(wanted / documents) + 1;
}

static Str yaml_facts(Arena *arena, const YamlFile *file, Str last)
{
    Buf buf = buf_open(arena, 0);
    if (file->documents > 1) {
        buf_put_thousands(&buf, file->documents);
        buf_put(&buf, STR(" documents"));
    } else {
        buf_put(&buf, last);
    }
    if (file->anchors) {
        buf_put(&buf, STR(", "));
        buf_put_thousands(&buf, file->anchors);
        buf_put(&buf, file->anchors == 1 ? STR(" anchor") : STR(" anchors"));
    }
    return buf_str(&buf);
}

void scan_yaml(Scan *scan)
{
    YamlFile file = {.scan = scan, .markers = count_markers(scan)};
    Arena empty = scan->scratch;
    YamlReader *reader = NEW(&empty, YamlReader, 1);
    size_t at = str_starts(scan->text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    Str facts = {0};
    file.wanted = wanted_by_document(scan, file.markers);
    while (at < scan->text.len && !scan_expired(scan)) {
        scan->scratch = empty;
        yaml_reader_init(reader, scan, at);
        reader->cut_depth = file.markers > 1;
        scan_cut(scan, at, 0);
        yaml_read_document(reader);
        at = reader->at;
        file.anchors += reader->anchors;
        if (!reader->any)
            continue;
        file.documents++;
        emit_document(&file, reader);
        reader->schema.wanted = 0;
        facts = schema_facts(scan->arena, &reader->schema, reader->root);
    }
    scan->outline->facts = yaml_facts(scan->arena, &file, facts);
}
