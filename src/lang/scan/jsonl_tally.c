/* Frequency counts of categorical fields in JSONL. Each record is scanned once, without building
   values. A field with too many different values is free text and is no longer counted. The
   counts become the descriptions of the fields in the merged schema.

   Why not tree-sitter: it has no grammar for JSONL. */
#include "lang/scan/jsonl_tally.h"

#include "lang/scan/json_read.h"

/* Limits: nesting examined; distinct values of a field, beyond which it is free text; bytes of a
   value; bytes of the list shown. */
#define TALLY_DEPTH_MAX 6
#define TALLY_VALUES_MAX 24
#define TALLY_VALUE_BYTES 40
#define TALLY_SHOWN_BYTES 120

/* A value seen at most this often makes its record worth sampling. */
#define RARE 3

static bool word_listed(Str word, const char *const *list)
{
    for (; *list; list++) {
        if (str_equal(word, str_from(*list)))
            return true;
    }
    return false;
}

static bool key_is_counted(Str key, uint32_t scope)
{
    static const char *const kinds[] = {"type", "subtype", "role",   "level", "severity",
                                        "kind", "event",   "status", NULL};
    return key.len <= 8 && (word_listed(key, kinds) || (scope && str_equal(key, STR("name"))));
}

static bool key_is_entered(Str key)
{
    static const char *const wrappers[] = {"message", "messages", "payload", "content", NULL};
    return key.len >= 7 && key.len <= 8 && word_listed(key, wrappers);
}

static bool key_is_time(Str key)
{
    static const char *const times[] = {"timestamp", "@timestamp", "time",
                                        "ts",        "created_at", NULL};
    return key.len <= 10 && word_listed(key, times);
}

/* The tally of the field, created if needed; NULL when there are too many. */
static Tally *tally_find(Tallies *tallies, uint32_t scope, Str key)
{
    for (size_t i = 0; i < tallies->len; i++) {
        if (tallies->entries[i].scope == scope && str_equal(tallies->entries[i].key, key))
            return &tallies->entries[i];
    }
    if (tallies->len == TALLY_FIELDS_MAX)
        return NULL;
    Tally *tally = &tallies->entries[tallies->len++];
    *tally = (Tally){.key = key, .scope = scope, .values = map_open(tallies->arena)};
    return tally;
}

static bool value_is_kind(Str value)
{
    if (value.len > TALLY_VALUE_BYTES)
        return false;
    for (size_t i = 0; i < value.len; i++) {
        char c = value.ptr[i];
        if (!byte_is_word(c) && c != '-' && c != '.' && c != ':' && c != '/')
            return false;
    }
    return true;
}

static bool tally_count(Tallies *tallies, uint32_t scope, Str key, Str value)
{
    Tally *tally = tally_find(tallies, scope, key);
    if (!tally || tally->dropped)
        return false;
    if (!value_is_kind(value)) {
        tally->dropped = true;
        return false;
    }
    uint64_t *count = map_put(&tally->values, value, NULL);
    ++*count;
    tally->dropped = tally->values.len > TALLY_VALUES_MAX;
    return *count <= RARE;
}

typedef struct TallyWalk {
    Tallies *tallies;
    const char *text;
    size_t at, end;
    uint32_t scopes[TALLY_DEPTH_MAX]; /* for each open object or array: index + 1 of its tally */
    bool is_array[TALLY_DEPTH_MAX];
    size_t depth;
    bool rare;
} TallyWalk;

static bool walk_enter(TallyWalk *walk, uint32_t scope)
{
    char c = walk->text[walk->at];
    if ((c != '{' && c != '[') || walk->depth == TALLY_DEPTH_MAX)
        return false;
    walk->scopes[walk->depth] = scope;
    walk->is_array[walk->depth++] = c == '[';
    walk->at++;
    return true;
}

static void walk_string(TallyWalk *walk, Str key, uint32_t scope)
{
    size_t start = walk->at;
    walk->at = json_string_end(walk->text, start, walk->end);
    Str value = {walk->text + start + 1, MAX(walk->at - start, (size_t)2) - 2};
    Tallies *tallies = walk->tallies;
    if (key_is_counted(key, scope)) {
        if (!tallies->kind.len && value_is_kind(value))
            tallies->kind = value;
        walk->rare |= tally_count(tallies, scope, key, value);
    } else if (!scope && key_is_time(key) && schema_word_type(value) == SCHEMA_DATE) {
        tallies->last_time = value;
        if (!tallies->first_time.len)
            tallies->first_time = value;
    }
}

