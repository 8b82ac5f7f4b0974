/* Parser without recursion: open containers are linked through their parents, so depth costs no C
   stack. */
#include "text/jsonc.h"

typedef struct Parser {
    Arena *arena;
    Str text;
    size_t at;
    size_t depth;
    JsoncNode *root;
    JsoncNode *open; /* the innermost open container */
    Err *err;
} Parser;

static bool fail(Parser *parser, const char *what)
{
    return json_fail(parser->text, parser->at, what, parser->err);
}

static char byte_at(Str text, size_t at)
{
    return at < text.len ? text.ptr[at] : '\0';
}

static char peek(const Parser *parser)
{
    return byte_at(parser->text, parser->at);
}

/* ---- white space and comments ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The offset after the comment at `at`; `at` itself at other text or if the comment never ends. */
static size_t skip_comment(Str text, size_t at)
{
    if (byte_at(text, at) != '/')
        return at;
    Str rest = str_from_offset(text, at + 1);
    if (str_starts(rest, STR("/"))) {
        size_t end = str_find_byte(rest, '\n');
        return end == STR_NONE ? text.len : at + 1 + end;
    }
    if (!str_starts(rest, STR("*")))
        return at;
    size_t end = str_find(str_from_offset(rest, 1), STR("*/"));
    return end == STR_NONE ? at : at + 2 + end + 2;
}

size_t jsonc_skip(Str text, size_t at)
{
    for (size_t next = at;; at = next) {
        while (is_space(byte_at(text, next)))
            next++;
        next = skip_comment(text, next);
        if (next == at)
            return at;
    }
}

/* ---- scalars ---- */

static bool skip_escape(Parser *parser)
{
    char c = byte_at(parser->text, parser->at + 1);
    if (byte_in(c, "\"\\/bfnrt")) {
        parser->at += 2;
        return true;
    }
    uint32_t unit;
    if (c != 'u' || !str_parse_unit(parser->text, parser->at + 2, &unit))
        return fail(parser, "unknown escape");
    parser->at += 6;
    return true;
}

static bool skip_string(Parser *parser)
{
    if (peek(parser) != '"')
        return fail(parser, "expected a string in double quotes");
    for (parser->at++; parser->at < parser->text.len;) {
        char c = peek(parser);
        if (c == '"') {
            parser->at++;
            return true;
        }
        if ((unsigned char)c < 0x20)
            return fail(parser, "control character in a string");
        if (c != '\\')
            parser->at++;
        else if (!skip_escape(parser))
            return false;
    }
    return fail(parser, "string without closing quotes");
}

static size_t skip_digits(Str text, size_t at)
{
    while (byte_is_digit(byte_at(text, at)))
        at++;
    return at;
}

/* The length of the number at the start of the text, 0 at other text. */
static size_t number_len(Str text)
{
    size_t at = byte_at(text, 0) == '-';
    size_t end = byte_at(text, at) == '0' ? at + 1 : skip_digits(text, at);
    if (end == at)
        return 0;
    if (byte_at(text, end) == '.') {
        at = end + 1;
        end = skip_digits(text, at);
        if (end == at)
            return 0;
    }
    if ((byte_at(text, end) | 32) == 'e') {
        char sign = byte_at(text, end + 1);
        at = end + 1 + (sign == '+' || sign == '-');
        end = skip_digits(text, at);
        if (end == at)
            return 0;
    }
    return end;
}

static bool read_word(Parser *parser, JsoncNode *node)
{
    static const struct {
        Str word;
        JsonType type;
    } words[] = {{STR_INIT("true"), JSON_TRUE},
                 {STR_INIT("false"), JSON_FALSE},
                 {STR_INIT("null"), JSON_NULL}};
    Str rest = str_from_offset(parser->text, parser->at);
    size_t len = number_len(rest);
    node->type = JSON_NUMBER;
    for (size_t i = 0; i < COUNT(words); i++) {
        if (!str_starts(rest, words[i].word))
            continue;
        len = words[i].word.len;
        node->type = words[i].type;
    }
    char next = byte_at(rest, len);
    if (!len || byte_is_word(next) || next == '.' || next == '-' || next == '+')
        return fail(parser, "expected a value");
    parser->at += len;
    return true;
}

/* ---- containers ---- */

