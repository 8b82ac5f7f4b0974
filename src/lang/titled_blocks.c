/* The syntax tree is walked once with a cursor. A call is a block if the words of its callee are
   listed and it takes code: a function, a closure, braces. */
#include "lang/titled_blocks.h"

#include "base/buf.h"
#include "lang/parse.h"
#include "lang/registry.h"

/* Blocks of one file; a file with more is a generated one. */
#define BLOCKS_MAX 20000
/* A callee is a few words. */
#define CALLEE_BYTES_MAX 80

typedef struct Reading {
    Arena *arena;
    Str text;
    const BlockWordsVec *words;
    TitledBlocks *blocks;
    uint8_t *roles; /* by kind of node: NodeRole */
} Reading;

typedef enum NodeRole {
    NODE_UNKNOWN,
    NODE_OTHER,
    NODE_DEAD,
    NODE_TEXT,
    NODE_CALL,
    NODE_VALUE,
    NODE_TYPE,
    NODE_INFIX,
    NODE_LIST,
} NodeRole;

bool titled_blocks_lists(Str words, Str word)
{
    Str one;
    while (str_take_until(&words, ' ', &one))
        if (str_equal(one, word))
            return word.len > 0;
    return false;
}

bool titled_blocks_has(const BlockWordsVec *words, TitledKind kind, Str word)
{
    for (size_t i = 0; i < words->len; i++)
        if (words->ptr[i].kind == kind && titled_blocks_lists(str_from(words->ptr[i].words), word))
            return true;
    return false;
}

bool titled_blocks_has_any(const BlockWordsVec *words, TitledKind kind)
{
    for (size_t i = 0; i < words->len; i++)
        if (words->ptr[i].kind == kind)
            return true;
    return false;
}

static bool lists(const Reading *reading, TitledKind kind, Str word)
{
    return titled_blocks_has(reading->words, kind, word);
}

static Str node_text(const Reading *reading, TSNode node)
{
    return str_slice(reading->text, ts_node_start_byte(node), ts_node_end_byte(node));
}

/* Whether the kind of node has one of the parts in its name. */
static bool is_of_kind(TSNode node, const char *const *parts, size_t count)
{
    Str kind = str_from(ts_node_type(node));
    for (size_t i = 0; i < count; i++)
        if (str_find(kind, str_from(parts[i])) != STR_NONE)
            return true;
    return false;
}

/* ---- callees ---- */

static TitledKind kind_of_word(const Reading *reading, Str word)
{
    for (size_t i = 0; i < reading->words->len; i++) {
        const BlockWords *words = &reading->words->ptr[i];
        if (words->kind < BLOCK_CALLS && titled_blocks_lists(str_from(words->words), word))
            return words->kind;
    }
    return BLOCK_NONE;
}

/* What the dotted words at the beginning of a call say: the last that is listed decides, one that
   switches off always. */
static TitledKind kind_of_call(const Reading *reading, Str call)
{
    TitledKind kind = BLOCK_NONE;
    size_t at = 0, start = 0;
    if (call.len && byte_in(call.ptr[0], "`@")) /* `when`("it is full"), @testset "cart" */
        call = str_from_offset(call, 1);
    for (call = str_slice(call, 0, MIN(call.len, (size_t)CALLEE_BYTES_MAX)); at <= call.len; at++) {
        bool inside =
            at < call.len && (byte_is_word(call.ptr[at]) || byte_in(call.ptr[at], "!?$%"));
        if (inside)
            continue;
        TitledKind own = kind_of_word(reading, str_slice(call, start, at));
        if (own == BLOCK_NONE && !start)
            return BLOCK_NONE;
        if (own == BLOCK_OFF)
            return own;
        kind = own == BLOCK_NONE || own == BLOCK_RECEIVER ? kind : own;
        if (at + 1 >= call.len || call.ptr[at] != '.')
            break;
        start = at + 1;
    }
    return kind;
}

static Str word_of(Str call)
{
    size_t len = 0;
    while (len < call.len && (byte_is_word(call.ptr[len]) || byte_in(call.ptr[len], ".!?%")))
        len++;
    return str_slice(call, 0, len);
}

/* ---- arguments ---- */

static bool is_code(TSNode node)
{
    static const char *const parts[] = {
        "function",   "lambda", "closure",      "block",
        "subroutine", "braced", "func_literal", "compound_statement"};
    return is_of_kind(node, parts, COUNT(parts));
}

static bool is_arguments(TSNode node)
{
    static const char *const parts[] = {"argument", "list_expression"};
    return is_of_kind(node, parts, COUNT(parts));
}

