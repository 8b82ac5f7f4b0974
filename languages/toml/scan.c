/* TOML: tables with their keys, and keys before the first table. Repeated tables, such as
   [[package]] in a lock file, are shown one by one while they are few; if there are many, they
   are merged like elements of an array. Values are read by the JSON reader in its TOML style.

   Why not tree-sitter: as for JSON, a merged schema of values is wanted, not a tree. */
#include "languages_lang.h"

#include "lang/scan/json_read.h"
#include "lang/scan/scan_text.h"

/* More tables of one name than this are merged into one. */
#define TOML_REPEATS_LISTED 8

/* Average bytes of a key in a map. */
#define TOML_KEY_BYTES 30
/* Bytes reserved in a signature for the number of merged tables. */
#define COUNT_CHARS 16

typedef struct TomlTable {
    Str header; /* with its brackets; empty before the first table */
    Str name;
    size_t start, end;
    size_t group; /* index in `groups` of the group with this header */
    SchemaNode *node;
    uint32_t keys;
} TomlTable;

typedef struct TomlGroup {
    size_t listed[TOML_REPEATS_LISTED]; /* indices of the first tables */
    size_t end;                         /* end of the last table */
    uint32_t count;
} TomlGroup;

typedef struct TomlFile {
    Scan *scan;
    Schema schema;
    JsonReader reader;
    VEC(TomlTable) tables;
    VEC(TomlGroup) groups;
    Map names; /* header -> index of its group + 1 */
    size_t at;
    size_t comment; /* start of the comment lines directly above; STR_NONE: none */
    size_t content_end;
    uint64_t keys;
    uint64_t headers;
} TomlFile;

static TomlTable *table_open(TomlFile *file, size_t start)
{
    TomlTable *table = VEC_PUSH(&file->scan->scratch, &file->tables);
    *table = (TomlTable){.start = start, .end = start, .group = STR_NONE};
    table->node = schema_node(&file->schema);
    schema_open_object(table->node);
    return table;
}

static void table_close(TomlFile *file)
{
    TomlTable *table = &file->tables.ptr[file->tables.len - 1];
    table->end = file->content_end;
    if (table->group != STR_NONE)
        file->groups.ptr[table->group].end = table->end;
    schema_close_object(table->node, table->keys);
    table->keys = 0;
}

/* Merges the tables listed so far into one. */
static void group_merge(TomlFile *file, const TomlGroup *group)
{
    SchemaNode *first = file->tables.ptr[group->listed[0]].node;
    for (size_t i = 1; i < TOML_REPEATS_LISTED; i++)
        schema_merge(&file->schema, first, file->tables.ptr[group->listed[i]].node);
}

/* Adds the table opened last to the group of its header. */
static void table_join(TomlFile *file, TomlTable *table)
{
    uint64_t *known = map_put(&file->names, table->header, NULL);
    if (!*known) {
        (void)VEC_PUSH(&file->scan->scratch, &file->groups);
        *known = file->groups.len;
    }
    table->group = *known - 1;
    if (file->scan->options->want_cuts)
        return; /* chunks need every table */
    TomlGroup *group = &file->groups.ptr[table->group];
    if (group->count < TOML_REPEATS_LISTED) {
        group->listed[group->count++] = file->tables.len - 1;
        return;
    }
    if (group->count++ == TOML_REPEATS_LISTED)
        group_merge(file, group);
    table->node = file->tables.ptr[group->listed[0]].node;
    schema_open_object(table->node);
}

static size_t lead_of(const TomlFile *file, const Line *line)
{
    return file->comment == STR_NONE ? line->start : file->comment;
}

static void read_header(TomlFile *file, const Line *line, size_t at)
{
    Str text = file->scan->text;
    size_t open = at;
    while (at < line->end && text.ptr[at] != ']' && text.ptr[at] != '#') {
        char c = text.ptr[at];
        at = c == '"' || c == '\'' ? json_toml_string_end(text.ptr, at, line->end) : at + 1;
    }
    size_t inner = open + (at > open + 1 && text.ptr[open + 1] == '[' ? 2 : 1);
    Str name = str_trim(str_slice(text, inner, MAX(inner, at)));
    file->scan->outline->degraded |= at == line->end || text.ptr[at] == '#' || !name.len;
    for (size_t brackets = 0; brackets < 2 && at < line->end && text.ptr[at] == ']'; brackets++)
        at++;
    table_close(file);
    TomlTable *table = table_open(file, open);
    table->header = str_trim(str_slice(text, open, at));
    table->name = name;
    file->headers++;
    file->content_end = at;
    scan_cut(file->scan, lead_of(file, line), 0);
    table_join(file, table);
}

/* The offset of the equals sign after the key at `at`, or STR_NONE. */
static size_t key_equals(Str text, size_t at, size_t end)
{
    while (at < end && text.ptr[at] != '=' && text.ptr[at] != '#') {
        char c = text.ptr[at];
        at = c == '"' || c == '\'' ? json_toml_string_end(text.ptr, at, end) : at + 1;
    }
    return at < end && text.ptr[at] == '=' ? at : STR_NONE;
}

