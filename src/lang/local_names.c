/* A preorder walk, with a stack of the scope and the marks that a node inherits. Occurrences are
   noted with their scope, then looked up from the inside out. */
#include "lang/local_names.h"

#include "lang/name_sites.h"
#include "lang/parse.h"
#include "lang/registry.h"

typedef enum ScopeKind {
    SCOPE_FILE,
    SCOPE_FUNCTION,
    SCOPE_BLOCK,
    SCOPE_CLASS
} ScopeKind;

typedef struct Scope {
    uint32_t parent; /* index */
    uint32_t start, end;
    ScopeKind kind;
    bool border;
    uint32_t first[2], last[2]; /* by name: the declarations in it, as their index + 1; 0: none */
    bool freed[2], global[2];   /* of a function, by name */
} Scope;

typedef enum BindMode {
    BIND_NONE,
    BIND_HERE,
    BIND_HOISTED,
    BIND_ASSIGNED
} BindMode;

/* What a node inherits. */
typedef struct Frame {
    uint32_t scope;  /* index */
    uint32_t from;   /* end of the statement in which a name is not visible yet, or 0 */
    uint32_t unseen; /* … its start */
    BindMode mode;
    bool parameter, frees, globals, fixed, apart, opaque, key;
    const char *kind, *around;
    TSSymbol symbol, outer; /* of `kind` and `around` */
} Frame;

typedef struct Occurrence {
    LocalSite site;
    uint32_t scope, home; /* where it is; where it is declared if it declares */
    uint32_t from, unseen;
    BindMode mode;
    uint32_t next; /* the next declaration of the name in the scope, as its index + 1; 0: none */
    bool frees, globals;
} Occurrence;

/* Edges that were looked up before: a tree has few different ones. A slot keeps the latest. */
#define EDGES_MAX 4096
typedef struct KnownEdge {
    uint64_t key;
    uint32_t lists;
    bool is_set;
} KnownEdge;

typedef struct Binder {
    Arena *scratch;
    const LocalQuery *query;
    VEC(Scope) scopes;
    VEC(Occurrence) found;
    VEC(Frame) frames;
    VEC(LocalDamage) damage;
    KnownEdge *known; /* EDGES_MAX */
    bool deep;
} Binder;

/* ---- edges ---- */

/* A node, and the two around it. */
typedef struct Edge {
    Str outer, parent, kind, field;
} Edge;

static bool word_fits(Str word, const Edge *edge)
{
    size_t slash = str_find_byte(word, '/'), dot = str_find_byte(word, '.');
    if (slash == STR_NONE && dot == STR_NONE)
        return str_equal(word, edge->kind);
    if (slash != STR_NONE && dot != STR_NONE) {
        if (!str_equal(str_slice(word, 0, slash), edge->outer))
            return false;
        word = str_from_offset(word, slash + 1);
        dot -= slash + 1;
    }
    return dot == STR_NONE ? str_equal(str_slice(word, 0, slash), edge->parent) &&
                                 str_equal(str_from_offset(word, slash + 1), edge->kind)
                           : str_equal(str_slice(word, 0, dot), edge->parent) &&
                                 str_equal(str_from_offset(word, dot + 1), edge->field);
}

static bool edge_is(const char *list, const Edge *edge)
{
    Str rest = list ? str_from(list) : (Str){0}, word;
    while (str_take_until(&rest, ' ', &word))
        if (word.len && word_fits(word, edge))
            return true;
    return false;
}

/* What a list says of an edge. */
enum {
    IS_NAME = 1,
    IS_FUNCTION = 1 << 1,
    IS_BORDER = 1 << 2,
    IS_BLOCK = 1 << 3,
    IS_CLASS = 1 << 4,
    IS_JOINED = 1 << 5,
    IS_OUTSIDE = 1 << 6,
    IS_BIND = 1 << 7,
    IS_HOIST = 1 << 8,
    IS_ASSIGN = 1 << 9,
    IS_DECLARER = 1 << 10,
    IS_VALUE = 1 << 11,
    IS_PARAMETER = 1 << 12,
    IS_UNSEEN = 1 << 13,
    IS_FREE = 1 << 14,
    IS_GLOBAL = 1 << 15,
    IS_FIXED = 1 << 16,
    IS_APART = 1 << 17,
    IS_NAMED = 1 << 18,
    IS_KEY = 1 << 19,
    IS_BARE_KEY = 1 << 20,
    IS_SHORTHAND = 1 << 21,
    IS_OPAQUE = 1 << 22,
    IS_STRING = 1 << 23,
};