/* An argument without what wraps it. */
static TSNode unwrapped(TSNode node)
{
    bool wrapped = str_equal(str_from(ts_node_type(node)), STR("argument")) ||
                   str_equal(str_from(ts_node_type(node)), STR("value_argument"));
    uint32_t count = ts_node_named_child_count(node);
    return wrapped && count ? ts_node_named_child(node, count - 1) : node;
}

typedef struct CallParts {
    TSNode title, code;
    bool has_title, has_code;
} CallParts;

/* The first argument and the code among the children of a call or of its arguments. */
static void find_parts(TSNode node, CallParts *parts)
{
    uint32_t count = ts_node_named_child_count(node);
    for (uint32_t i = 0; i < count; i++) {
        TSNode child = unwrapped(ts_node_named_child(node, i));
        if (is_code(child)) {
            parts->code = child;
            parts->has_code = true;
        } else if (!parts->has_title) {
            parts->title = child;
            parts->has_title = true;
        }
    }
}

static CallParts parts_of(TSNode node)
{
    CallParts parts = {0};
    uint32_t count = ts_node_child_count(node);
    for (uint32_t i = 0; i < count; i++) {
        TSNode child = ts_node_child(node, i);
        if (is_arguments(child) && i)
            find_parts(child, &parts);
        else if (i && is_code(child)) {
            parts.code = child;
            parts.has_code = true;
        }
    }
    return parts;
}

/* Whether all of the text is one text in quotes; `'a' + 'b'` is not. */
static bool is_quoted(Str text)
{
    size_t at = 1;
    if (text.len < 2 || !byte_in(text.ptr[0], "'\"`"))
        return false;
    while (at < text.len && text.ptr[at] != text.ptr[0])
        at += text.ptr[at] == '\\' ? 2 : 1;
    return at + 1 == text.len || (text.ptr[0] == '`' && text.ptr[text.len - 1] == '`');
}

static Str without_quotes(Str text, bool *literal)
{
    text = str_trim(text);
    *literal = is_quoted(text);
    if (*literal)
        return str_slice(text, 1, text.len - 1);
    return str_starts(text, STR(":")) ? str_from_offset(text, 1) : text;
}

Str titled_blocks_quoted(Str text, size_t at, size_t *end)
{
    while (at < text.len && byte_in(text.ptr[at], " \t\r\n("))
        at++;
    *end = at;
    if (at >= text.len || !byte_in(text.ptr[at], "\"'"))
        return (Str){0};
    char quote = text.ptr[at];
    size_t close = at + 1;
    while (close < text.len && text.ptr[close] != quote)
        close += text.ptr[close] == '\\' ? 2 : 1;
    if (close >= text.len)
        return (Str){0};
    *end = close + 1;
    return str_slice(text, at + 1, close);
}

/* Whether options between title and code switch the case off, whatever a run knows. */
static bool is_switched_off(const Reading *reading, Str options)
{
    for (size_t at = 0; at < options.len;) {
        size_t start = at;
        while (at < options.len && byte_is_word(options.ptr[at]))
            at++;
        Str word = str_slice(options, start, at);
        if (!word.len) {
            at++;
            continue;
        }
        Str after = str_trim(str_from_offset(options, at));
        bool key = str_starts(after, STR(":"));
        Str value = key ? str_trim(str_from_offset(after, 1)) : after;
        bool on =
            key ? value.len && (byte_in(value.ptr[0], "'\"`") || str_starts(value, STR("true")))
                : start && options.ptr[start - 1] == ':';
        if (on && lists(reading, BLOCK_OPTION, word))
            return true;
    }
    return false;
}

/* Whether a line right above says that the case is off: `@tag :skip`. */
static bool is_off_above(const Reading *reading, uint32_t start)
{
    Str text = str_slice(reading->text, 0, start), begin = {0}, words = {0};
    for (size_t i = 0; i < reading->words->len; i++)
        if (reading->words->ptr[i].kind == BLOCK_ABOVE)
            words = str_from(reading->words->ptr[i].words);
    if (!str_take_until(&words, ' ', &begin))
        return false;
    for (;;) {
        size_t feed = str_find_last_byte(text, '\n');
        if (feed == STR_NONE)
            return false;
        text = str_slice(text, 0, feed);
        size_t before = str_find_last_byte(text, '\n');
        Str line = str_trim(str_from_offset(text, before == STR_NONE ? 0 : before + 1));
        if (!str_starts(line, begin))
            return false;
        for (size_t at = begin.len; at < line.len; at++) {
            size_t end = at;
            while (end < line.len && byte_is_word(line.ptr[end]))
                end++;
            if (end > at && titled_blocks_lists(words, str_slice(line, at, end)))
                return true;
            at = MAX(at, end);
        }
    }
}

