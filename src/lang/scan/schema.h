/* Schema inference: the merged structure of data, which is the outline of JSON, YAML, TOML and
   similar formats.

   A reader walks the data once and reports keys, values and lengths. Values at the same path
   share one node: the elements of an array, the records of a file. The schema holds types only,
   never values, because data contains secrets. An object with hundreds of similar entries is
   described as a dictionary: its entries are merged like the elements of an array.

   schema_emit() turns the tree into symbols with signatures such as
       users: [](2450) of object
       email?: string|null
       packages: {}(1210) of object (keys "" … "node_modules/zod")
       healthcheck: {test, interval, retries}
   A `?` marks a key that some of the objects lack. Braces list the keys of an object that is not
   expanded. A key's range is its first occurrence. */
#pragma once

#include "base/buf.h"
#include "base/map.h"
#include "lang/scan/scan.h"

/* Characters of a key in a signature. */
#define SCHEMA_KEY_CHARS_MAX 60

typedef enum SchemaType {
    SCHEMA_STRING = 1 << 0,
    SCHEMA_NUMBER = 1 << 1,
    SCHEMA_BOOLEAN = 1 << 2,
    SCHEMA_DATE = 1 << 3,
    SCHEMA_NULL = 1 << 4,
    SCHEMA_OBJECT = 1 << 5,
    SCHEMA_ARRAY = 1 << 6,
} SchemaType;

typedef struct SchemaNode SchemaNode;
struct SchemaNode {
    Str key;                         /* as written, without quotes */
    Str prefix;                      /* text before the type: an anchor or tag; may be empty */
    Str detail;                      /* text in parentheses after the type; may be empty */
    uint32_t start, end;             /* of the first occurrence */
    uint32_t value;                  /* offset of its value */
    uint32_t types;                  /* SchemaType bits */
    uint32_t seen;                   /* number of objects that have the key */
    uint32_t counted_in;             /* the object, by number, in which it was counted last */
    uint32_t objects;                /* number of object values merged here */
    uint32_t arrays;                 /* number of array values merged here */
    uint32_t key_count;              /* number of distinct keys */
    uint64_t key_total;              /* number of keys over all objects */
    uint32_t size_min, size_max;     /* keys of the smallest and the largest object */
    uint32_t len_min, len_max;       /* elements of the shortest and the longest array */
    SchemaNode *first, *last, *next; /* keys in order of first occurrence */
    SchemaNode *hint;                /* the key that is expected next */
    Map *index;                      /* hash of the keys, once there are many */
    SchemaNode *element;             /* merged elements of the arrays */
    SchemaNode *values;              /* merged values of a dictionary; when set, `first` is empty */
    Str first_key, last_key;         /* of a dictionary */
    SchemaNode *shown_first, *shown_last, *shown_next; /* set by schema_settle() */
    uint32_t list_bytes; /* length of the list of its keys in braces */
    uint32_t list_max;   /* how much of the list is shown */
    uint32_t level;      /* depth below the root, in keys */
    bool optional, expanded;
};

typedef struct Schema {
    Arena *arena;
    uint32_t node_count;
    uint32_t depth_shown; /* keys below this depth are only listed in braces; 0: no limit */
    bool root_listed;     /* the root's own keys are only listed */
    size_t wanted;        /* approximate bytes of a map to fill, breadth first; 0: no limit */
    bool listed;          /* some keys are only listed in braces; set by schema_settle() */
    bool full;            /* SCHEMA_NODES_MAX was reached: some keys are missing */
    SchemaNode spare;     /* replaces nodes past the limit; never shown */
} Schema;

/* An empty schema; all nodes are allocated in the arena. */
void schema_init(Schema *schema, Arena *arena);
/* A new, empty node. Past SCHEMA_NODES_MAX it is &schema->spare, and the schema is marked full. */
SchemaNode *schema_node(Schema *schema);

/* The node of a key in the object opened last on `object`. *fresh is true at its first
   occurrence; the caller then sets `end` once the value is read. The key must outlive the
   schema. */
SchemaNode *schema_key(Schema *schema, SchemaNode *object, Str key, size_t start, bool *fresh);
/* The node into which the array's elements are merged. */
SchemaNode *schema_element(Schema *schema, SchemaNode *array);

/* Record that a value of the node begins or ends, with its number of keys or elements. */
void schema_open_object(SchemaNode *node);
void schema_close_object(SchemaNode *node, size_t keys);
void schema_close_array(SchemaNode *node, size_t len);

/* The type of an unquoted word in YAML, TOML or a table's cell: number, boolean, date, null (an
   empty word too) or string. */
SchemaType schema_word_type(Str word);

/* Makes the object a dictionary: its keys' values are merged into one `values` node. */
void schema_make_dictionary(Schema *schema, SchemaNode *object);

/* Merges `from` into `into`; `from` must not be used afterwards. */
void schema_merge(Schema *schema, SchemaNode *into, SchemaNode *from);

/* Moves the keys of one object node into another's and merges equal ones. Both count as the same
   kind of object. */
void schema_join_keys(Schema *schema, SchemaNode *into, SchemaNode *from);

/* Decides which keys are shown, once the tree is complete. schema_emit() does this first. */
void schema_settle(Schema *schema, SchemaNode *root);
/* Emits the tree as symbols: the root's keys when it is a plain object, else the root with its
   descendants. Consumes the tree. */
void schema_emit(Scan *scan, Schema *schema, SchemaNode *root);

/* The type as written in a signature. Needs schema_settle(). */
Str schema_describe(Arena *arena, const SchemaNode *node);
/* A line of facts: `12 keys`, or the type of a root that is not a plain object. It also says how to
   see keys that are only listed. */
Str schema_facts(Arena *arena, const Schema *schema, const SchemaNode *root);
/* Appends a key, quoted when it could be misread in a signature, and cut when it is long. */
void schema_put_key(Buf *buf, Str key);
