/* Tables and keys of the parser. Every table and array is a TomlNode: the Json value and its
   origin, which decides what may still be added to it. Look-ups scan the members, bounded by
   TOML_KEYS_MAX. Nested values recurse, at most TOML_DEPTH_MAX deep. */
#include "text/toml.h"

#include "text/toml_scan.h"

typedef enum TomlOrigin {
    TOML_IMPLIED, /* a table implied by a longer header */
    TOML_HEADER,  /* [table], or one of [[tables]] */
    TOML_DOTTED,  /* made by a dotted key */
    TOML_TABLES,  /* the array of [[tables]] */
    TOML_CLOSED,  /* an inline table or a plain array */
} TomlOrigin;

typedef struct TomlNode {
    Json value; /* first, so that containers can be cast back */
    TomlOrigin origin;
} TomlNode;

typedef struct Toml {
    TomlScan scan;
    size_t keys;
} Toml;

/* The table that takes new keys, and its depth. */
typedef struct TomlPlace {
    Json *table;
    size_t depth;
} TomlPlace;

static Json *new_node(Toml *toml, JsonType type, TomlOrigin origin)
{
    TomlNode *node = NEW(toml->scan.arena, TomlNode, 1);
    node->value.type = type;
    node->origin = origin;
    return &node->value;
}

/* The value must be a container. */
static TomlOrigin *origin_of(Json *value)
{
    return &((TomlNode *)value)->origin;
}

static Json *find_member(const Json *table, Str key)
{
    for (Json *member = table->first; member; member = member->next)
        if (str_equal(member->key, key))
            return member;
    return NULL;
}

static bool add_member(Toml *toml, TomlPlace place, Str key, Json *value)
{
    if (toml->keys == TOML_KEYS_MAX)
        return toml_fail(&toml->scan, "too many keys");
    toml->keys++;
    json_set(place.table, key, value);
    return true;
}

static bool check_depth(Toml *toml, size_t depth)
{
    return depth < TOML_DEPTH_MAX || toml_fail(&toml->scan, "nested too deep");
}

/* Reads the next part of a key, if a dot follows; *more says whether it does. */
static bool read_next_part(Toml *toml, Str *key, bool *more)
{
    toml_skip_blanks(&toml->scan);
    *more = toml_peek(&toml->scan, 0) == '.';
    if (!*more)
        return true;
    toml->scan.at++;
    toml_skip_blanks(&toml->scan);
    return toml_read_key(&toml->scan, key);
}

/* Steps into a table by a dotted key, creating it if it is missing. */
static bool step_dotted(Toml *toml, TomlPlace *place, Str key)
{
    Json *member = find_member(place->table, key);
    if (!check_depth(toml, ++place->depth))
        return false;
    if (!member) {
        member = new_node(toml, JSON_OBJECT, TOML_DOTTED);
        if (!add_member(toml, *place, key, member))
            return false;
    }
    if (member->type != JSON_OBJECT)
        return toml_fail_key(&toml->scan, key, "has a value already, it is not a table");
    if (*origin_of(member) != TOML_DOTTED && *origin_of(member) != TOML_IMPLIED)
        return toml_fail_key(&toml->scan, key, "was defined before and cannot be extended here");
    *origin_of(member) = TOML_DOTTED;
    place->table = member;
    return true;
}

/* Steps into a table that a header names before its last part. */
static bool step_header(Toml *toml, TomlPlace *place, Str key)
{
    Json *member = find_member(place->table, key);
    if (!check_depth(toml, ++place->depth))
        return false;
    if (!member) {
        member = new_node(toml, JSON_OBJECT, TOML_IMPLIED);
        if (!add_member(toml, *place, key, member))
            return false;
    }
    if (member->type == JSON_ARRAY && *origin_of(member) == TOML_TABLES) {
        member = member->last;
        place->depth++;
    }
    if (member->type != JSON_OBJECT || *origin_of(member) == TOML_CLOSED)
        return toml_fail_key(&toml->scan, key, "is not a table that can be extended");
    place->table = member;
    return true;
}

static bool open_table(Toml *toml, TomlPlace *place, Str key)
{
    Json *member = find_member(place->table, key);
    if (!check_depth(toml, ++place->depth))
        return false;
    if (!member) {
        member = new_node(toml, JSON_OBJECT, TOML_HEADER);
        if (!add_member(toml, *place, key, member))
            return false;
    } else if (member->type != JSON_OBJECT || *origin_of(member) != TOML_IMPLIED) {
        return toml_fail_key(&toml->scan, key, "is defined twice");
    }
    *origin_of(member) = TOML_HEADER;
    place->table = member;
    return true;
}

static bool open_array_element(Toml *toml, TomlPlace *place, Str key)
{
    Json *array = find_member(place->table, key);
    place->depth += 2;
    if (!check_depth(toml, place->depth))
        return false;
    if (!array) {
        array = new_node(toml, JSON_ARRAY, TOML_TABLES);
        if (!add_member(toml, *place, key, array))
            return false;
    } else if (array->type != JSON_ARRAY || *origin_of(array) != TOML_TABLES) {
        return toml_fail_key(&toml->scan, key, "is defined twice");
    }
    place->table = new_node(toml, JSON_OBJECT, TOML_HEADER);
    json_add(array, place->table);
    return true;
}

