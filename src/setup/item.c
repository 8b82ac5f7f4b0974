/* An item is a value at a path of JSON, a table of TOML, or a marked paragraph of text; each form
   has functions to detect, insert and remove it. Edits change only the bytes of our own entry, and
   removing restores the file. */
#include "setup/item.h"

#include "base/shell.h"
#include "text/jsonc_edit.h"
#include "text/toml_edit.h"

/* Maximum number of copies of an item that are removed from a file. */
#define SETUP_REPEATS_MAX 16

#define MARK_BEGIN "<!-- fovea: begin"
#define MARK_END "<!-- fovea: end -->"

/* Error: an entry of the user's is where ours would be. */
static bool refuse_entry(const SetupItem *item, const char *type, Err *err)
{
    err_set(err, ERR_FAILED, "%s.%s is not %s", item->keys[0], item->keys[1], type);
    return err_hint(err, "correct it by hand, or remove it");
}

/* ---- JSON ---- */

/* Replaces `@` by the program, quoted for a shell where a command line starts with it. */
static void put_command(Arena *arena, Json *value, Str command)
{
    for (Json *item = value->first; item; item = item->next) {
        if (item->type != JSON_STRING) {
            put_command(arena, item, command); /* recursion over our own values: a few levels */
            continue;
        }
        if (str_equal(item->text, STR("@")))
            item->text = command;
        else if (str_starts(item->text, STR("@ ")))
            item->text =
                str_join(arena, shell_quote(arena, command), str_from_offset(item->text, 1));
    }
}

static Json *json_content(Arena *arena, const SetupItem *item, Str command)
{
    Json *value;
    Err err;
    bool parsed = json_parse(arena, str_from(item->content), &value, &err);
    assert(parsed);
    (void)parsed;
    put_command(arena, value, command);
    return value;
}

static JsoncPath json_path(const SetupItem *item, JsoncStep steps[SETUP_KEYS_MAX])
{
    size_t count = 0;
    for (; count < SETUP_KEYS_MAX && item->keys[count]; count++) {
        bool element = strcmp(item->keys[count], "[]") == 0;
        steps[count] = element ? (JsoncStep){.holds = str_from(item->holds)}
                               : (JsoncStep){.key = str_from(item->keys[count])};
    }
    return (JsoncPath){steps, count};
}

static bool json_find(Arena *arena, const SetupItem *item, EditText text, JsoncDoc *doc,
                      JsoncNode **node, Err *err)
{
    JsoncStep steps[SETUP_KEYS_MAX];
    JsoncPath path = json_path(item, steps);
    *node = NULL;
    if (!jsonc_parse(arena, text.exists ? text.bytes : (Str){0}, doc, err))
        return false;
    *node = jsonc_find(*arena, doc, &path);
    return true;
}

static Str written(Arena *arena, const Json *value)
{
    Buf out = buf_open(arena, 0);
    json_write(&out, value, 0);
    return buf_str(&out);
}

/* Whether two values are the same, except for `"env": {}`, which an agent's own command adds. */
static bool json_is_same(Arena scratch, const Json *value, const Json *wanted)
{
    size_t empty = 0;
    for (const Json *item = value->first; item; item = item->next)
        empty += !json_get(wanted, item->key) && !item->first &&
                 (item->type == JSON_OBJECT || item->type == JSON_ARRAY);
    for (const Json *item = wanted->first; item; item = item->next) {
        const Json *is = json_get(value, item->key);
        if (!is || !str_equal(written(&scratch, is), written(&scratch, item)))
            return false;
    }
    return value->type == wanted->type && value->count == wanted->count + empty;
}

static bool json_look(Arena *arena, const SetupItem *item, Str command, EditText text,
                      SetupState *state, Err *err)
{
    JsoncDoc doc;
    JsoncNode *node;
    Json *value;
    if (!json_find(arena, item, text, &doc, &node, err))
        return false;
    *state = SETUP_ABSENT;
    if (!node)
        return true;
    if (!jsonc_value(arena, &doc, node, &value, err))
        return false;
    if (value->type != JSON_OBJECT)
        return refuse_entry(item, item->holds ? "an array of objects" : "an object", err);
    bool same = json_is_same(*arena, value, json_content(arena, item, command));
    *state = same ? SETUP_PRESENT : SETUP_DIFFERENT;
    return true;
}

static bool json_put_in(Arena *arena, const SetupItem *item, Str command, EditText text,
                        EditText *result, Err *err)
{
    JsoncStep steps[SETUP_KEYS_MAX];
    JsoncPath path = json_path(item, steps);
    return jsonc_insert(arena, text, &path, json_content(arena, item, command), result, err);
}

/* The part of an element that is ours: the smallest element with the string. Others may share it:
   {matcher, hooks: [ours, theirs]}. */
