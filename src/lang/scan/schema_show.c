/* Selection and emission of schema nodes. A breadth-first pass decides for each node whether it
   is a dictionary, which keys are below it (its own, its elements', its entries'), and whether
   these become symbols or are only listed in braces. A second pass emits symbols in source
   order. */
#include "lang/scan/schema.h"

/* Numbers of similar entries from which an object is a dictionary: entries of any kind; small
   records; and entries of merged objects that mostly lack most of the keys. */
#define SCHEMA_DICTIONARY_KEYS 200
#define SCHEMA_DICTIONARY_RECORDS 64
#define SCHEMA_DICTIONARY_SPARSE 10
#define SCHEMA_RECORD_BYTES 1024
/* Entries compared to decide whether they are alike. */
#define SCHEMA_ALIKE_SAMPLE 64
/* Bytes of the list of keys in braces: normally, and where there is little room. */
#define SCHEMA_KEYS_LISTED_BYTES 100
#define SCHEMA_KEYS_LISTED_FEW 40

typedef struct NodeRef {
    SchemaNode *node;
} NodeRef;

typedef VEC(NodeRef) NodeVec;

/* Keys are data, not field names, when the merged objects have on average fewer than one in this
   many of them. */
#define SPARSE_SHARE 8

static bool node_types_alike(const SchemaNode *object, uint32_t *common)
{
    uint32_t counts[SCHEMA_ARRAY << 1] = {0};
    uint32_t best = 0;
    for (const SchemaNode *key = object->first; key; key = key->next) {
        uint32_t types = key->types & ~(uint32_t)SCHEMA_NULL;
        if (++counts[types] > counts[best])
            best = types;
    }
    *common = best;
    return counts[best] * 10 >= object->key_count * 9;
}

/* Whether the entries are records of one kind: together they have hardly more keys than one of
   them. */
static bool node_records_alike(Arena scratch, const SchemaNode *object)
{
    Map keys = map_open(&scratch);
    size_t total = 0, values = 0;
    for (const SchemaNode *key = object->first; key && values < SCHEMA_ALIKE_SAMPLE;
         key = key->next) {
        if (!(key->types & SCHEMA_OBJECT))
            continue;
        values++;
        for (const SchemaNode *below = key->first; below; below = below->next) {
            map_put(&keys, below->key, NULL);
            total++;
        }
    }
    return values && keys.len <= 4 * (total / values) + 8;
}

static bool node_is_dictionary(Arena scratch, const SchemaNode *object)
{
    uint32_t common = 0;
    if (object->key_count < SCHEMA_DICTIONARY_SPARSE || !node_types_alike(object, &common))
        return false;
    bool sparse = object->objects > SPARSE_SHARE &&
                  object->key_total * SPARSE_SHARE < (uint64_t)object->objects * object->key_count;
    bool records = common == SCHEMA_OBJECT;
    if (records && !node_records_alike(scratch, object))
        return false;
    if (sparse || object->key_count >= SCHEMA_DICTIONARY_KEYS)
        return true;
    uint32_t bytes = object->last->end - object->first->start;
    return records && object->objects == 1 && object->key_count >= SCHEMA_DICTIONARY_RECORDS &&
           bytes / object->key_count < SCHEMA_RECORD_BYTES;
}

/* Collects the nodes whose keys are shown directly below this one: itself, its elements, its
   entries. */
static size_t node_holders(Schema *schema, SchemaNode *node, SchemaNode *holders[SCHEMA_DEPTH_MAX])
{
    size_t count = 0;
    holders[count++] = node;
    for (size_t i = 0; i < count; i++) {
        SchemaNode *holder = holders[i];
        if (!holder->values && node_is_dictionary(*schema->arena, holder))
            schema_make_dictionary(schema, holder);
        if (holder->values && count < SCHEMA_DEPTH_MAX)
            holders[count++] = holder->values;
        if (holder->element && count < SCHEMA_DEPTH_MAX)
            holders[count++] = holder->element;
    }
    return count;
}

/* Sets the list of keys shown below a node. */
static void node_settle(Schema *schema, SchemaNode *node)
{
    SchemaNode *holders[SCHEMA_DEPTH_MAX], *keys = NULL;
    size_t count = node_holders(schema, node, holders);
    for (size_t i = 0; i < count; i++) {
        if (holders[i]->first && keys)
            schema_join_keys(schema, keys, holders[i]);
        else if (holders[i]->first)
            keys = holders[i];
    }
    for (SchemaNode *key = keys ? keys->first : NULL; key; key = key->next) {
        key->optional = key->seen < keys->objects;
        if (node->shown_last)
            node->shown_last->shown_next = key;
        else
            node->shown_first = key;
        node->shown_last = key;
        node->list_bytes += (uint32_t)MIN(key->key.len, (size_t)SCHEMA_KEY_CHARS_MAX) + 2;
    }
}

/* Bytes of the node's line in a map, without a list of keys; type and range take about 28. */
static size_t node_bytes(const SchemaNode *node)
{
    return 2 * (size_t)node->level + MIN(node->key.len, (size_t)SCHEMA_KEY_CHARS_MAX) + 28;
}