/* The title in an object that describes a case, `{ name: "adds", fn() {…} }`: its first text. */
static Str title_of_object(Str object)
{
    size_t name = str_find(object, STR("name:")), end;
    return name == STR_NONE ? (Str){0} : titled_blocks_quoted(object, name + 5, &end);
}

/* ---- names of values ---- */

/* The names in the head of a declaration: its last word, or all words of a pattern. */
static Str names_of(Arena *arena, Str head)
{
    bool pattern = head.len && byte_in(head.ptr[0], "{[(");
    Buf out = buf_open(arena, 0);
    Str last = {0};
    for (size_t at = 0; at < head.len;) {
        size_t start = at;
        while (at < head.len && byte_is_word(head.ptr[at]))
            at++;
        if (at == start) {
            if (!pattern && byte_in(head.ptr[at], "=(:<"))
                break;
            if (pattern && head.ptr[at] == '=')
                break;
            at++;
            continue;
        }
        last = str_slice(head, start, at);
        if (pattern)
            buf_printf(&out, "%.*s ", STR_ARG(last));
    }
    return pattern ? buf_str(&out) : last;
}

/* ---- the walk ---- */

static uint32_t around(const Reading *reading, uint32_t offset)
{
    const TitledBlockVec *list = &reading->blocks->list;
    uint32_t at = (uint32_t)list->len - 1;
    while (at && list->ptr[at].end <= offset)
        at = list->ptr[at].parent;
    return at;
}

static void add(Reading *reading, TSNode node, TitledBlock block)
{
    block.start = ts_node_start_byte(node);
    block.end = ts_node_end_byte(node);
    block.first_line = ts_node_start_point(node).row + 1;
    block.last_line = ts_node_end_point(node).row + 1;
    block.parent = around(reading, block.start);
    *VEC_PUSH(reading->arena, &reading->blocks->list) = block;
}

/* Whether the block that begins here was read: `it.each(table)("adds", …)` has two calls. */
static bool is_known(const Reading *reading, uint32_t start)
{
    const TitledBlockVec *list = &reading->blocks->list;
    for (size_t i = list->len; i-- > 1 && list->ptr[i].start >= start;)
        if (list->ptr[i].start == start && list->ptr[i].kind != BLOCK_NAMED)
            return true;
    return false;
}

static void take_call(Reading *reading, TSNode node)
{
    Str text = node_text(reading, node);
    TitledKind kind = kind_of_call(reading, text);
    if (kind == BLOCK_NONE || is_known(reading, ts_node_start_byte(node)))
        return;
    CallParts parts = parts_of(node);
    TitledBlock block = {.kind = kind, .word = word_of(text)};
    size_t end = text.len;
    if (parts.has_title && !parts.has_code && kind == BLOCK_CASE &&
        str_equal(str_from(ts_node_type(parts.title)), STR("object"))) {
        parts.code = parts.title;
        parts.has_code = true;
        block.title = title_of_object(node_text(reading, parts.title));
        block.literal = block.title.len > 0;
    } else if (parts.has_title) {
        block.title = without_quotes(node_text(reading, parts.title), &block.literal);
        end = ts_node_end_byte(parts.title) - ts_node_start_byte(node);
    } else { /* the title is further inside: it "adds" $ …, test("adds") { … } */
        size_t from = text.ptr[0] == '`' ? 2 : text.ptr[0] == '@';
        from += word_of(str_from_offset(text, MIN(from, (size_t)1))).len;
        block.title = titled_blocks_quoted(text, from, &end);
        block.literal = block.title.len > 0;
    }
    bool extends = str_find_byte(block.word, '%') != STR_NONE; /* `let%test _ = …` of OCaml */
    bool takes =
        parts.has_code || extends || kind == BLOCK_EXAMPLES || kind == BLOCK_INCLUDED ||
        (kind == BLOCK_SETUP && (parts.has_title || end < text.len)) ||
        ((kind == BLOCK_CASE || kind == BLOCK_GROUP) && block.literal && end + 2 < text.len);
    if (kind == BLOCK_EXAMPLES) {
        block.kind = BLOCK_CASE;
        block.title =
            str_format(reading->arena, "%.*s %.*s", STR_ARG(block.word), STR_ARG(block.title));
        block.literal = false;
    }
    if (!takes)
        return;
    if (kind == BLOCK_CASE && parts.has_code && parts.has_title) {
        uint32_t from = ts_node_end_byte(parts.title), to = ts_node_start_byte(parts.code);
        if (from < to && is_switched_off(reading, str_slice(reading->text, from, to)))
            block.kind = BLOCK_OFF;
    }
    if (kind == BLOCK_CASE && is_off_above(reading, ts_node_start_byte(node)))
        block.kind = BLOCK_OFF;
    block.body = parts.has_code    ? ts_node_start_byte(parts.code)
                 : parts.has_title ? ts_node_end_byte(node)
                                   : ts_node_start_byte(node) + (uint32_t)end;
    if (kind == BLOCK_SUBJECT)
        block.title = str_format(reading->arena, "%.*s subject is_expected", STR_ARG(block.title));
    add(reading, node, block);
}