static void walk_member(TallyWalk *walk)
{
    uint32_t scope = walk->scopes[walk->depth - 1];
    size_t start = walk->at;
    walk->at = json_string_end(walk->text, start, walk->end);
    Str key = {walk->text + start + 1, MAX(walk->at - start, (size_t)2) - 2};
    while (walk->at < walk->end &&
           (byte_is_space(walk->text[walk->at]) || walk->text[walk->at] == ':'))
        walk->at++;
    if (walk->at == walk->end)
        return;
    if (walk->text[walk->at] == '"') {
        walk_string(walk, key, scope);
        return;
    }
    if (key_is_entered(key)) {
        const Tally *tally = tally_find(walk->tallies, scope, key);
        if (tally && walk_enter(walk, (uint32_t)(tally - walk->tallies->entries) + 1))
            return;
    }
    walk->at = json_value_end(walk->text, walk->at, walk->end);
}

static void walk_step(TallyWalk *walk)
{
    char c = walk->text[walk->at];
    if (c == '}' || c == ']') {
        walk->depth--;
        walk->at++;
    } else if (c == ',' || c == ':' || byte_is_space(c)) {
        walk->at++;
    } else if (c == '"' && !walk->is_array[walk->depth - 1]) {
        walk_member(walk);
    } else if (c != '{' || !walk_enter(walk, walk->scopes[walk->depth - 1])) {
        walk->at = json_value_end(walk->text, walk->at, walk->end);
    }
}

bool tally_record(Tallies *tallies, Str record, bool *complete)
{
    TallyWalk walk = {.tallies = tallies, .text = record.ptr, .end = record.len};
    tallies->kind = (Str){0};
    bool entered = record.len && walk_enter(&walk, 0);
    while (walk.depth && walk.at < walk.end)
        walk_step(&walk);
    *complete = entered && !walk.depth && walk.at == walk.end;
    return walk.rare;
}

static SchemaNode *node_below(SchemaNode *node, Str key)
{
    for (size_t depth = 0; node && depth < SCHEMA_DEPTH_MAX; depth++) {
        for (SchemaNode *below = node->first; below; below = below->next) {
            if (str_equal(below->key, key))
                return below;
        }
        node = node->element;
    }
    return NULL;
}

static SchemaNode *tally_node(const Tallies *tallies, const Tally *tally, SchemaNode *root)
{
    if (tally->scope)
        root = tally_node(tallies, &tallies->entries[tally->scope - 1], root);
    return node_below(root, tally->key);
}

static int entry_compare(const void *a, const void *b)
{
    const MapEntry *left = a, *right = b;
    if (left->value != right->value)
        return left->value < right->value ? 1 : -1;
    return str_compare(left->key, right->key);
}

/* The values by falling frequency: `assistant ×1,638, user ×812`. */
static Str tally_describe(Arena *arena, const Tally *tally)
{
    MapEntry *sorted = NEW(arena, MapEntry, tally->values.len);
    memcpy(sorted, tally->values.entries, tally->values.len * sizeof *sorted);
    qsort(sorted, tally->values.len, sizeof *sorted, entry_compare);
    Buf buf = buf_open(arena, 0);
    for (size_t i = 0; i < tally->values.len; i++) {
        buf_put(&buf, i ? STR(", ") : (Str){0});
        if (buf.len > TALLY_SHOWN_BYTES) {
            buf_put(&buf, STR("…"));
            break;
        }
        buf_put(&buf, sorted[i].key);
        buf_put(&buf, STR(" ×"));
        buf_put_thousands(&buf, sorted[i].value);
    }
    return buf_str(&buf);
}

void tally_attach(const Tallies *tallies, Arena *arena, SchemaNode *root)
{
    for (size_t i = 0; i < tallies->len; i++) {
        const Tally *tally = &tallies->entries[i];
        bool is_kind = !tally->dropped && tally->values.len;
        SchemaNode *node = is_kind ? tally_node(tallies, tally, root) : NULL;
        if (node)
            node->detail = tally_describe(arena, tally);
    }
}
