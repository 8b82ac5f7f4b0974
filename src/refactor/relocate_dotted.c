/* Each import statement is read by its tokens. A module that moves gets its new name; where the
   statement binds the old one, an alias keeps it: `import new as old`. So code that uses the name
   stays as it is, and so does what other files import from this one. */
#include "refactor/relocate_dotted.h"

#include "base/path.h"
#include "index/imports/imports_paths.h"
#include "languages_relocate.h"
#include "text/lines.h"

Str dotted_path(Str path)
{
    Str bare = relocate_without_extension(path), own = STR("/__init__");
    return str_ends(bare, own) ? str_slice(bare, 0, bare.len - own.len) : bare;
}

/* What moves, as a module. */
static Str old_module(const Relocate *relocate)
{
    return relocate->is_folder ? relocate->old : dotted_path(relocate->old);
}

bool dotted_moves(const Relocate *relocate, Str path)
{
    Str old = old_module(relocate);
    return str_equal(path, old) ||
           (relocate->is_folder && str_starts(path, old) && path.ptr[old.len] == '/');
}

Str dotted_path_after(const Relocate *relocate, Str path)
{
    Str new = relocate->is_folder ? relocate->new : dotted_path(relocate->new);
    return dotted_moves(relocate, path) ? str_join(relocate->frame->request->arena, new,
                                                   str_from_offset(path, old_module(relocate).len))
                                        : path;
}

Str dotted_name(Arena *arena, Str path)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < path.len; i++)
        buf_put_byte(&out, path.ptr[i] == '/' ? '.' : path.ptr[i]);
    return buf_str(&out);
}

/* ---- one statement ---- */

typedef struct Item {
    Str name, alias;   /* `a.b`, and what `as` gives it; or empty */
    size_t start, end; /* of the name */
    Str path;          /* of the module that it means; empty: none, or outside */
} Item;

typedef struct Statement {
    Relocate *relocate;
    RelocateText *text;
    size_t start, end;
    bool from;
    Item base; /* `from BASE import` */
    VEC(Item) items;
    bool bracketed, plain; /* plain: nothing but names is in it */
} Statement;

static Str word_at(const RelocateText *text, size_t token)
{
    const Token *found = &text->tokens.ptr[token];
    return str_slice(text->text, found->start, found->end);
}

/* Reads `a.b`, `..a` from a token on; returns the next token. */
static size_t read_name(const Statement *statement, size_t token, size_t last, Item *item)
{
    const RelocateText *text = statement->text;
    item->start = item->end = text->tokens.ptr[token].start;
    bool word = false;
    for (; token < last; token++) {
        const Token *found = &text->tokens.ptr[token];
        bool dot = text->text.ptr[found->start] == '.';
        bool name = found->kind == TOKEN_WORD || text->text.ptr[found->start] == '*';
        if ((!dot && !name) || (name && word) || str_equal(word_at(text, token), STR("import")))
            break;
        word = name;
        item->end = found->end;
    }
    item->name = str_slice(text->text, item->start, item->end);
    return token;
}

static Str path_of_module(Statement *statement, Str name)
{
    const CatalogFile *files = statement->relocate->frame->catalog->files.ptr;
    uint32_t target = relocate_target_named(statement->relocate, statement->text, name);
    if (target == FILE_NOWHERE)
        return (Str){0};
    Str path = dotted_path(files[target].path), last = name;
    size_t dot = str_find_last_byte(last, '.');
    last = dot == STR_NONE ? last : str_from_offset(last, dot + 1);
    return !last.len || str_equal(path_base(path), last) ? path : (Str){0};
}

/* `X.item` of `from X import item`. */
static Str inner_name(const Statement *statement, const Item *item)
{
    Str base = statement->base.name;
    bool dots = base.len && base.ptr[base.len - 1] == '.';
    return str_format(statement->relocate->frame->request->arena, "%.*s%s%.*s", STR_ARG(base),
                      dots ? "" : ".", STR_ARG(item->name));
}

