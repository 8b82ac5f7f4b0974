/* Line-based reader of one YAML document into a schema. Indentation and the first characters decide
   the kind of a line. Block scalars, comments and continuation lines are skipped; flow collections
   are read by the JSON reader. Invalid YAML yields a shorter schema. */
#pragma once

#include "lang/scan/json_read.h"
#include "lang/scan/scan_text.h"

/* A list at the top level is shown item by item up to this number. */
#define YAML_ITEMS_MAX 200

typedef struct YamlFrame {
    ptrdiff_t column; /* column of this block's keys or dashes */
    bool is_sequence;
    bool fresh; /* the latest key has its first occurrence here */
    uint32_t count;
    SchemaNode *node;
    SchemaNode *key; /* the latest key */
} YamlFrame;

/* An entry of a list at the top level of a document. */
typedef struct YamlItem {
    size_t start, end;
    Str label; /* its name or id, else its first key */
    bool named;
} YamlItem;

typedef struct YamlReader {
    Scan *scan;
    Schema schema;
    JsonReader flow;
    SchemaNode *root;
    size_t at;          /* start of the next line */
    size_t start;       /* start of the document's first line */
    size_t content_end; /* end of the latest content */
    YamlFrame frames[SCHEMA_DEPTH_MAX];
    size_t depth;
    SchemaNode *pending; /* node of a key or dash whose value has not come yet */
    ptrdiff_t pending_column;
    bool in_block; /* in a block scalar, which a line left of block_column ends */
    ptrdiff_t block_column;
    size_t comment;     /* start of the comment lines directly above; STR_NONE: none */
    size_t flow_failed; /* bytes of flow collections that were never closed */
    uint32_t cut_depth; /* cut point depth of the document's top-level keys */
    uint32_t anchors;
    bool any;       /* the document has content */
    Str kind, name; /* values of `kind`, and of `name` or metadata's `name` */
    VEC(YamlItem) items;
} YamlReader;

/* A reader of the document whose first line is at `at`. */
void yaml_reader_init(YamlReader *reader, Scan *scan, size_t at);
/* Reads one document. Afterwards `at` is the next document's first line or the end of the text. */
void yaml_read_document(YamlReader *reader);
/* Whether the line is a document marker, three times `c`: `---` or `...`. */
bool yaml_is_marker(Str text, const Line *line, char c);