static JsoncNode *own_part(Arena scratch, const JsoncDoc *doc, const SetupItem *item,
                           JsoncNode *element)
{
    const JsoncStep steps[] = {{.key = STR("hooks")}, {.holds = str_from(item->holds)}};
    JsoncDoc part = {doc->text, element};
    JsoncNode *inner = jsonc_find(scratch, &part, &(JsoncPath){steps, COUNT(steps)});
    return inner && inner->parent->count > 1 ? inner : element;
}

static bool json_take_out(Arena *arena, const SetupItem *item, EditText text, EditText *result,
                          Err *err)
{
    JsoncDoc doc;
    JsoncNode *node;
    *result = text;
    if (!json_find(arena, item, text, &doc, &node, err))
        return false;
    if (node && item->holds)
        node = own_part(*arena, &doc, item, node);
    if (node)
        *result = jsonc_remove(arena, &doc, node);
    return true;
}

/* ---- TOML ---- */

static Str toml_block(Arena *arena, const SetupItem *item, Str command)
{
    Buf out = buf_open(arena, 0);
    buf_printf(&out, "[%s.%s]\n", item->keys[0], item->keys[1]);
    for (const char *at = item->content; *at; at++) {
        if (*at == '@')
            json_write_str(&out, command);
        else
            buf_put_byte(&out, *at);
    }
    return buf_str(&out);
}

static bool toml_find(Arena *arena, const SetupItem *item, EditText text, TomlTable *table,
                      Err *err)
{
    return toml_find_table(arena, text.exists ? text.bytes : (Str){0}, str_from(item->keys[0]),
                           str_from(item->keys[1]), table, err);
}

/* The text with LF for CRLF. */
static Str plain_lines(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] != '\r' || i + 1 == text.len || text.ptr[i + 1] != '\n')
            buf_put_byte(&out, text.ptr[i]);
    return buf_str(&out);
}

static bool toml_look(Arena *arena, const SetupItem *item, Str command, EditText text,
                      SetupState *state, Err *err)
{
    TomlTable table;
    if (!toml_find(arena, item, text, &table, err))
        return false;
    if (table.foreign)
        return refuse_entry(item, "a table", err);
    *state = table.count || table.inlined ? SETUP_DIFFERENT : SETUP_ABSENT;
    if (table.count != 1)
        return true;
    Str is = plain_lines(arena, str_slice(text.bytes, table.spans[0].start, table.spans[0].end));
    if (str_equal(is, toml_block(arena, item, command)))
        *state = SETUP_PRESENT;
    return true;
}

static bool toml_put_in(Arena *arena, const SetupItem *item, Str command, EditText text,
                        EditText *result, Err *err)
{
    TomlTable table;
    if (!toml_find(arena, item, text, &table, err))
        return false;
    if (table.closed) {
        err_set(err, ERR_FAILED, "%s is not a table of its own, none can be added to it",
                item->keys[0]);
        return err_hint(err, "write it as [%s.NAME] tables", item->keys[0]);
    }
    *result = toml_insert(arena, text, toml_block(arena, item, command));
    return true;
}

static bool toml_take_out(Arena *arena, const SetupItem *item, EditText text, EditText *result,
                          Err *err)
{
    TomlTable table;
    *result = text;
    if (!toml_find(arena, item, text, &table, err))
        return false;
    if (table.inlined) {
        err_set(err, ERR_FAILED, "%s.%s is in an inline table", item->keys[0], item->keys[1]);
        return err_hint(err, "remove it by hand");
    }
    if (table.count)
        *result = toml_remove(arena, text.bytes, &table);
    return true;
}

/* ---- text ---- */

static Str paragraph(Arena *arena, const SetupItem *item)
{
    Str text = str_trim_end(str_from(item->content));
    return str_format(arena,
                      MARK_BEGIN " (written by fovea setup, which also removes it) -->\n"
                                 "%.*s\n" MARK_END,
                      STR_ARG(text));
}

/* Finds our paragraph; *end is 0 if the text does not have it. */
static bool paragraph_find(EditText text, size_t *start, size_t *end, Err *err)
{
    size_t at;
    *start = *end = 0;
    if (!text.exists ||
        text_edit_find_lines(text.bytes, STR(MARK_BEGIN), STR(MARK_END), start, end))
        return true;
    *end = 0;
    if (!text_edit_find_lines(text.bytes, STR(MARK_BEGIN), STR(MARK_BEGIN), &at, &at))
        return true;
    err_set(err, ERR_FAILED, "the line `" MARK_BEGIN "` has no `" MARK_END "` after it");
    return err_hint(err, "remove the line by hand");
}

static bool paragraph_look(Arena *arena, const SetupItem *item, EditText text, SetupState *state,
                           Err *err)
{
    size_t start, end;
    if (!paragraph_find(text, &start, &end, err))
        return false;
    Str is = plain_lines(arena, str_slice(text.bytes, start, end));
    *state = !end                                    ? SETUP_ABSENT
             : str_equal(is, paragraph(arena, item)) ? SETUP_PRESENT
                                                     : SETUP_DIFFERENT;
    return true;
}