static bool read_statement(Statement *statement, size_t first)
{
    RelocateText *text = statement->text;
    Arena *arena = statement->relocate->frame->request->arena;
    size_t last = first, token = first + 1;
    while (last < text->tokens.len && text->tokens.ptr[last].start < statement->end)
        last++;
    statement->from = str_equal(word_at(text, first), STR("from"));
    statement->plain = true;
    if (!statement->from && !str_equal(word_at(text, first), STR("import")))
        return false;
    if (statement->from) {
        token = read_name(statement, token, last, &statement->base);
        if (token >= last || !str_equal(word_at(text, token++), STR("import")))
            return false;
        statement->base.path = path_of_module(statement, statement->base.name);
    }
    for (; token < last;) {
        Str word = word_at(text, token);
        bool name = text->tokens.ptr[token].kind == TOKEN_WORD || str_equal(word, STR("*"));
        bool as = str_equal(word, STR("as")) && statement->items.len && token + 1 < last;
        statement->bracketed |= str_equal(word, STR("("));
        statement->plain &= text->tokens.ptr[token].kind != TOKEN_COMMENT;
        if (as) {
            statement->items.ptr[statement->items.len - 1].alias = word_at(text, token + 1);
            token += 2;
        } else if (name) {
            Item *item = VEC_PUSH(arena, &statement->items);
            *item = (Item){0};
            token = read_name(statement, token, last, item);
            item->path = path_of_module(statement,
                                        statement->from ? inner_name(statement, item) : item->name);
        } else {
            token++;
        }
    }
    return statement->items.len > 0;
}

/* ---- new names ---- */

static bool is_package(const Relocate *relocate, Str folder)
{
    const Catalog *catalog = relocate->frame->catalog;
    Arena *arena = relocate->frame->request->arena;
    Str init = str_format(arena, "%.*s/__init__.py", STR_ARG(folder));
    for (uint32_t i = 0; folder.len && i < catalog->files.len; i++)
        if (str_equal(relocate_path_after(relocate, i), init))
            return true;
    return false;
}

/* A module as a relative import names it; empty: it cannot. */
static Str relative_name(const Statement *statement, Str path)
{
    Arena *arena = statement->relocate->frame->request->arena;
    Str folder = imports_folder(statement->text->after);
    Buf out = buf_open(arena, 0);
    buf_put_byte(&out, '.');
    while (!str_equal(folder, path) && !(str_starts(path, folder) && path.ptr[folder.len] == '/')) {
        buf_put_byte(&out, '.');
        if (!imports_climb(&folder) || !is_package(statement->relocate, folder))
            return (Str){0};
    }
    if (!folder.len)
        return (Str){0};
    Str rest = str_equal(folder, path) ? (Str){0} : str_from_offset(path, folder.len + 1);
    buf_put(&out, dotted_name(arena, rest));
    return buf_str(&out);
}

/* A module as the name `old`, which meant the path `before`, is to be written for `after`. */
static Str new_name(Statement *statement, Str old, Str before, Str after)
{
    Arena *arena = statement->relocate->frame->request->arena;
    bool relative = old.len && old.ptr[0] == '.';
    bool stays = str_equal(statement->text->before, statement->text->after);
    if (str_equal(before, after) && (!relative || stays))
        return old;
    if (relative)
        return relative_name(statement, after);
    if (before.len < old.len ||
        !str_equal(dotted_name(arena, str_from_offset(before, before.len - old.len)), old))
        return (Str){0};
    Str root = str_slice(before, 0, before.len - old.len);
    return str_starts(after, root) ? dotted_name(arena, str_from_offset(after, root.len))
                                   : (Str){0};
}

static void fail(const Statement *statement, const char *why)
{
    relocate_object(statement->relocate, statement->text, statement->start, false, "%s", why);
}

