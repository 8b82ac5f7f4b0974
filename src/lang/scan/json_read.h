/* Reader of JSON text into a schema: one pass, no recursion, any input. It also accepts common
   extensions: comments, trailing commas, single quotes, bare keys and words (JSON5). Other
   styles read the inline collections of YAML and TOML.

   The first SCHEMA_SAMPLE values and the last one of each array and dictionary are read. The others
   are only skipped and counted. */
#pragma once

#include "lang/scan/schema.h"

/* Sampling limit: this many elements of an array, entries of a dictionary or records are read,
   and the last one. The rest adds nothing but its number to the schema. */
#define SCHEMA_SAMPLE 100

typedef enum JsonStyle {
    STYLE_JSON,
    STYLE_YAML, /* flow collections: bare words may hold spaces and colons, strings line ends */
    STYLE_TOML, /* the same, with `=` after a key and triple quotes */
} JsonStyle;

typedef struct JsonFrame {
    SchemaNode *node;
    bool is_array;
    bool fresh;   /* the node's range ends where this value ends */
    bool at_last; /* the last element was skipped first and is now being read */
    uint32_t count;
    uint32_t skipped; /* start of the latest skipped element; 0: none */
} JsonFrame;

typedef struct JsonReader {
    Scan *scan;
    Schema *schema;
    const char *text;
    size_t end; /* offset at which reading stops */
    size_t at;
    size_t reread; /* bytes that may still be read twice; keeps the time linear */
    uint32_t steps;
    JsonStyle style;
    bool damaged; /* the text is not valid JSON in some place */
    bool expired;
    size_t depth;
    JsonFrame frames[SCHEMA_DEPTH_MAX];
} JsonReader;

/* A reader at the start of the scan's text; set `at` and `end` to read a part of it. */
void json_reader_init(JsonReader *reader, Scan *scan, Schema *schema, JsonStyle style);

/* Reads the value at reader->at into the node and stops after it. `fresh` when the value ends
   the node's range. */
void json_read_value(JsonReader *reader, SchemaNode *node, bool fresh);
/* Reads all values up to the end as if they were the elements of an array. */
void json_read_sequence(JsonReader *reader, SchemaNode *node);

/* The offset after the quoted string at `at`. A missing quote ends it at the line end or at
   `end`. */
size_t json_string_end(const char *text, size_t at, size_t end);
/* The same for YAML: a string may contain line ends, and a single quote is doubled to escape it. */
size_t json_flow_string_end(const char *text, size_t at, size_t end);
/* The same for TOML. */
size_t json_toml_string_end(const char *text, size_t at, size_t end);
/* The offset after the value at `at`, of any type. */
size_t json_value_end(const char *text, size_t at, size_t end);
