/* What a tree of data looks like, merged over its values: the outline of JSON, YAML and their kin.
   A reader walks the data once and reports keys, values and lengths; values at the same path (the
   elements of an array, the records of a file) share one node. Types only, never values: data holds
   secrets. Objects with hundreds of alike entries are described as dictionaries: the entries are
   merged as an array's elements are.

   schema_emit() turns the tree into symbols whose signatures read
       users: [](2450) of object
       email?: string|null
       packages: {}(1210) of object (keys "" … "node_modules/zod")
       healthcheck: {test, interval, retries}
   A `?` marks a key that some of the objects read lack; braces list the keys of an object that is
   not shown deeper. A key's range is its first occurrence. */
#pragma once

#include "base/buf.h"
#include "base/map.h"
#include "lang/scan/scan.h"

/* One key in a signature. */
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
    Str prefix;                      /* written before the type: an anchor or tag; may be empty */
    Str detail;                      /* written in parentheses after the type; may be empty */
    uint32_t start, end;             /* of the first occurrence */
    uint32_t value;                  /* where its value begins */
    uint32_t types;                  /* SchemaType bits */
    uint32_t seen;                   /* objects that have the key */
    uint32_t counted_in;             /* the latest of them */
    uint32_t objects;                /* object values merged here */
    uint32_t arrays;                 /* array values merged here */
    uint32_t key_count;              /* distinct keys */
    uint64_t key_total;              /* keys over all objects */
    uint32_t size_min, size_max;     /* keys of one object */
    uint32_t len_min, len_max;       /* elements of one array */
    SchemaNode *first, *last, *next; /* keys in order of first occurrence */
    SchemaNode *hint;                /* the key that probably comes next */
    Map *index;                      /* keys, once there are many */
    SchemaNode *element;             /* merged elements of the arrays */
    SchemaNode *values;      /* merged values: set, this is a dictionary and `first` is empty */
    Str first_key, last_key; /* of a dictionary */
    SchemaNode *shown_first, *shown_last, *shown_next; /* decided by schema_emit() */
    uint32_t list_bytes;                               /* of its keys in braces */
    uint32_t list_max;                                 /* how much of that is shown */
    uint32_t level;                                    /* keys between it and the root */
    bool optional, expanded;
};

typedef struct Schema {
    Arena *arena;
    uint32_t node_count;
    uint32_t depth_shown; /* keys below this depth are only listed; 0: no such limit */
    bool root_listed;     /* the root's own keys are only listed */
    size_t wanted;        /* about so many bytes of a map, filled breadth first; 0: any */
    bool listed;          /* some keys are only listed in braces; set by schema_settle() */
    bool full;            /* SCHEMA_NODES_MAX was met: some keys are missing */
    SchemaNode spare;     /* stands in for nodes past the limit; never shown */
} Schema;

void schema_init(Schema *schema, Arena *arena);
SchemaNode *schema_node(Schema *schema);

/* The node for a key of the object that was opened last on `object`; *fresh when this is its first
   occurrence, whose `end` the caller sets once the value is read. The key must outlive the schema.
 */
SchemaNode *schema_key(Schema *schema, SchemaNode *object, Str key, size_t start, bool *fresh);
SchemaNode *schema_element(Schema *schema, SchemaNode *array);

void schema_open_object(SchemaNode *node);
void schema_close_object(SchemaNode *node, size_t keys);
void schema_close_array(SchemaNode *node, size_t len);

/* The type of an unquoted word in YAML, TOML or a table's cell: number, boolean, date, null (also
   the empty word) or string. */
SchemaType schema_word_type(Str word);

/* Merges the keys of an object into one `values` node. */
void schema_make_dictionary(Schema *schema, SchemaNode *object);

/* Merges `from` into `into`; `from` is used up. */
void schema_merge(Schema *schema, SchemaNode *into, SchemaNode *from);

/* Moves or merges the keys of one object node into another's; both count as the same kind of
 * object. */
void schema_join_keys(Schema *schema, SchemaNode *into, SchemaNode *from);

/* Decides what is shown, once the tree is complete. schema_emit() begins with it. */
void schema_settle(Schema *schema, SchemaNode *root);
/* Symbols for the tree: the root's keys when it is a plain object, else the root with what is below
   it. Consumes the tree. */
void schema_emit(Scan *scan, Schema *schema, SchemaNode *root);

/* The type as in a signature, after schema_settle(). */
Str schema_describe(Arena *arena, const SchemaNode *node);
/* `12 keys`, or the type of a root that is no plain object; and where the listed keys are shown. */
Str schema_facts(Arena *arena, const Schema *schema, const SchemaNode *root);
/* A key, quoted where it could be misread in a signature, cut where it is long. */
void schema_put_key(Buf *buf, Str key);