/* `import a.b as c, d` */
static void change_import(Statement *statement)
{
    Relocate *relocate = statement->relocate;
    Arena *arena = relocate->frame->request->arena;
    for (size_t i = 0; i < statement->items.len; i++) {
        const Item *item = &statement->items.ptr[i];
        Str after = dotted_path_after(relocate, item->path);
        if (!item->path.len || str_equal(after, item->path))
            continue;
        Str name = new_name(statement, item->name, item->path, after);
        bool alone = str_find_byte(item->name, '.') == STR_NONE && !item->alias.len;
        if (!name.len)
            fail(statement, "it is not known how this import would name the module");
        else if (alone)
            relocate_splice(relocate, statement->text, item->start, item->end,
                            str_format(arena, "%.*s as %.*s", STR_ARG(name), STR_ARG(item->name)));
        else
            relocate_splice(relocate, statement->text, item->start, item->end, name);
    }
}

/* The module whose member an item is, after the edit: that of BASE, or the package around it. */
static Str home_after(const Statement *statement, const Item *item, Str base_after)
{
    Str after = dotted_path_after(statement->relocate, item->path);
    return item->path.len ? imports_folder(after) : base_after;
}

static Str item_after(const Statement *statement, const Item *item)
{
    Arena *arena = statement->relocate->frame->request->arena;
    Str after = dotted_path_after(statement->relocate, item->path), name = path_base(after);
    Str seen = item->alias.len ? item->alias : item->name;
    if (!item->path.len || str_equal(name, item->name))
        return item->alias.len
                   ? str_format(arena, "%.*s as %.*s", STR_ARG(item->name), STR_ARG(item->alias))
                   : item->name;
    return str_equal(seen, name) ? name
                                 : str_format(arena, "%.*s as %.*s", STR_ARG(name), STR_ARG(seen));
}

/* A module that is in no package now: `import new as old`. */
static bool put_top(const Statement *statement, Str home, Str base_after, Str indent, Buf *out)
{
    size_t begun = out->len;
    for (size_t i = 0; i < statement->items.len; i++) {
        const Item *item = &statement->items.ptr[i];
        if (!str_equal(home_after(statement, item, base_after), home))
            continue;
        Str seen = item->alias.len ? item->alias : item->name;
        Str name = path_base(dotted_path_after(statement->relocate, item->path));
        if (out->len > begun)
            buf_printf(out, "\n%.*s", STR_ARG(indent));
        buf_printf(out, "import %.*s", STR_ARG(name));
        if (!str_equal(seen, name))
            buf_printf(out, " as %.*s", STR_ARG(seen));
    }
    return true;
}

/* The items of one module as a statement of their own. */
static bool put_group(Statement *statement, Str home, Str base_before, Str indent, Buf *out)
{
    bool any = false;
    Str base_after = dotted_path_after(statement->relocate, base_before);
    Str name = new_name(statement, statement->base.name, base_before, home);
    Str old = statement->base.name;
    if (!name.len && old.len && old.ptr[0] != '.' && !home.len && base_before.len == old.len)
        return put_top(statement, home, base_after, indent, out);
    if (!name.len)
        return false;
    buf_printf(out, "from %.*s import %s", STR_ARG(name), statement->bracketed ? "(" : "");
    for (size_t i = 0; i < statement->items.len; i++) {
        const Item *item = &statement->items.ptr[i];
        if (!str_equal(home_after(statement, item, base_after), home))
            continue;
        buf_put(out, any ? STR(", ") : (Str){0});
        buf_put(out, item_after(statement, item));
        any = true;
    }
    buf_put(out, statement->bracketed ? STR(")") : (Str){0});
    return true;
}

/* The statement as several, one for each module that its names are in now. */
static void split(Statement *statement, Str base_before)
{
    RelocateText *text = statement->text;
    Arena *arena = statement->relocate->frame->request->arena;
    Str base_after = dotted_path_after(statement->relocate, base_before);
    size_t line = lines_start_at(text->text, statement->start);
    Str indent = str_slice(text->text, line, statement->start);
    Buf out = buf_open(arena, 0);
    VEC(Str) homes = {0};
    for (size_t i = 0; i < statement->items.len; i++) {
        Str home = home_after(statement, &statement->items.ptr[i], base_after);
        bool known = false;
        for (size_t k = 0; k < homes.len; k++)
            known |= str_equal(homes.ptr[k], home);
        if (known)
            continue;
        *VEC_PUSH(arena, &homes) = home;
        if (out.len) {
            buf_put(&out, str_find(text->text, STR("\r\n")) != STR_NONE ? STR("\r\n") : STR("\n"));
            buf_put(&out, indent);
        }
        if (!put_group(statement, home, base_before, indent, &out)) {
            fail(statement, "it is not known how this import would name the module");
            return;
        }
    }
    if (str_trim(indent).len || !statement->plain)
        fail(statement, "this import would be two, and other code is in its line");
    else
        relocate_splice(statement->relocate, text, statement->start, statement->end, buf_str(&out));
}