static uint32_t read_edge(const LocalFacts *facts, const Edge *edge)
{
    const char *const lists[] = {
        facts->names,     facts->functions, facts->borders,    facts->blocks, facts->classes,
        facts->joined,    facts->outside,   facts->binds,      facts->hoists, facts->assigns,
        facts->declarers, facts->values,    facts->parameters, facts->unseen, facts->frees,
        facts->globals,   facts->fixed,     facts->apart,      facts->named,  facts->keys,
        facts->bare_keys, facts->shorthand, facts->opaque,     facts->strings};
    uint32_t found = 0;
    for (size_t i = 0; i < COUNT(lists); i++)
        found |= edge_is(lists[i], edge) ? 1u << i : 0;
    return found;
}

static uint32_t function_of(const Binder *binder, uint32_t scope)
{
    while (binder->scopes.ptr[scope].kind == SCOPE_BLOCK)
        scope = binder->scopes.ptr[scope].parent;
    return scope;
}

static uint32_t open_scope(Binder *binder, uint32_t parent, TSNode node, ScopeKind kind,
                           bool border)
{
    *VEC_PUSH(binder->scratch, &binder->scopes) =
        (Scope){.parent = parent,
                .start = ts_node_start_byte(node),
                .end = ts_node_end_byte(node),
                .kind = kind,
                .border = kind == SCOPE_FUNCTION && border};
    return (uint32_t)binder->scopes.len - 1;
}

/* ---- the walk ---- */

/* Whether a word that makes a declaration of the text between two offsets is next to it. */
static bool is_declared(const LocalQuery *query, uint32_t start, uint32_t end)
{
    Str after = str_trim(str_from_offset(query->text, end)), word;
    size_t at = start;
    while (at && byte_is_space(query->text.ptr[at - 1]))
        at--;
    Str before = str_slice(query->text, 0, at);
    Str rest = str_from(query->facts->declaring);
    while (str_take_until(&rest, ' ', &word))
        if (byte_is_word(word.ptr[0]) ? str_ends(before, word) : str_starts(after, word))
            return true;
    return false;
}

static void set_mode(const LocalQuery *query, uint32_t edge, TSNode node, Frame *frame)
{
    if (edge & IS_VALUE)
        frame->mode = BIND_NONE;
    else if (edge & IS_BIND)
        frame->mode = BIND_HERE;
    else if (frame->mode == BIND_NONE && (edge & IS_HOIST))
        frame->mode = BIND_HOISTED;
    else if (frame->mode == BIND_NONE && (edge & IS_ASSIGN))
        frame->mode = BIND_ASSIGNED;
    else if ((edge & IS_DECLARER) &&
             is_declared(query, ts_node_start_byte(node), ts_node_end_byte(node)))
        frame->mode = BIND_HERE;
}

static void set_marks(uint32_t edge, Frame *frame)
{
    frame->parameter |= (edge & IS_PARAMETER);
    frame->frees |= (edge & IS_FREE);
    frame->globals |= (edge & IS_GLOBAL);
    frame->fixed |= (edge & IS_FIXED);
    frame->apart |= (edge & IS_APART);
    frame->opaque |= (edge & IS_OPAQUE);
    frame->key |= (edge & IS_KEY);
}

static void set_scope(Binder *binder, uint32_t edge, TSNode node, Frame *frame)
{
    bool function = (edge & IS_FUNCTION), class = (edge & IS_CLASS);
    bool block = (edge & IS_BLOCK);
    if (!(function || class || block) || (edge & IS_JOINED))
        return;
    ScopeKind kind = function ? SCOPE_FUNCTION : class ? SCOPE_CLASS : SCOPE_BLOCK;
    frame->scope = open_scope(binder, frame->scope, node, kind, edge & IS_BORDER);
    frame->mode = BIND_NONE;
    frame->parameter = frame->fixed = false;
    frame->from = frame->unseen = 0;
}

/* What the lists say of the edge to the cursor's node. */
static uint32_t lists_of(Binder *binder, const Frame *around, TSTreeCursor *cursor)
{
    TSNode node = ts_tree_cursor_current_node(cursor);
    const char *field = ts_tree_cursor_current_field_name(cursor);
    uint64_t key = (uint64_t)around->outer << 48 | (uint64_t)around->symbol << 32 |
                   (uint64_t)ts_node_symbol(node) << 16 | ts_tree_cursor_current_field_id(cursor);
    KnownEdge *known = &binder->known[(key * 0x9e3779b97f4a7c15u) >> 52];
    if (known->is_set && known->key == key)
        return known->lists;
    Edge is = {.outer = str_from(around->around),
               .parent = str_from(around->kind),
               .kind = str_from(ts_node_type(node)),
               .field = field ? str_from(field) : (Str){0}};
    *known = (KnownEdge){.key = key, .lists = read_edge(binder->query->facts, &is), .is_set = true};
    return known->lists;
}