static bool paragraph_add(Arena *arena, const SetupItem *item, EditText text, EditText *result,
                          Err *err)
{
    size_t start, end;
    if (!paragraph_find(text, &start, &end, err))
        return false;
    if (!end) {
        *result = text_edit_append(arena, text, paragraph(arena, item));
        return true;
    }
    Buf out = buf_open(arena, 0);
    buf_put(&out, str_slice(text.bytes, 0, start));
    buf_put(&out, text_edit_lines(arena, paragraph(arena, item), text_edit_line_end(text.bytes)));
    buf_put(&out, str_from_offset(text.bytes, end));
    *result = (EditText){true, buf_str(&out)};
    return true;
}

static bool paragraph_remove(Arena *arena, EditText text, EditText *result, Err *err)
{
    size_t start, end;
    if (!paragraph_find(text, &start, &end, err))
        return false;
    *result = end ? text_edit_cut(arena, text.bytes, start, end) : text;
    return true;
}

/* ---- files ---- */

/* The file's text: `"@"` is the program, as a string that JSON, Lua and Lisp read alike. */
static Str file_content(Arena *arena, const SetupItem *item, Str command)
{
    static const Str mark = STR_INIT("\"@\"");
    Str rest = str_from(item->content);
    Buf out = buf_open(arena, 0);
    for (size_t at; (at = str_find(rest, mark)) != STR_NONE;) {
        buf_put(&out, str_slice(rest, 0, at));
        json_write_str(&out, command);
        rest = str_from_offset(rest, at + mark.len);
    }
    buf_put(&out, rest);
    return buf_str(&out);
}

/* ---- all kinds ---- */

bool setup_item_look(Arena *arena, const SetupItem *item, Str command, EditText text,
                     SetupState *state, Err *err)
{
    *state = SETUP_ABSENT;
    switch (item->kind) {
    case SETUP_NONE: return true;
    case SETUP_JSON: return json_look(arena, item, command, text, state, err);
    case SETUP_TOML: return toml_look(arena, item, command, text, state, err);
    case SETUP_FILE:
        if (text.exists)
            *state = str_equal(text.bytes, file_content(arena, item, command)) ? SETUP_PRESENT
                                                                               : SETUP_DIFFERENT;
        return true;
    case SETUP_PARAGRAPH: return paragraph_look(arena, item, text, state, err);
    }
    return true;
}

static bool put_in(Arena *arena, const SetupItem *item, Str command, EditText text,
                   EditText *result, Err *err)
{
    switch (item->kind) {
    case SETUP_NONE: return true;
    case SETUP_JSON: return json_put_in(arena, item, command, text, result, err);
    case SETUP_TOML: return toml_put_in(arena, item, command, text, result, err);
    case SETUP_FILE: *result = (EditText){true, file_content(arena, item, command)}; return true;
    case SETUP_PARAGRAPH: return paragraph_add(arena, item, text, result, err);
    }
    return true;
}

static bool take_out(Arena *arena, const SetupItem *item, EditText text, EditText *result, Err *err)
{
    switch (item->kind) {
    case SETUP_NONE: return true;
    case SETUP_JSON: return json_take_out(arena, item, text, result, err);
    case SETUP_TOML: return toml_take_out(arena, item, text, result, err);
    case SETUP_FILE: *result = (EditText){0}; return true;
    case SETUP_PARAGRAPH: return paragraph_remove(arena, text, result, err);
    }
    return true;
}

bool setup_item_add(Arena *arena, const SetupItem *item, Str command, EditText text,
                    EditText *result, Err *err)
{
    SetupState state;
    *result = text;
    if (!setup_item_look(arena, item, command, text, &state, err))
        return false;
    bool entry = item->kind == SETUP_JSON || item->kind == SETUP_TOML;
    if (state == SETUP_PRESENT || (state == SETUP_DIFFERENT && entry))
        return true;
    if (!put_in(arena, item, command, text, result, err) ||
        !setup_item_look(arena, item, command, *result, &state, err))
        return false;
    if (state == SETUP_PRESENT || item->kind == SETUP_NONE)
        return true;
    return err_set(err, ERR_FAILED, "the inserted text is not found");
}

bool setup_item_remove(Arena *arena, const SetupItem *item, EditText text, EditText *result,
                       Err *err)
{
    SetupState state;
    *result = text;
    /* A key may be repeated; a paragraph or a hook may be present twice. */
    for (size_t i = 0; i < SETUP_REPEATS_MAX; i++) {
        if (!setup_item_look(arena, item, (Str){0}, *result, &state, err))
            return false;
        if (state == SETUP_ABSENT)
            return true;
        if (!take_out(arena, item, *result, result, err))
            return false;
    }
    return err_set(err, ERR_FAILED, "it is there more than %d times", SETUP_REPEATS_MAX);
}