static bool read_key(Parser *parser, JsoncNode *node)
{
    size_t start = parser->at;
    if (!skip_string(parser))
        return false;
    node->key = str_slice(parser->text, start + 1, parser->at - 1);
    if (str_find_byte(node->key, '\\') != STR_NONE) {
        Json *decoded;
        if (!json_parse(parser->arena, str_slice(parser->text, start, parser->at), &decoded,
                        parser->err))
            return false;
        node->key = decoded->text;
    }
    parser->at = jsonc_skip(parser->text, parser->at);
    if (peek(parser) != ':')
        return fail(parser, "expected ':' after the key");
    parser->at = jsonc_skip(parser->text, parser->at + 1);
    return true;
}

static void attach(JsoncNode *parent, JsoncNode *node)
{
    node->parent = parent;
    node->previous = parent->last;
    *(parent->last ? &parent->last->next : &parent->first) = node;
    parent->last = node;
    parent->count++;
}

/* Reads an item, or only its start when it is a container, which is then open. */
static bool read_item(Parser *parser)
{
    JsoncNode *node = NEW(parser->arena, JsoncNode, 1);
    node->start = parser->at;
    if (!parser->open)
        parser->root = node;
    else
        attach(parser->open, node);
    if (parser->open && parser->open->type == JSON_OBJECT && !read_key(parser, node))
        return false;
    node->value = parser->at;
    char c = peek(parser);
    if (c == '{' || c == '[') {
        if (++parser->depth > JSON_DEPTH_MAX)
            return fail(parser, "nested too deep");
        node->type = c == '{' ? JSON_OBJECT : JSON_ARRAY;
        parser->open = node;
        parser->at++;
        return true;
    }
    node->type = JSON_STRING;
    if (c == '"' ? !skip_string(parser) : !read_word(parser, node))
        return false;
    node->end = parser->at;
    return true;
}

/* After an item: closes the containers that end here, up to the next item's start or the end of the
   root. */
static bool next_item(Parser *parser)
{
    bool begun = parser->open && !parser->open->first;
    while (parser->open) {
        JsoncNode *open = parser->open;
        parser->at = jsonc_skip(parser->text, parser->at);
        char c = peek(parser);
        if (c == (open->type == JSON_OBJECT ? '}' : ']')) {
            open->end = ++parser->at;
            parser->open = open->parent;
            parser->depth--;
            begun = false;
            continue;
        }
        if (begun)
            return true;
        if (c != ',')
            return fail(parser,
                        open->type == JSON_OBJECT ? "expected ',' or '}'" : "expected ',' or ']'");
        parser->at = jsonc_skip(parser->text, parser->at + 1);
        c = peek(parser);
        if (c != '}' && c != ']')
            return true;
    }
    return true;
}

bool jsonc_parse(Arena *arena, Str text, JsoncDoc *doc, Err *err)
{
    Parser parser = {.arena = arena, .text = text, .err = err};
    *doc = (JsoncDoc){.text = text};
    parser.at = jsonc_skip(text, str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0);
    if (parser.at == text.len)
        return true;
    do {
        if (!read_item(&parser) || !next_item(&parser))
            return false;
    } while (parser.open);
    parser.at = jsonc_skip(text, parser.at);
    if (parser.at < text.len)
        return fail(&parser, "expected the end of the file");
    doc->root = parser.root;
    return true;
}

/* ---- values ---- */

Str jsonc_plain(Arena *arena, Str text)
{
    char *plain = str_terminate(arena, text);
    bool quoted = false;
    size_t comma = STR_NONE; /* the last one, if only white space follows it */
    for (size_t i = 0; str_starts(text, STR("\xEF\xBB\xBF")) && i < 3; i++)
        plain[i] = ' ';
    for (size_t i = 0; i < text.len; i++) {
        Str rest = str_from_offset(text, i);
        bool block = !quoted && str_starts(rest, STR("/*"));
        if (block || (!quoted && str_starts(rest, STR("//")))) {
            size_t end = str_find(rest, block ? STR("*/") : STR("\n"));
            end = end == STR_NONE ? text.len : i + end + (block ? 2 : 0);
            for (; i < end; i++)
                plain[i] = text.ptr[i] == '\n' ? '\n' : ' ';
            i--;
            continue;
        }
        char c = text.ptr[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        if (!quoted && byte_in(c, "]}") && comma != STR_NONE)
            plain[comma] = ' ';
        if (!byte_is_space(c))
            comma = !quoted && c == ',' ? i : STR_NONE;
    }
    return (Str){plain, text.len};
}

bool jsonc_value(Arena *arena, const JsoncDoc *doc, const JsoncNode *node, Json **value, Err *err)
{
    Str text = str_slice(doc->text, node->value, node->end);
    return json_parse(arena, jsonc_plain(arena, text), value, err);
}
