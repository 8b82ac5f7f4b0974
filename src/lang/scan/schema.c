/* Building and merging of schema nodes. The look-up of a key tries a hint first: elements of an
   array nearly always list their keys in the same order, so most look-ups are one comparison. */
#include "lang/scan/schema.h"

/* Below this number of keys, a linear search is faster than a hash. */
#define INDEX_KEYS 12

void schema_init(Schema *schema, Arena *arena)
{
    *schema = (Schema){.arena = arena};
}

SchemaNode *schema_node(Schema *schema)
{
    if (schema->node_count >= SCHEMA_NODES_MAX) {
        schema->full = true;
        return &schema->spare;
    }
    schema->node_count++;
    SchemaNode *node = NEW(schema->arena, SchemaNode, 1);
    node->size_min = node->len_min = UINT32_MAX;
    return node;
}

static void schema_index(Schema *schema, SchemaNode *object)
{
    object->index = NEW(schema->arena, Map, 1);
    *object->index = map_open(schema->arena);
    for (SchemaNode *key = object->first; key; key = key->next)
        *map_put(object->index, key->key, NULL) = (uint64_t)(uintptr_t)key;
}

static SchemaNode *schema_find(const SchemaNode *object, Str key)
{
    if (object->index) {
        const uint64_t *found = map_find(object->index, key);
        return found ? (SchemaNode *)(uintptr_t)*found : NULL;
    }
    SchemaNode *node = object->first;
    while (node && !str_equal(node->key, key))
        node = node->next;
    return node;
}

static void schema_link(Schema *schema, SchemaNode *object, SchemaNode *key)
{
    key->next = NULL;
    if (object->last)
        object->last->next = key;
    else
        object->first = key;
    object->last = key;
    object->key_count++;
    if (object->index)
        *map_put(object->index, key->key, NULL) = (uint64_t)(uintptr_t)key;
    else if (object->key_count > INDEX_KEYS)
        schema_index(schema, object);
}

typedef struct Pair {
    SchemaNode *into;
    SchemaNode *from;
} Pair;

typedef VEC(Pair) PairVec;

static void pair_push(Schema *schema, PairVec *pairs, SchemaNode *into, SchemaNode *from)
{
    *VEC_PUSH(schema->arena, pairs) = (Pair){into, from};
}

/* Makes the object a dictionary: each of its keys is queued to be merged into its `values`. */
static void schema_start_dictionary(Schema *schema, PairVec *pairs, SchemaNode *object)
{
    object->values = schema_node(schema);
    object->first_key = object->first ? object->first->key : (Str){0};
    object->last_key = object->last ? object->last->key : (Str){0};
    for (SchemaNode *key = object->first; key; key = key->next)
        pair_push(schema, pairs, object->values, key);
    object->first = object->last = object->hint = NULL;
    object->index = NULL;
}

static void schema_merge_keys(Schema *schema, PairVec *pairs, Pair pair)
{
    SchemaNode *next;
    for (SchemaNode *key = pair.from->first; key; key = next) {
        next = key->next;
        SchemaNode *same = schema_find(pair.into, key->key);
        if (same) {
            same->seen += key->seen;
            pair_push(schema, pairs, same, key);
        } else if (pair.into->key_count < SCHEMA_KEYS_MAX) {
            schema_link(schema, pair.into, key);
        } else {
            schema->full = true;
        }
    }
}

static void schema_merge_one(Schema *schema, PairVec *pairs, Pair pair)
{
    SchemaNode *into = pair.into, *from = pair.from;
    if (into == &schema->spare || from == &schema->spare)
        return;
    if (from->start < into->start && from->end) {
        into->start = from->start;
        into->end = from->end;
        into->value = from->value;
    }
    into->types |= from->types;
    into->objects += from->objects;
    into->arrays += from->arrays;
    into->key_total += from->key_total;
    into->size_min = MIN(into->size_min, from->size_min);
    into->size_max = MAX(into->size_max, from->size_max);
    into->len_min = MIN(into->len_min, from->len_min);
    into->len_max = MAX(into->len_max, from->len_max);
    if (from->element && into->element)
        pair_push(schema, pairs, into->element, from->element);
    else if (from->element)
        into->element = from->element;
    if (from->values && !into->values)
        schema_start_dictionary(schema, pairs, into);
    if (from->values)
        pair_push(schema, pairs, into->values, from->values);
    if (!into->values) {
        schema_merge_keys(schema, pairs, pair);
        return;
    }
    for (SchemaNode *key = from->first; key; key = key->next)
        pair_push(schema, pairs, into->values, key);
}

/* Processes the queue in order, so that keys keep the order of their first occurrence. */
static void schema_merge_all(Schema *schema, PairVec *pairs)
{
    for (size_t i = 0; i < pairs->len; i++)
        schema_merge_one(schema, pairs, pairs->ptr[i]);
}

void schema_make_dictionary(Schema *schema, SchemaNode *object)
{
    PairVec pairs = {0};
    schema_start_dictionary(schema, &pairs, object);
    schema_merge_all(schema, &pairs);
}

void schema_merge(Schema *schema, SchemaNode *into, SchemaNode *from)
{
    PairVec pairs = {0};
    pair_push(schema, &pairs, into, from);
    schema_merge_all(schema, &pairs);
}

void schema_join_keys(Schema *schema, SchemaNode *into, SchemaNode *from)
{
    PairVec pairs = {0};
    into->objects += from->objects;
    schema_merge_keys(schema, &pairs, (Pair){into, from});
    from->first = from->last = from->hint = NULL;
    from->index = NULL;
    schema_merge_all(schema, &pairs);
}

static SchemaNode *schema_known_key(SchemaNode *object, Str key)
{
    SchemaNode *node = object->hint;
    if (!node || !str_equal(node->key, key))
        node = schema_find(object, key);
    object->hint = node ? node->next : NULL;
    return node;
}

SchemaNode *schema_key(Schema *schema, SchemaNode *object, Str key, size_t start, bool *fresh)
{
    *fresh = false;
    if (object == &schema->spare)
        return object;
    if (!object->values && object->key_count >= SCHEMA_KEYS_MAX)
        schema_make_dictionary(schema, object);
    if (object->values) {
        object->last_key = key;
        return object->values;
    }
    SchemaNode *node = schema_known_key(object, key);
    if (!node) {
        node = schema_node(schema);
        if (node == &schema->spare)
            return node;
        node->key = key;
        node->start = node->end = (uint32_t)start;
        schema_link(schema, object, node);
        *fresh = true;
    }
    if (node->counted_in != object->objects) {
        node->counted_in = object->objects;
        node->seen++;
    }
    return node;
}

SchemaNode *schema_element(Schema *schema, SchemaNode *array)
{
    if (array == &schema->spare)
        return array;
    if (!array->element)
        array->element = schema_node(schema);
    return array->element;
}

void schema_open_object(SchemaNode *node)
{
    node->types |= SCHEMA_OBJECT;
    node->objects++;
    node->hint = node->first;
}

void schema_close_object(SchemaNode *node, size_t keys)
{
    node->key_total += keys;
    node->size_min = MIN(node->size_min, (uint32_t)keys);
    node->size_max = MAX(node->size_max, (uint32_t)keys);
}

void schema_close_array(SchemaNode *node, size_t len)
{
    node->types |= SCHEMA_ARRAY;
    node->arrays++;
    node->len_min = MIN(node->len_min, (uint32_t)len);
    node->len_max = MAX(node->len_max, (uint32_t)len);
}