static Str key_text(Str text, size_t at, size_t equals)
{
    Str key = str_trim(str_slice(text, at, equals));
    bool quoted = key.len > 1 && (key.ptr[0] == '"' || key.ptr[0] == '\'') &&
                  str_find_byte(str_from_offset(key, 1), key.ptr[0]) == key.len - 2;
    return quoted ? (Str){key.ptr + 1, key.len - 2} : key;
}

static void read_key_line(TomlFile *file, const Line *line, size_t at)
{
    Str text = file->scan->text;
    size_t equals = key_equals(text, at, line->end);
    if (equals == STR_NONE || equals == at) {
        file->scan->outline->degraded = true;
        return;
    }
    TomlTable *table = &file->tables.ptr[file->tables.len - 1];
    scan_cut(file->scan, lead_of(file, line), table->header.len > 0);
    bool fresh = false;
    SchemaNode *node =
        schema_key(&file->schema, table->node, key_text(text, at, equals), at, &fresh);
    table->keys++;
    file->keys++;
    JsonReader *reader = &file->reader;
    reader->at = skip_blanks(text, equals + 1, line->end);
    reader->damaged = reader->at == line->end || text.ptr[reader->at] == '#';
    if (!reader->damaged)
        json_read_value(reader, node, fresh);
    if (fresh)
        node->end = (uint32_t)MAX(reader->at, equals + 1);
    file->scan->outline->degraded |= reader->damaged;
    file->content_end = reader->at;
    if (reader->at >= file->at)
        file->at = MIN(line_end(text, reader->at) + 1, text.len);
}

static void read_line(TomlFile *file, const Line *line)
{
    Str text = file->scan->text;
    size_t at = skip_blanks(text, line->start, line->end);
    if (at == line->end) {
        file->comment = STR_NONE;
        return;
    }
    if (text.ptr[at] == '#') {
        file->comment = lead_of(file, line);
        return;
    }
    if (text.ptr[at] == '[')
        read_header(file, line, at);
    else
        read_key_line(file, line, at);
    file->comment = STR_NONE;
}

static bool group_is_merged(const TomlFile *file, const TomlTable *table)
{
    return table->group != STR_NONE && file->groups.ptr[table->group].count > TOML_REPEATS_LISTED;
}

static void emit_table(TomlFile *file, TomlTable *table, size_t end)
{
    Scan *scan = file->scan;
    Schema *schema = &file->schema;
    schema->depth_shown = 1;
    schema->root_listed =
        scan->options->size_wanted && file->keys * TOML_KEY_BYTES > scan->options->size_wanted;
    table->node->end = (uint32_t)end;
    if (!table->header.len) {
        schema->root_listed = false;
        schema_emit(scan, schema, table->node);
        return;
    }
    Symbol *symbol = scan_symbol_open(scan, SYMBOL_TABLE, table->name, table->start);
    symbol->signature =
        str_cut_chars(scan->arena, table->header, SIGNATURE_CHARS_MAX - COUNT_CHARS);
    symbol->body = (uint32_t)(table->start + table->header.len);
    size_t index = scan->outline->symbols.len - 1;
    if (group_is_merged(file, table))
        symbol->signature = str_format(scan->arena, "%.*s(%u)", STR_ARG(symbol->signature),
                                       file->groups.ptr[table->group].count);
    if (schema->root_listed) {
        schema_settle(schema, table->node);
        Str keys = schema_describe(scan->arena, table->node);
        symbol = &scan->outline->symbols.ptr[index];
        Str both = str_format(scan->arena, "%.*s %.*s", STR_ARG(symbol->signature), STR_ARG(keys));
        symbol->signature = str_cut_chars(scan->arena, both, SIGNATURE_CHARS_MAX);
    } else {
        schema_emit(scan, schema, table->node);
    }
    scan_symbol_close(scan, end);
}

static void emit_tables(TomlFile *file)
{
    for (size_t i = 0; i < file->tables.len; i++) {
        TomlTable *table = &file->tables.ptr[i];
        bool merged = group_is_merged(file, table);
        const TomlGroup *group = merged ? &file->groups.ptr[table->group] : NULL;
        if (!group || group->listed[0] == i)
            emit_table(file, table, group ? group->end : table->end);
    }
}

static Str toml_facts(const TomlFile *file)
{
    Buf buf = buf_open(file->scan->arena, 0);
    if (file->headers) {
        buf_put_thousands(&buf, file->headers);
        buf_put(&buf, file->headers == 1 ? STR(" table, ") : STR(" tables, "));
    }
    buf_put_thousands(&buf, file->keys);
    buf_put(&buf, file->keys == 1 ? STR(" key") : STR(" keys"));
    return buf_str(&buf);
}

void scan_toml(Scan *scan)
{
    TomlFile *file = NEW(&scan->scratch, TomlFile, 1);
    file->scan = scan;
    file->names = map_open(&scan->scratch);
    file->comment = STR_NONE;
    file->at = str_starts(scan->text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    schema_init(&file->schema, &scan->scratch);
    json_reader_init(&file->reader, scan, &file->schema, STYLE_TOML);
    table_open(file, file->at);
    Line line;
    while (line_take(scan->text, &file->at, &line) && !scan_expired(scan))
        read_line(file, &line);
    table_close(file);
    emit_tables(file);
    scan->outline->facts = toml_facts(file);
}