/* `"adds" { … }` */
static void take_bare(Reading *reading, TSNode node)
{
    Str text = node_text(reading, node);
    size_t end;
    Str title = titled_blocks_quoted(text, 0, &end);
    CallParts parts = parts_of(node);
    if (!title.len || text.ptr[0] == '(' || !parts.has_code)
        return;
    add(reading, node,
        (TitledBlock){.kind = BLOCK_CASE,
                      .title = title,
                      .literal = true,
                      .body = ts_node_start_byte(parts.code)});
}

/* The last text in quotes; what is before it, if anything, is around it: `"A cart" should "add"`.
 */
static Str last_quoted(Str text)
{
    Str last = {0};
    for (size_t at = 0, end; at < text.len; at = MAX(end, at + 1)) {
        Str quoted = titled_blocks_quoted(text, at, &end);
        last = quoted.len ? quoted : last;
    }
    return last;
}

/* `"A cart" should "add" in { … }` */
static void take_infix(Reading *reading, TSNode node)
{
    uint32_t count = ts_node_named_child_count(node);
    if (count < 2)
        return;
    TSNode left = ts_node_named_child(node, 0), right = ts_node_named_child(node, count - 1);
    uint32_t from = ts_node_end_byte(left), to = ts_node_start_byte(right);
    if (from > to)
        return;
    Str word = str_trim(str_slice(reading->text, from, to)),
        title = last_quoted(node_text(reading, left));
    TitledKind kind = kind_of_word(reading, word);
    bool sign = word.len > 1 && !byte_is_word(word.ptr[0]); /* `"adds" >:: test_adds` */
    if (!sign && !is_code(right))
        return;
    TitledKind before = kind_of_call(reading, node_text(reading, left));
    if ((kind == BLOCK_CASE && before == BLOCK_OFF) ||
        (kind == BLOCK_GROUP && before == BLOCK_CASE))
        kind = before; /* `test("adds") - {…}` */
    if (kind != BLOCK_NONE && title.len)
        add(reading, node,
            (TitledBlock){.kind = kind, .title = title, .literal = true, .body = to});
}

/* `(test adds …)`, `(it "adds" …)` */
static void take_list(Reading *reading, TSNode node)
{
    Str text = node_text(reading, node);
    size_t at = 1;
    while (at < text.len && (byte_is_word(text.ptr[at]) || byte_in(text.ptr[at], "-:!?*+")))
        at++;
    Str word = str_slice(text, MIN((size_t)1, text.len), at);
    size_t colon = str_find_last_byte(word, ':'), end;
    TitledKind kind =
        kind_of_word(reading, colon == STR_NONE ? word : str_from_offset(word, colon + 1));
    if (kind == BLOCK_NONE)
        return;
    Str title = titled_blocks_quoted(text, at, &end);
    bool literal = title.len > 0;
    while (!literal && at < text.len && byte_is_space(text.ptr[at]))
        at++;
    for (end = literal ? end : at; !literal && end < text.len && !byte_is_space(text.ptr[end]) &&
                                   !byte_in(text.ptr[end], "()");)
        end++;
    title = literal ? title : str_slice(text, at, end);
    add(reading, node,
        (TitledBlock){.kind = kind,
                      .word = word,
                      .title = title,
                      .literal = literal,
                      .body = ts_node_start_byte(node) + (uint32_t)end});
}

static void take_value(Reading *reading, TSNode node)
{
    Str names = names_of(reading->arena, node_text(reading, node));
    if (names.len)
        add(reading, node,
            (TitledBlock){.kind = BLOCK_NAMED, .title = names, .body = ts_node_start_byte(node)});
}

static void take_type(Reading *reading, TSNode node)
{
    uint32_t count = ts_node_named_child_count(node);
    if (count)
        add(reading, node,
            (TitledBlock){.kind = BLOCK_GROUP,
                          .title = node_text(reading, ts_node_named_child(node, 0)),
                          .body = ts_node_end_byte(ts_node_named_child(node, 0))});
}