/* `from BASE import a as b, c` */
static void change_from(Statement *statement)
{
    Relocate *relocate = statement->relocate;
    Str before = statement->base.path;
    for (size_t i = 0; !before.len && i < statement->items.len; i++)
        if (statement->items.ptr[i].path.len)
            before = imports_folder(statement->items.ptr[i].path);
    bool moves = dotted_moves(relocate, before), apart = false;
    bool relative = statement->base.name.len && statement->base.name.ptr[0] == '.' &&
                    !str_equal(statement->text->before, statement->text->after);
    Str base_after = dotted_path_after(relocate, before);
    for (size_t i = 0; i < statement->items.len; i++) {
        const Item *item = &statement->items.ptr[i];
        moves |= item->path.len && dotted_moves(relocate, item->path);
        apart |= !str_equal(home_after(statement, item, base_after), base_after);
    }
    if (!moves && !relative)
        return;
    if (!before.len) {
        if (relative)
            fail(statement, "what this relative import means is not known");
        return;
    }
    if (apart) {
        split(statement, before);
        return;
    }
    Str name = new_name(statement, statement->base.name, before, base_after);
    if (!name.len) {
        fail(statement, "it is not known how this import would name the module");
        return;
    }
    relocate_splice(relocate, statement->text, statement->base.start, statement->base.end, name);
    for (size_t i = 0; i < statement->items.len; i++) {
        const Item *item = &statement->items.ptr[i];
        if (!item->path.len || !dotted_moves(relocate, item->path) ||
            str_equal(path_base(dotted_path_after(relocate, item->path)), item->name))
            continue;
        Item bare = *item;
        bare.alias = item->alias.len ? (Str){0} : item->name;
        Str last = path_base(dotted_path_after(relocate, item->path));
        Str with = bare.alias.len ? str_format(relocate->frame->request->arena, "%.*s as %.*s",
                                               STR_ARG(last), STR_ARG(bare.alias))
                                  : last;
        relocate_splice(relocate, statement->text, item->start, item->end, with);
    }
}

/* ---- what names mean ---- */

static void add_heads(const Statement *statement, DottedHeadVec *heads)
{
    Arena *arena = statement->relocate->frame->request->arena;
    for (size_t i = 0; i < statement->items.len; i++) {
        const Item *item = &statement->items.ptr[i];
        if (!item->path.len)
            continue;
        DottedHead *head = VEC_PUSH(arena, heads);
        *head = (DottedHead){
            .name = item->alias.len ? item->alias : item->name, .path = item->path, .kept = true};
        if (statement->from || item->alias.len || str_find_byte(item->name, '.') == STR_NONE)
            continue;
        size_t dot = str_find_byte(item->name, '.');
        head->name = str_slice(item->name, 0, dot);
        head->path = str_slice(item->path, 0, item->path.len - (item->name.len - dot));
        head->whole = true;
    }
}

/* A package that gives the name of the module another meaning. */
static void check_package(Relocate *relocate, RelocateText *text, const Statement *statement)
{
    Str folder = imports_folder(relocate->old);
    if (!str_equal(dotted_path(text->before), folder) || !folder.len || !statement->from)
        return;
    for (size_t i = 0; i < statement->items.len; i++) {
        const Item *item = &statement->items.ptr[i];
        Str seen = item->alias.len ? item->alias : item->name;
        if (str_equal(seen, relocate->stem) && !str_equal(item->path, dotted_path(relocate->old)))
            relocate_object(relocate, text, item->start, false,
                            "the package gives '%.*s' another meaning", STR_ARG(seen));
    }
}

