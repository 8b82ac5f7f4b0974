/* Bindings of Rust's `use` trees. The paths of open braces are kept on a small stack. */
#include "languages_lang.h"

#include "base/buf.h"
#include "lang/import/import.h"

/* Nested braces; names in deeper ones are not bound. */
#define USE_NESTING_MAX 16

typedef struct UseTree {
    Arena *arena;
    BindingVec *bindings;
    uint32_t flags;
    Buf path;                        /* path below the import's own name */
    size_t lengths[USE_NESTING_MAX]; /* length of the path at each open brace */
    size_t depth;
    Str last;   /* last component */
    Str module; /* last component of the module imported from */
    Str alias;
    bool whole; /* the path was a single name: the import's own */
} UseTree;

static void end_item(UseTree *tree)
{
    Str path = str_copy(tree->arena, buf_str(&tree->path));
    bool self = str_equal(tree->last, STR("self"));
    bool star = str_equal(tree->last, STR("*"));
    if (self && tree->depth) {
        path.len -= MIN(path.len, strlen("self"));
        path.len -= str_ends(path, STR("::")) ? 2 : 0;
        tree->last =
            path.len ? str_from_offset(path, str_find_last_byte(path, ':') + 1) : tree->module;
    }
    Str alias = star ? (Str){0} : tree->alias.len ? tree->alias : tree->last;
    if (tree->last.len && !str_equal(tree->alias, STR("_")))
        import_add(tree->arena, tree->bindings, tree->whole ? (Str){0} : path, alias, tree->flags);
    tree->path.len = tree->depth ? tree->lengths[tree->depth - 1] : 0;
    tree->last = tree->alias = (Str){0};
}

static void open_brace(UseTree *tree)
{
    if (!tree->depth)
        tree->path.len = 0; // the text before it is the import's name
    if (!tree->depth)
        tree->module = tree->last;
    tree->last = (Str){0};
    tree->whole = false;
    if (tree->depth < USE_NESTING_MAX)
        tree->lengths[tree->depth++] = tree->path.len;
}

static void close_brace(UseTree *tree)
{
    end_item(tree);
    if (tree->depth)
        tree->depth--;
    tree->path.len = tree->depth ? tree->lengths[tree->depth - 1] : 0;
}

static void add_component(UseTree *tree, Str token)
{
    bool star = str_equal(token, STR("*"));
    if (star && !tree->depth) {
        tree->path.len = 0;
        tree->whole = false;
    }
    buf_put(&tree->path, token);
    if (!str_equal(token, STR("::")))
        tree->last = token;
}

/* Skips a visibility such as `pub(crate)`; true when there was one. */
static bool take_visibility(Str *text)
{
    Str token;
    if (!import_take(text, STR("pub")))
        return false;
    if (import_take(text, STR("(")))
        while (import_token(text, &token) && !str_equal(token, STR(")")))
            ;
    return true;
}

void bindings_rust(Arena *arena, Str text, BindingVec *bindings)
{
    UseTree tree = {
        .arena = arena, .bindings = bindings, .path = buf_open(arena, 0), .whole = true};
    Str token;
    tree.flags = take_visibility(&text) ? BINDING_REEXPORT : 0;
    if (import_take(&text, STR("extern"))) {
        import_take(&text, STR("crate"));
        tree.flags |= BINDING_OUTER; // its name is known in all modules
    } else {
        import_take(&text, STR("use"));
    }
    while (import_token(&text, &token) && !str_equal(token, STR(";"))) {
        if (str_equal(token, STR("{")))
            open_brace(&tree);
        else if (str_equal(token, STR("}")))
            close_brace(&tree);
        else if (str_equal(token, STR(",")))
            end_item(&tree);
        else if (!str_equal(token, STR("as")))
            add_component(&tree, token);
        else if (!import_token(&text, &tree.alias))
            break;
    }
    end_item(&tree);
}

/* ---- attributes ---- */

/* Reads `path = "a.rs"`; false when something else follows. */
static bool take_path(Str *text, Str *path)
{
    Str rest = *text, token;
    if (!import_take(&rest, STR("path")) || !import_take(&rest, STR("=")))
        return false;
    import_take(&rest, STR("r"));
    if (!import_token(&rest, &token) || token.len < 2 || token.ptr[0] != '"')
        return false;
    *path = str_slice(token, 1, token.len - 1);
    *text = rest;
    return true;
}

/* Reads the rest of a `cfg_attr`: the attributes it adds follow a comma. */
static void add_conditional(Buf *out, Str *text)
{
    Str token, path;
    size_t open = 0;
    while (import_token(text, &token)) {
        open += str_equal(token, STR("("));
        open -= open && str_equal(token, STR(")"));
        if (!open)
            return;
        if (str_equal(token, STR(",")) && take_path(text, &path)) {
            buf_put_byte(out, '|');
            buf_put(out, path);
        }
    }
}

/* Skips to the next attribute, past its `#[`; comments are skipped. */
static bool take_attribute(Str *text)
{
    Str token;
    while (text->len) {
        *text = str_trim(*text);
        if (str_starts(*text, STR("#["))) {
            *text = str_from_offset(*text, 2);
            return true;
        }
        if (str_starts(*text, STR("#")))
            *text = str_from_offset(*text, 1);
        else if (!import_token(text, &token))
            return false;
    }
    return false;
}

Str module_path_rust(Arena *arena, Str attributes)
{
    Str path = {0};
    Buf out = buf_open(arena, 0);
    while (take_attribute(&attributes)) {
        if (take_path(&attributes, &path))
            return path;
        if (import_take(&attributes, STR("cfg_attr")))
            add_conditional(&out, &attributes);
    }
    return buf_str(&out);
}