static bool is_dead(TSNode node)
{
    static const char *const parts[] = {"comment",         "haddock",        "string_content",
                                        "string_fragment", "quoted_content", "template_chars"};
    return is_of_kind(node, parts, COUNT(parts));
}

/* A text that has no code inside where it has no nodes inside. */
static bool is_text(TSNode node)
{
    static const char *const parts[] = {"string"};
    return is_of_kind(node, parts, COUNT(parts));
}

static NodeRole role_of(const Reading *reading, TSNode node)
{
    Str kind = str_from(ts_node_type(node));
    return is_dead(node)                        ? NODE_DEAD
           : is_text(node)                      ? NODE_TEXT
           : lists(reading, BLOCK_CALLS, kind)  ? NODE_CALL
           : lists(reading, BLOCK_VALUES, kind) ? NODE_VALUE
           : lists(reading, BLOCK_TYPES, kind)  ? NODE_TYPE
           : lists(reading, BLOCK_INFIX, kind)  ? NODE_INFIX
           : lists(reading, BLOCK_LISTS, kind)  ? NODE_LIST
                                                : NODE_OTHER;
}

static void take_node(Reading *reading, TSNode node)
{
    uint8_t *role = &reading->roles[ts_node_symbol(node)];
    if (*role == NODE_UNKNOWN)
        *role = (uint8_t)role_of(reading, node);
    NodeRole own = (NodeRole)*role;
    if (own == NODE_TEXT)
        own = ts_node_named_child_count(node) ? NODE_OTHER : NODE_DEAD;
    switch (own) {
    case NODE_DEAD:
        *VEC_PUSH(reading->arena, &reading->blocks->dead) =
            (TreeSpan){ts_node_start_byte(node), ts_node_end_byte(node)};
        break;
    case NODE_CALL:
        take_call(reading, node);
        if (lists(reading, BLOCK_BARE, str_from(ts_node_type(node))))
            take_bare(reading, node);
        break;
    case NODE_INFIX: take_infix(reading, node); break;
    case NODE_LIST: take_list(reading, node); break;
    case NODE_VALUE: take_value(reading, node); break;
    case NODE_TYPE: take_type(reading, node); break;
    case NODE_UNKNOWN:
    case NODE_TEXT:
    case NODE_OTHER: break;
    }
}

static void walk_tree(void *context, TSTree *tree)
{
    Reading *reading = context;
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    for (bool more = true; more;) {
        TSNode node = ts_tree_cursor_current_node(&cursor);
        if (ts_node_is_named(node) && reading->blocks->list.len < BLOCKS_MAX)
            take_node(reading, node);
        if (ts_tree_cursor_goto_first_child(&cursor))
            continue;
        while (!ts_tree_cursor_goto_next_sibling(&cursor) && more)
            more = ts_tree_cursor_goto_parent(&cursor);
    }
    ts_tree_cursor_delete(&cursor);
}

bool titled_blocks_read(Arena *arena, Arena scratch, const Language *language, Str text,
                        const BlockWordsVec *words, TitledBlocks *blocks)
{
    Reading reading = {.arena = arena, .text = text, .words = words, .blocks = blocks};
    *blocks = (TitledBlocks){0};
    *VEC_PUSH(arena, &blocks->list) =
        (TitledBlock){.kind = BLOCK_GROUP, .end = (uint32_t)text.len, .first_line = 1};
    if (titled_blocks_has_any(words, BLOCK_HEADS)) {
        titled_heads_read(arena, text, words, blocks);
        return true;
    }
    if (!language->grammar)
        return false;
    /* an error's own number is the largest that a symbol can have */
    reading.roles = NEW(&scratch, uint8_t, (size_t)UINT16_MAX + 1);
    ParseSource source = {.text = parse_prepare(&scratch, language, text)};
    OutlineOptions options = {0};
    return parse_visit(scratch, language->grammar(), &source, &options, walk_tree, &reading) ==
           PARSE_OK;
}

/* ---- places ---- */

uint32_t titled_blocks_at(const TitledBlocks *blocks, uint32_t offset)
{
    size_t low = 0, high = blocks->list.len; /* the last that begins at the offset or before it */
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (blocks->list.ptr[middle].start <= offset)
            low = middle;
        else
            high = middle;
    }
    uint32_t at = (uint32_t)low;
    while (at && blocks->list.ptr[at].end <= offset)
        at = blocks->list.ptr[at].parent;
    return at;
}

bool titled_blocks_is_dead(const TitledBlocks *blocks, uint32_t offset)
{
    size_t low = 0, high = blocks->dead.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (blocks->dead.ptr[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < blocks->dead.len && blocks->dead.ptr[low].start <= offset;
}