/* `__name__` is compared, or names a logger; else it shows the module's name. */
static void check_own_name(Relocate *relocate, const RelocateText *text)
{
    for (size_t i = 0; relocate_moves(relocate, text->id) && i < text->tokens.len; i++) {
        Str next = i + 1 < text->tokens.len ? word_at(text, i + 1) : (Str){0};
        Str callee = i && text->text.ptr[text->tokens.ptr[i - 1].start] == '('
                         ? relocate_callee(text, i)
                         : (Str){0};
        if (str_equal(word_at(text, i), STR("__name__")) && !str_equal(next, STR("=")) &&
            !str_equal(next, STR("==")) && !str_ends(callee, STR("getLogger")))
            relocate_object(relocate, text, text->tokens.ptr[i].start, true,
                            "'__name__' shows the name of the module");
    }
}

/* A class of the module is printed: its name there has that of the module. */
static void check_shown(Relocate *relocate, const RelocateText *text)
{
    Catalog *catalog = relocate->frame->catalog;
    for (size_t i = 1; i + 1 < text->tokens.len; i++) {
        char before = text->text.ptr[text->tokens.ptr[i - 1].start];
        char after = text->text.ptr[text->tokens.ptr[i + 1].start];
        if (text->tokens.ptr[i].kind != TOKEN_WORD || !byte_in(before, "(,{") ||
            !byte_in(after, "),}"))
            continue;
        IdSpan named = catalog_named(catalog, names_find(&catalog->names, word_at(text, i)));
        for (size_t k = 0; k < named.len; k++)
            if (relocate_moves(relocate, catalog_place(catalog, named.ptr[k]).file) &&
                symbol_is_type(catalog_entry(catalog, named.ptr[k])->kind) &&
                name_is_listed(text->facts->prints, relocate_callee(text, i)))
                relocate_object(relocate, text, text->tokens.ptr[i].start, true,
                                "the class is shown with the name of its module");
    }
}

static void judge_string_loads(Relocate *relocate, RelocateText *text)
{
    for (size_t i = 1; i < text->tokens.len; i++) {
        size_t start, end;
        if (text->text.ptr[text->tokens.ptr[i - 1].start] != '(')
            continue;
        Str callee = relocate_callee(text, i);
        size_t dot = str_find_last_byte(callee, '.');
        Str last = dot == STR_NONE ? callee : str_from_offset(callee, dot + 1);
        bool plain = relocate_literal(text, i, &start, &end) && i + 1 < text->tokens.len &&
                     byte_in(text->text.ptr[text->tokens.ptr[i + 1].start], "),");
        if (last.len && name_is_listed(text->facts->loads, last) && !plain &&
            text->text.ptr[text->tokens.ptr[i].start] != ')' &&
            !(i > 2 && str_equal(word_at(text, i - 3), STR("def"))))
            relocate_object(relocate, text, text->tokens.ptr[i].start, true,
                            "it loads a module whose name is computed");
    }
}

void relocate_by_dots(Relocate *relocate, RelocateText *text)
{
    DottedHeadVec heads = {0};
    for (size_t i = 0; i < text->outline.imports.len; i++) {
        const Import *import = &text->outline.imports.ptr[i];
        Statement statement = {
            .relocate = relocate, .text = text, .start = import->start, .end = import->end};
        if (i && text->outline.imports.ptr[i - 1].start == import->start)
            continue;
        size_t first = code_tokens_from(&text->tokens, import->start);
        if (first >= text->tokens.len || !read_statement(&statement, first)) {
            relocate_object(relocate, text, import->start, true, "this import is not understood");
            continue;
        }
        if (statement.from)
            change_from(&statement);
        else
            change_import(&statement);
        relocate_settle(relocate, text, import->start, import->end);
        check_package(relocate, text, &statement);
        add_heads(&statement, &heads);
    }
    dotted_read_chains(relocate, text, &heads);
    judge_string_loads(relocate, text);
    check_own_name(relocate, text);
    check_shown(relocate, text);
}