/* Settles the keys below a node; returns the bytes of their lines. */
static size_t settle_below(Schema *schema, SchemaNode *node)
{
    size_t bytes = 0;
    for (SchemaNode *key = node->shown_first; key; key = key->shown_next) {
        key->level = node->level + 1;
        node_settle(schema, key);
        bytes += node_bytes(key);
    }
    return bytes;
}

/* Bytes of the key lists below a node when each is cut at `list_max`. */
static size_t lists_bytes(const SchemaNode *node, uint32_t list_max)
{
    size_t bytes = 0;
    for (const SchemaNode *key = node->shown_first; key; key = key->shown_next)
        bytes += MIN(key->list_bytes, list_max);
    return bytes;
}

/* Whether the keys below a node become symbols; their lines take `bytes`. Their own key lists
   are shortened when only that makes them fit. Adds their bytes to *used. */
static bool node_expand(const Schema *schema, SchemaNode *node, size_t bytes, size_t *used)
{
    static const uint32_t list_maxima[] = {SCHEMA_KEYS_LISTED_BYTES, SCHEMA_KEYS_LISTED_FEW, 0};
    if ((schema->depth_shown && node->level >= schema->depth_shown) ||
        (!node->level && schema->root_listed))
        return false;
    size_t room = SIZE_MAX, instead = MIN(node->list_bytes, node->list_max);
    if (schema->wanted)
        room = schema->wanted + instead - MIN(schema->wanted, *used);
    for (size_t i = 0; i < COUNT(list_maxima); i++) {
        size_t taken = bytes + lists_bytes(node, list_maxima[i]);
        bool last = !node->level && i + 1 == COUNT(list_maxima);
        if (taken > room && !last)
            continue;
        for (SchemaNode *key = node->shown_first; key; key = key->shown_next)
            key->list_max = list_maxima[i];
        *used += taken - MIN(instead, taken);
        return true;
    }
    return false;
}

void schema_settle(Schema *schema, SchemaNode *root)
{
    NodeVec queue = {0};
    size_t used = 0;
    node_settle(schema, root);
    root->list_max = SCHEMA_KEYS_LISTED_BYTES;
    VEC_PUSH(schema->arena, &queue)->node = root;
    for (size_t i = 0; i < queue.len; i++) {
        SchemaNode *node = queue.ptr[i].node;
        size_t bytes = settle_below(schema, node);
        node->expanded = node_expand(schema, node, bytes, &used);
        schema->listed |= node->list_bytes && !node->expanded;
        for (SchemaNode *key = node->shown_first; key && node->expanded; key = key->shown_next)
            VEC_PUSH(schema->arena, &queue)->node = key;
    }
}

static bool key_is_plain(Str key)
{
    for (size_t i = 0; i < key.len; i++) {
        char c = key.ptr[i];
        if ((unsigned char)c <= ' ' || c == ':' || c == ',' || c == '?')
            return false;
    }
    return key.len > 0;
}

void schema_put_key(Buf *buf, Str key)
{
    Str cut = str_cut_chars(buf->arena, key, SCHEMA_KEY_CHARS_MAX);
    if (key_is_plain(key)) {
        buf_put(buf, cut);
        return;
    }
    buf_put_byte(buf, '"');
    for (size_t i = 0; i < cut.len; i++)
        buf_put_byte(buf, (unsigned char)cut.ptr[i] < ' ' ? ' ' : cut.ptr[i]);
    buf_put_byte(buf, '"');
}

/* Appends the keys in braces: `{test, interval, retries}`. */
static void describe_keys(Buf *buf, const SchemaNode *node)
{
    size_t start = buf->len;
    buf_put_byte(buf, '{');
    for (const SchemaNode *key = node->shown_first; key; key = key->shown_next) {
        if (key != node->shown_first)
            buf_put(buf, STR(", "));
        if (buf->len - start > node->list_max) {
            buf_put(buf, STR("…"));
            break;
        }
        schema_put_key(buf, key->key);
        if (key->optional)
            buf_put_byte(buf, '?');
    }
    buf_put_byte(buf, '}');
}

static void describe_count(Buf *buf, uint32_t least, uint32_t most)
{
    if (least < most)
        buf_put(buf, STR("(varies)"));
    else
        buf_printf(buf, "(%u)", most);
}

static void describe_object(Buf *buf, const SchemaNode *node, const SchemaNode *shown)
{
    if (node->values) {
        buf_put(buf, STR("{}"));
        describe_count(buf, node->size_min, node->size_max);
    } else if (!node->size_max || (!shown->expanded && shown->shown_first && shown->list_max)) {
        describe_keys(buf, shown);
    } else {
        buf_put(buf, STR("object"));
    }
}