/* Enters a node: what it and the nodes below it inherit. */
static Frame enter(Binder *binder, const Frame *around, uint32_t edge, TSNode node)
{
    Frame frame = *around;
    frame.kind = ts_node_type(node);
    frame.around = around->kind;
    frame.symbol = ts_node_symbol(node);
    frame.outer = around->symbol;
    if (edge & IS_OUTSIDE)
        frame.scope = binder->scopes.ptr[frame.scope].parent;
    set_mode(binder->query, edge, node, &frame);
    set_marks(edge, &frame);
    if (edge & IS_UNSEEN) {
        frame.unseen = ts_node_start_byte(node);
        frame.from = ts_node_end_byte(node);
    }
    set_scope(binder, edge, node, &frame);
    return frame;
}

static bool is_accessed(Str text, uint32_t start)
{
    size_t at = start;
    while (at && byte_is_space(text.ptr[at - 1]))
        at--;
    char last = at ? text.ptr[at - 1] : 0, before = at > 1 ? text.ptr[at - 2] : 0;
    return (last == '.' && before != '.') || (last == ':' && before == ':');
}

/* What is written after a name decides: `x.y = 1` declares no x. */
static bool is_path(Str text, uint32_t end)
{
    char after = end + 1 < text.len ? text.ptr[end + 1] : 0;
    return end < text.len && text.ptr[end] == '.' && after != '.';
}

static char next_char(Str text, uint32_t end, char *after)
{
    while (end < text.len && byte_is_space(text.ptr[end]))
        end++;
    *after = end + 1 < text.len ? text.ptr[end + 1] : 0;
    return end < text.len ? text.ptr[end] : 0;
}

static bool is_capital(char byte)
{
    return byte >= 'A' && byte <= 'Z';
}

static void add(Binder *binder, const Frame *frame, uint32_t start, uint32_t name, bool apart)
{
    const LocalQuery *query = binder->query;
    uint32_t function = function_of(binder, frame->scope);
    uint32_t end = start + (uint32_t)query->names[name].len;
    bool constant = query->facts->capitals_are_values && is_capital(query->text.ptr[start]);
    apart |= frame->apart;
    Occurrence *found = VEC_PUSH(binder->scratch, &binder->found);
    *found = (Occurrence){.scope = frame->scope,
                          .home = frame->mode == BIND_HOISTED ? function : frame->scope,
                          .from = frame->from,
                          .unseen = frame->unseen,
                          .mode = apart || constant || is_path(query->text, end) ? BIND_NONE
                                                                                 : frame->mode,
                          .frees = frame->frees && !apart,
                          .globals = frame->globals && !apart};
    found->site = (LocalSite){.start = start,
                              .end = end,
                              .name = name,
                              .role = apart ? LOCAL_APART : LOCAL_FREE,
                              .function_start = binder->scopes.ptr[function].start,
                              .function_end = binder->scopes.ptr[function].end,
                              .parameter = frame->parameter,
                              .fixed = frame->fixed,
                              .opaque = frame->opaque};
}

/* Whether the name is a key or a named argument, and no variable. */
static bool is_apart(const LocalQuery *query, uint32_t edge, uint32_t start, uint32_t end)
{
    char after, next = next_char(query->text, end, &after);
    if ((edge & IS_NAMED) && next == '=' && !byte_in(after, "=>~"))
        return true;
    if (edge & IS_BARE_KEY) {
        next = next_char(query->text, end + 1, &after);
        return !byte_in(next, ",)}\n");
    }
    return (!query->facts->sigil && is_accessed(query->text, start)) ||
           (next == ':' && after == ':');
}

static void take_leaf(Binder *binder, const Frame *frame, uint32_t edge, TSNode node)
{
    const LocalQuery *query = binder->query;
    uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);
    bool bare = (edge & IS_BARE_KEY);
    if (!(bare || (edge & IS_NAME)) || end > query->text.len)
        return;
    while (start < end && byte_in(query->text.ptr[start], "$@`"))
        start++;
    while (end > start && byte_in(query->text.ptr[end - 1], "`:"))
        end--;
    Str word = str_slice(query->text, start, end);
    for (uint32_t i = 0; i < COUNT(query->names); i++) {
        if (!query->names[i].len || !str_equal(word, query->names[i]))
            continue;
        add(binder, frame, start, i, is_apart(query, edge, start, end));
        LocalSite *site = &binder->found.ptr[binder->found.len - 1].site;
        site->shorthand = (edge & IS_SHORTHAND);
        site->doubtful = bare || frame->key;
    }
}

