/* Reads JSON text into a schema: one pass, no recursion, any bytes. Accepts what is written in
   practice beyond the standard: comments, trailing commas, single quotes, bare keys and words
   (JSON5); in other styles, the collections of YAML and TOML. Of each array and dictionary the
   first SCHEMA_SAMPLE values and the last are read; the others are skipped at memory speed and only
   counted. */
#pragma once

#include "lang/scan/schema.h"

/* Elements of an array, entries of a dictionary, and records whose values are read for the merged
   schema: this many at the start and the last one. */
#define SCHEMA_SAMPLE 100

typedef enum JsonStyle {
    STYLE_JSON,
    STYLE_YAML, /* flow collections: bare words may hold spaces and colons, strings line ends */
    STYLE_TOML, /* the same, `=` after a key, triple quotes */
} JsonStyle;

typedef struct JsonFrame {
    SchemaNode *node;
    bool is_array;
    bool fresh;   /* the node's range ends where this value ends */
    bool at_last; /* the last element was skipped and is now read after all */
    uint32_t count;
    uint32_t skipped; /* where the latest skipped element starts; 0: none */
} JsonFrame;

typedef struct JsonReader {
    Scan *scan;
    Schema *schema;
    const char *text;
    size_t end; /* reading stops here */
    size_t at;
    size_t reread; /* bytes that may still be read a second time, so that time stays linear */
    uint32_t steps;
    JsonStyle style;
    bool damaged; /* something was not JSON */
    bool expired;
    size_t depth;
    JsonFrame frames[SCHEMA_DEPTH_MAX];
} JsonReader;

void json_reader_init(JsonReader *reader, Scan *scan, Schema *schema, JsonStyle style);

/* Reads the value at `at` into the node and stops after it. */
void json_read_value(JsonReader *reader, SchemaNode *node, bool fresh);
/* Reads all values up to the end as elements of the node, as if brackets stood around them. */
void json_read_sequence(JsonReader *reader, SchemaNode *node);

/* After the string that begins at `at` with a quote; a line end or the end stops it too. */
size_t json_string_end(const char *text, size_t at, size_t end);
/* The same in YAML: lines may end inside, and a single quote is escaped by doubling it. */
size_t json_flow_string_end(const char *text, size_t at, size_t end);
/* The same in TOML. */
size_t json_toml_string_end(const char *text, size_t at, size_t end);
/* After the value at `at`, whatever it holds. */
size_t json_value_end(const char *text, size_t at, size_t end);