/* Appends the types of one node, joined with `|`. Arrays come last, so that `of` refers to them. */
static void describe_types(Buf *buf, const SchemaNode *node, const SchemaNode *shown)
{
    static const char *const names[] = {"string", "number", "boolean", "date", "null"};
    size_t start = buf->len;
    for (size_t i = 0; i < COUNT(names); i++) {
        if (node->types & 1u << i)
            buf_printf(buf, "%s%s", buf->len > start ? "|" : "", names[i]);
    }
    if (node->types & SCHEMA_OBJECT) {
        buf_put(buf, buf->len > start ? STR("|") : (Str){0});
        describe_object(buf, node, shown);
    }
    if (node->types & SCHEMA_ARRAY) {
        buf_put(buf, buf->len > start ? STR("|[]") : STR("[]"));
        describe_count(buf, node->len_min, node->len_max);
    }
}

Str schema_describe(Arena *arena, const SchemaNode *node)
{
    Buf buf = buf_open(arena, 0);
    const SchemaNode *inner = node;
    for (size_t depth = 0; inner && inner->types && depth < SCHEMA_DEPTH_MAX; depth++) {
        buf_put(&buf, depth ? STR(" of ") : (Str){0});
        describe_types(&buf, inner, node);
        inner = inner->types & SCHEMA_ARRAY ? inner->element : inner->values;
    }
    if (node->values && node->objects == 1 && node->first_key.ptr) {
        buf_put(&buf, STR(" (keys "));
        schema_put_key(&buf, node->first_key);
        buf_put(&buf, STR(" … "));
        schema_put_key(&buf, node->last_key);
        buf_put_byte(&buf, ')');
    }
    return buf_str(&buf);
}

Str schema_facts(Arena *arena, const Schema *schema, const SchemaNode *root)
{
    Buf buf = buf_open(arena, 0);
    if (root->types != SCHEMA_OBJECT || root->values) {
        buf_put(&buf, schema_describe(arena, root));
    } else {
        buf_put_thousands(&buf, root->key_count);
        buf_put(&buf, root->key_count == 1 ? STR(" key") : STR(" keys"));
    }
    if (schema->listed && schema->wanted)
        buf_put(&buf, STR("; map(path::KEY) shows what is in braces"));
    return buf_str(&buf);
}

static Str node_signature(Arena *arena, const SchemaNode *node)
{
    Buf buf = buf_open(arena, 0);
    if (node->key.ptr) {
        schema_put_key(&buf, node->key);
        buf_put(&buf, node->optional ? STR("?") : (Str){0});
        buf_put(&buf, node->types || node->prefix.len ? STR(": ") : (Str){0});
    }
    if (node->prefix.len)
        buf_printf(&buf, "%.*s%s", STR_ARG(node->prefix), node->types ? " " : "");
    buf_put(&buf, schema_describe(arena, node));
    if (node->detail.len)
        buf_printf(&buf, " (%.*s)", STR_ARG(node->detail));
    return str_cut_chars(arena, buf_str(&buf), SIGNATURE_CHARS_MAX);
}

static void node_open(Scan *scan, const SchemaNode *node)
{
    Str key =
        str_slice(node->key, 0, str_char_floor(node->key, MIN(node->key.len, NAME_BYTES_MAX)));
    Str name = key.len ? key : node->types & SCHEMA_ARRAY ? STR("[]") : STR("{}");
    if (node->key.ptr && !node->key.len)
        name = STR("\"\"");
    Symbol *symbol = scan_symbol_open(scan, SYMBOL_KEY, name, node->start);
    symbol->signature = node_signature(scan->arena, node);
    if (node->types & (SCHEMA_OBJECT | SCHEMA_ARRAY))
        symbol->body = node->value;
}

/* Whether the node lies within its parent and after its sibling, as chunks require. Keys merged
   from several values often do not. */
static bool node_is_in_place(const SchemaNode *node, const SchemaNode *parent, uint32_t after)
{
    return node->start >= after && node->end <= parent->end;
}

static SchemaNode *first_below(const Scan *scan, SchemaNode *node)
{
    bool merged = node->values || node->types & SCHEMA_ARRAY;
    return node->expanded && !(merged && scan->options->want_cuts) ? node->shown_first : NULL;
}

static void schema_emit_below(Scan *scan, SchemaNode *root)
{
    SchemaNode *path[SCHEMA_DEPTH_MAX + 1] = {root}; /* open symbols, from [1] on */
    size_t depth = 0;
    uint32_t after = 0;
    SchemaNode *node = first_below(scan, root);
    while (node || depth) {
        if (!node) {
            node = path[depth--];
            scan_symbol_close(scan, node->end);
            after = node->end;
        } else if (!scan->options->want_cuts || node_is_in_place(node, path[depth], after)) {
            node_open(scan, node);
            path[++depth] = node;
            after = node->start;
            node = depth < SCHEMA_DEPTH_MAX ? first_below(scan, node) : NULL;
            continue;
        }
        node = node->shown_next;
    }
}

void schema_emit(Scan *scan, Schema *schema, SchemaNode *root)
{
    schema_settle(schema, root);
    bool plain = root->types == SCHEMA_OBJECT && !root->values;
    if (plain || !root->types) {
        schema_emit_below(scan, root);
    } else {
        node_open(scan, root);
        schema_emit_below(scan, root);
        scan_symbol_close(scan, root->end);
    }
    if (schema->full) {
        scan->outline->degraded = true;
        scan->outline->note = STR("more distinct keys than a map can hold: some are missing");
    }
}