static void add_named(Binder *binder, const Frame *frame, uint32_t start, Str word)
{
    for (uint32_t k = 0; word.len && k < COUNT(binder->query->names); k++)
        if (str_equal(word, binder->query->names[k]))
            add(binder, frame, start, k, false);
}

/* Rust: the variables that give width and precision, in `{x:>width$.places$}`. */
static void take_widths(Binder *binder, const Frame *frame, uint32_t at, uint32_t end)
{
    Str text = binder->query->text;
    while (at < end && text.ptr[at] != '}') {
        uint32_t start = at;
        while (at < end && byte_is_word(text.ptr[at]))
            at++;
        if (at < end && text.ptr[at] == '$')
            add_named(binder, frame, start, str_slice(text, start, at));
        at += at == start;
    }
}

/* A string that names variables: `{x}` and `{x:?}`, or `$x`. */
static void take_string(Binder *binder, const Frame *frame, TSNode node)
{
    const LocalQuery *query = binder->query;
    Str text = query->text;
    char mark = query->facts->mark;
    uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);
    for (uint32_t i = start; i + 1 < end && end <= text.len; i++) {
        if (text.ptr[i] != mark || (i && text.ptr[i - 1] == '\\'))
            continue;
        if (text.ptr[i + 1] == mark) {
            i++;
            continue;
        }
        uint32_t stop = i + 1;
        while (stop < end && byte_is_word(text.ptr[stop]))
            stop++;
        Str word = str_slice(text, i + 1, stop);
        bool whole = mark != '{' || (stop < end && byte_in(text.ptr[stop], "}:"));
        if (whole)
            add_named(binder, frame, i + 1, word);
        if (mark == '{' && whole && text.ptr[stop] == ':')
            take_widths(binder, frame, stop + 1, end);
    }
}

static void take_node(Binder *binder, TSTreeCursor *cursor)
{
    TSNode node = ts_tree_cursor_current_node(cursor);
    Frame around = binder->frames.ptr[binder->frames.len - 1];
    uint32_t edge = lists_of(binder, &around, cursor);
    Frame frame = enter(binder, &around, edge, node);
    *VEC_PUSH(binder->scratch, &binder->frames) = frame;
    if ((ts_node_is_missing(node) || ts_node_is_error(node)) &&
        binder->damage.len < LOCAL_DAMAGE_MAX)
        *VEC_PUSH(binder->scratch, &binder->damage) =
            (LocalDamage){ts_node_start_byte(node), ts_node_end_byte(node)};
    if (!ts_node_child_count(node))
        take_leaf(binder, &frame, edge, node);
    if (edge & IS_STRING)
        take_string(binder, &frame, node);
}

static void walk(Binder *binder, TSNode root)
{
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    bool more = true;
    open_scope(binder, 0, root, SCOPE_FILE, false);
    *VEC_PUSH(binder->scratch, &binder->frames) = (Frame){.kind = "", .around = ""};
    while (more) {
        take_node(binder, &cursor);
        if (binder->frames.len > LOCAL_DEPTH_MAX) {
            binder->deep = true;
            break;
        }
        if (ts_tree_cursor_goto_first_child(&cursor))
            continue;
        binder->frames.len--;
        while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
            more = ts_tree_cursor_goto_parent(&cursor);
            if (!more)
                break;
            binder->frames.len--;
        }
    }
    ts_tree_cursor_delete(&cursor);
}

/* ---- look-up ---- */

/* Notes in each scope what is declared in it. */
static void chain(Binder *binder, uint32_t index)
{
    Occurrence *one = &binder->found.ptr[index];
    Scope *home = &binder->scopes.ptr[one->home];
    uint32_t name = one->site.name, *link = &home->first[name];
    if (*link)
        link = &binder->found.ptr[home->last[name] - 1].next;
    *link = home->last[name] = index + 1;
}

static void index_scopes(Binder *binder)
{
    for (uint32_t i = 0; i < binder->found.len; i++) {
        const Occurrence *one = &binder->found.ptr[i];
        Scope *function = &binder->scopes.ptr[function_of(binder, one->scope)];
        function->freed[one->site.name] |= one->frees || one->globals;
        function->global[one->site.name] |= one->globals;
        if ((one->mode == BIND_HERE || one->mode == BIND_HOISTED) && !one->frees && !one->globals)
            chain(binder, i);
    }
}