/* Reads [key.key] or [[key.key]]; *place becomes the new current table. */
static bool read_header(Toml *toml, Json *root, TomlPlace *place)
{
    TomlScan *scan = &toml->scan;
    bool array = toml_looking_at(scan, STR("[["));
    TomlPlace at = {root, 0};
    Str key, next;
    bool more;
    scan->at += array ? 2 : 1;
    toml_skip_blanks(scan);
    if (!toml_read_key(scan, &key))
        return false;
    for (;;) {
        if (!read_next_part(toml, &next, &more))
            return false;
        if (!more)
            break;
        if (!step_header(toml, &at, key))
            return false;
        key = next;
    }
    if (!toml_looking_at(scan, array ? STR("]]") : STR("]")))
        return toml_fail(scan, array ? "expected ']]'" : "expected ']'");
    if (!(array ? open_array_element(toml, &at, key) : open_table(toml, &at, key)))
        return false;
    scan->at += array ? 2 : 1;
    *place = at;
    return toml_end_line(scan);
}

static bool read_value(Toml *toml, size_t depth, Json **value);

/* Reads key.key = value. */
static bool read_pair(Toml *toml, TomlPlace place)
{
    TomlScan *scan = &toml->scan;
    Str key, next;
    bool more;
    Json *value;
    if (!toml_read_key(scan, &key))
        return false;
    for (;;) {
        if (!read_next_part(toml, &next, &more))
            return false;
        if (!more)
            break;
        if (!step_dotted(toml, &place, key))
            return false;
        key = next;
    }
    if (find_member(place.table, key))
        return toml_fail_key(scan, key, "is defined twice");
    if (toml_peek(scan, 0) != '=')
        return toml_fail(scan, "expected '=' after the key");
    scan->at++;
    toml_skip_blanks(scan);
    return read_value(toml, place.depth + 1, &value) && add_member(toml, place, key, value);
}

static bool read_array(Toml *toml, size_t depth, Json *array)
{
    TomlScan *scan = &toml->scan;
    scan->at++;
    for (;;) {
        Json *item;
        if (!toml_skip_lines(scan))
            return false;
        if (toml_peek(scan, 0) == ']')
            break;
        if (!read_value(toml, depth + 1, &item) || !toml_skip_lines(scan))
            return false;
        json_add(array, item);
        if (toml_peek(scan, 0) == ']')
            break;
        if (toml_peek(scan, 0) != ',')
            return toml_fail(scan, "expected ',' or ']'");
        scan->at++;
    }
    scan->at++;
    return true;
}

static bool read_inline_table(Toml *toml, size_t depth, Json *table)
{
    TomlScan *scan = &toml->scan;
    scan->at++;
    toml_skip_blanks(scan);
    bool empty = toml_peek(scan, 0) == '}';
    while (!empty) {
        if (!read_pair(toml, (TomlPlace){table, depth}))
            return false;
        toml_skip_blanks(scan);
        if (toml_peek(scan, 0) == '}')
            break;
        if (toml_peek(scan, 0) != ',')
            return toml_fail(scan, "expected ',' or '}'; an inline table is one line");
        scan->at++;
        toml_skip_blanks(scan);
    }
    scan->at++;
    return true;
}

/* Reads a value nested `depth` containers deep. */
static bool read_value(Toml *toml, size_t depth, Json **value)
{
    char c = toml_peek(&toml->scan, 0);
    if (c != '[' && c != '{') {
        *value = NEW(toml->scan.arena, Json, 1);
        return toml_read_scalar(&toml->scan, *value);
    }
    if (!check_depth(toml, depth))
        return false;
    *value = new_node(toml, c == '[' ? JSON_ARRAY : JSON_OBJECT, TOML_CLOSED);
    return c == '[' ? read_array(toml, depth, *value) : read_inline_table(toml, depth, *value);
}

bool toml_parse(Arena *arena, Str text, Json **value, Err *err)
{
    Toml toml = {.scan = {.arena = arena, .text = text, .err = err}};
    size_t invalid = str_find_invalid(text);
    if (text.len > TOML_BYTES_MAX)
        return toml_fail(&toml.scan, "the file is larger than 1 MB");
    if (invalid != STR_NONE) {
        toml.scan.at = invalid;
        toml_fail(&toml.scan, "not UTF-8");
        return err_hint(err, "byte %zu is not part of a UTF-8 character", invalid);
    }
    Json *root = new_node(&toml, JSON_OBJECT, TOML_HEADER);
    TomlPlace place = {root, 0};
    toml.scan.at = str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    for (;;) {
        if (!toml_skip_lines(&toml.scan))
            return false;
        if (toml.scan.at == text.len)
            break;
        bool header = toml_peek(&toml.scan, 0) == '[';
        if (!(header ? read_header(&toml, root, &place)
                     : read_pair(&toml, place) && toml_end_line(&toml.scan)))
            return false;
    }
    *value = root;
    return true;
}
