/* Reads one YAML document into a schema, line by line. What a line is follows from its indentation
   and its first characters; block scalars, comments and continuation lines are stepped over, flow
   collections are read by the JSON reader. Bad YAML gives a shorter schema. */
#pragma once

#include "lang/scan/json_read.h"
#include "lang/scan/scan_text.h"

/* Lists at the top are shown item by item up to this many. */
#define YAML_ITEMS_MAX 200

typedef struct YamlFrame {
    ptrdiff_t column; /* where the keys or dashes of this block begin */
    bool is_sequence;
    bool fresh; /* `key` got its range here */
    uint32_t count;
    SchemaNode *node;
    SchemaNode *key; /* the latest */
} YamlFrame;

/* An entry of a list at the top of a document. */
typedef struct YamlItem {
    size_t start, end;
    Str label; /* its name or id, or its first key */
    bool named;
} YamlItem;

typedef struct YamlReader {
    Scan *scan;
    Schema schema;
    JsonReader flow;
    SchemaNode *root;
    size_t at;          /* the next line */
    size_t start;       /* of the document's first line */
    size_t content_end; /* after the latest content */
    YamlFrame frames[SCHEMA_DEPTH_MAX];
    size_t depth;
    SchemaNode *pending; /* has a key or dash, but no value yet */
    ptrdiff_t pending_column;
    bool in_block; /* in a block scalar, until a line is indented less than block_column */
    ptrdiff_t block_column;
    size_t comment;     /* where the comment lines right above begin; STR_NONE: none */
    size_t flow_failed; /* bytes of flow collections that were not closed */
    uint32_t cut_depth; /* depth of the document's own keys as cut points */
    uint32_t anchors;
    bool any;       /* the document has content */
    Str kind, name; /* values of `kind`, and of `name` or metadata's `name` */
    VEC(YamlItem) items;
} YamlReader;

/* A reader for the document whose first line is at `at`. */
void yaml_reader_init(YamlReader *reader, Scan *scan, size_t at);
/* Reads up to the next document's first line, where `at` is then, or to the end. */
void yaml_read_document(YamlReader *reader);
/* Whether the line is `---` or `...`. */
bool yaml_is_marker(Str text, const Line *line, char c);