/* Whether what an occurrence declares is visible at an offset. */
static bool is_visible(const Binder *binder, const Occurrence *declares, const Occurrence *use)
{
    const LocalFacts *facts = binder->query->facts;
    uint32_t at = use->site.start;
    if (declares == use)
        return true;
    if (declares->from && declares->unseen <= at && at < declares->from && !use->mode)
        return false;
    return !facts->forward || at > declares->site.start ||
           binder->scopes.ptr[declares->home].kind == SCOPE_CLASS;
}

/* The declaration of the name in a scope that the use sees, or NULL. */
static const Occurrence *declared_in(const Binder *binder, uint32_t scope, const Occurrence *use)
{
    const LocalFacts *facts = binder->query->facts;
    const Occurrence *best = NULL;
    uint32_t next;
    for (uint32_t i = binder->scopes.ptr[scope].first[use->site.name]; i; i = next) {
        const Occurrence *one = &binder->found.ptr[i - 1];
        next = one->next;
        bool again = use->mode && use->home == scope && !facts->redeclares;
        if (!again && !is_visible(binder, one, use))
            continue;
        if (!facts->redeclares)
            return one;
        if (!best || best->from != one->from || best->mode != one->mode)
            best = one; /* the same pattern may declare a name twice: `A(x) | B(x)` */
    }
    return best;
}

static void set_meaning(Binder *binder, Occurrence *use, const Occurrence *found, bool in_class)
{
    const Scope *here = &binder->scopes.ptr[found->home];
    use->site.role = here->kind == SCOPE_CLASS ? LOCAL_MEMBER : LOCAL_VARIABLE;
    use->site.declared = found->site.start;
    use->site.parameter = found->site.parameter;
    use->site.fixed |= found->site.fixed;
    use->site.declares = use->mode != BIND_NONE && found == use;
    use->site.scope_start = here->start;
    use->site.scope_end = here->end;
    use->site.in_class = in_class;
}

/* Sets what an occurrence means. False: nothing in the file declares it. */
static bool look_up(Binder *binder, Occurrence *use)
{
    const LocalFacts *facts = binder->query->facts;
    bool in_class = false, in_function = false;
    uint32_t name = use->site.name;
    uint32_t scope = use->mode == BIND_HOISTED ? use->home : use->scope;
    for (;; scope = binder->scopes.ptr[scope].parent) {
        const Scope *here = &binder->scopes.ptr[scope];
        bool class = here->kind == SCOPE_CLASS, function = here->kind == SCOPE_FUNCTION;
        const Occurrence *found =
            (class && in_function && !facts->classes_are_seen) || here->freed[name]
                ? NULL
                : declared_in(binder, scope, use);
        if (here->global[name])
            return true;
        if (found && here->kind != SCOPE_FILE)
            set_meaning(binder, use, found, in_class);
        if (found || !scope || (here->border && !here->freed[name]))
            return found;
        in_class |= class;
        in_function |= function;
    }
}

/* Ruby: an assignment means the variable that it sees; else it declares one. */
static void settle_assignments(Binder *binder)
{
    for (size_t i = 0; i < binder->found.len; i++) {
        Occurrence *one = &binder->found.ptr[i];
        if (one->mode != BIND_ASSIGNED || one->frees || one->globals)
            continue;
        one->mode = BIND_NONE;
        if (!look_up(binder, one)) {
            one->mode = BIND_HERE;
            chain(binder, (uint32_t)i);
        }
        one->site.role = LOCAL_FREE;
    }
}

static void bind_tree(void *context, TSTree *tree)
{
    walk(context, ts_tree_root_node(tree));
}

bool lang_local_names(Arena *arena, Arena scratch, const LocalQuery *query, LocalNames *names)
{
    Binder binder = {.scratch = arena, .query = query, .known = NEW(arena, KnownEdge, EDGES_MAX)};
    ParseSource source = {.text = parse_prepare(arena, query->language, query->text)};
    OutlineOptions options = {0};
    if (!query->language->grammar || !query->facts ||
        parse_visit(scratch, query->language->grammar(), &source, &options, bind_tree, &binder) !=
            PARSE_OK ||
        binder.deep)
        return false;
    index_scopes(&binder);
    settle_assignments(&binder);
    for (size_t i = 0; i < binder.found.len; i++) {
        Occurrence *one = &binder.found.ptr[i];
        if (one->site.role != LOCAL_APART)
            look_up(&binder, one);
        *VEC_PUSH(arena, &names->sites) = one->site;
    }
    for (size_t i = 0; i < binder.damage.len; i++)
        *VEC_PUSH(arena, &names->damage) = binder.damage.ptr[i];
    return true;
}
