/* JSON Lines: one record a line. A sample is merged into one schema: the first records, the last,
   and records of a rare kind. All records are counted by type, role and level. For chunking, each
   record is a symbol instead.

   Why not tree-sitter: it has no grammar for JSONL. */
#include "languages_lang.h"

#include "lang/scan/json_read.h"
#include "lang/scan/jsonl_tally.h"
#include "lang/scan/scan_text.h"

/* Records that name chunks: as many as a transcript of 100 MB holds. */
#define JSONL_RECORDS_NAMED 200000

typedef struct Records {
    Schema schema;
    JsonReader reader;
    Tallies tallies;
    SchemaNode *root;
    Line last; /* the latest record, if it is whole and was not sampled; else empty */
    uint64_t count;
    uint64_t broken; /* number of lines that are not one whole JSON value */
} Records;

/* Merges the record into the schema. Returns whether it was one whole value. */
static bool record_sample(Records *records, const Line *line)
{
    JsonReader *reader = &records->reader;
    bool before = reader->damaged;
    reader->damaged = false;
    reader->at = line->start;
    reader->end = line->end;
    json_read_value(reader, records->root, records->count == 1);
    bool whole = !reader->damaged;
    reader->damaged |= before;
    return whole;
}

/* Adds the symbol that names the record's chunk. */
static void record_name(Scan *scan, const Records *records, Str record)
{
    if (!scan->options->want_cuts || records->count > JSONL_RECORDS_NAMED)
        return;
    Str kind = records->tallies.kind;
    Str number = str_format(scan->arena, "record %llu", (unsigned long long)records->count);
    size_t start = scan_offset(scan, record);
    Symbol *symbol =
        scan_symbol(scan, SYMBOL_RECORD, kind.len ? kind : number, start, start + record.len);
    symbol->signature =
        kind.len ? str_format(scan->arena, "%.*s: %.*s", STR_ARG(number), STR_ARG(kind)) : number;
}

static bool may_be_scalar(Str record)
{
    return byte_in(*record.ptr, "\"-0123456789") || str_equal(record, STR("null")) ||
           str_equal(record, STR("true")) || str_equal(record, STR("false"));
}

static void record_take(Scan *scan, Records *records, const Line *line)
{
    size_t start = skip_blanks(scan->text, line->start, line->end);
    size_t end = line->end;
    while (end > start && byte_is_space(scan->text.ptr[end - 1]))
        end--;
    bool complete = true;
    records->count++;
    Str record = {scan->text.ptr + start, end - start};
    bool rare = tally_record(&records->tallies, record, &complete);
    bool container = *record.ptr == '{' || *record.ptr == '[';
    bool whole = container ? complete : may_be_scalar(record);
    records->last = (Line){0};
    if (rare || records->count <= SCHEMA_SAMPLE)
        whole &= record_sample(records, line);
    else if (whole)
        records->last = *line;
    records->broken += !whole;
    scan_cut(scan, line->start, 0);
    record_name(scan, records, record);
}

/* Whether records span several lines: the first line alone is not a value. */
static bool is_spread(Str text, size_t start)
{
    size_t at = skip_space(text, start, text.len);
    size_t end = line_end(text, at);
    return at < text.len && (text.ptr[at] == '{' || text.ptr[at] == '[') &&
           skip_space(text, at + 1, end) == end;
}

static Str records_facts(Arena *arena, const Records *records)
{
    Buf buf = buf_open(arena, 0);
    buf_put_thousands(&buf, records->count);
    buf_put(&buf, records->count == 1 ? STR(" record") : STR(" records"));
    if (records->tallies.first_time.len) {
        buf_printf(&buf, ", %.*s to %.*s", STR_ARG(records->tallies.first_time),
                   STR_ARG(records->tallies.last_time));
    }
    if (records->broken) {
        buf_put(&buf, STR(", "));
        buf_put_thousands(&buf, records->broken);
        buf_put(&buf, records->broken == 1 ? STR(" line is not JSON") : STR(" lines are not JSON"));
    }
    return buf_str(&buf);
}

void scan_jsonl(Scan *scan)
{
    size_t at = str_starts(scan->text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    if (is_spread(scan->text, at)) {
        scan_json(scan);
        return;
    }
    Records records = {.tallies.arena = &scan->scratch};
    schema_init(&records.schema, &scan->scratch);
    records.schema.wanted = scan->options->size_wanted;
    json_reader_init(&records.reader, scan, &records.schema, STYLE_JSON);
    records.root = schema_node(&records.schema);
    records.root->key = STR("record");
    Line line;
    while (line_take(scan->text, &at, &line) && !scan_expired(scan)) {
        if (!line_is_blank(scan->text, &line))
            record_take(scan, &records, &line);
    }
    if (records.last.end)
        records.broken += !record_sample(&records, &records.last);
    tally_attach(&records.tallies, &scan->scratch, records.root);
    if (!scan->options->want_cuts)
        schema_emit(scan, &records.schema, records.root);
    scan->outline->degraded |= records.broken > 0 || at < scan->text.len;
    scan->outline->facts = records_facts(scan->arena, &records);
}
