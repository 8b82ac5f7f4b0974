/* Values of Lua are tables. A table is the file that declares it and the path of its name there;
   without a path it is the table that the file returns. An instance counts as the table that
   `setmetatable` gives it, so that its methods are those of that table, and then of the parent: the
   table in `setmetatable(T, {__index = parent})`. A table that a function makes for its result is
   known by that function (Value.place). The rules bind what a file assigns to its tables as
   `meta.T`, to their fields as `T.x`, and the fields of an object as it is made as `fields.T`. */
#include "languages_calls.h"

#include "languages/lua/resolve_tables.h"

#include "base/hash.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/infer.h"
#include "index/resolve/types.h"
#include "index/resolve/variables.h"
#include "lang/walk/type_head.h"

/* Length of a chain of files that only return the next file's result. */
#define RETURNS_MAX 4

static const Value unknown = {.kind = VALUE_UNKNOWN};

static Str path_of(const Resolver *resolver, const Value *table)
{
    return table->named ? catalog_name(resolver->catalog, table->named) : (Str){0};
}

Value tables_at(Resolver *resolver, uint32_t file, Str path)
{
    return (Value){.kind = VALUE_MODULE,
                   .symbol = catalog_row(resolver->catalog, file)->first,
                   .named = path.len ? names_put(&resolver->catalog->names, path) : 0};
}

static Str join(Resolver *resolver, Str path, Str word)
{
    const Str parts[] = {path, path.len ? STR(".") : (Str){0}, word};
    return str_join_all(resolver->arena, parts, COUNT(parts));
}

/* ---- members that are declared ---- */

/* Whether an entry belongs to the table with this path: the declaration names the table, or
   enclosing table constructors form the path. */
static bool is_in_table(const Catalog *catalog, const CatalogFile *file, uint32_t index, Str path)
{
    const Entry *entry = &file->entries[index];
    if (entry->owner)
        return str_equal(catalog_name(catalog, entry->owner), path);
    uint32_t at = entry->parent;
    if (!at || !path.len)
        return false;
    for (; at && path.len; at = file->entries[at].parent) {
        Str name = catalog_name(catalog, file->entries[at].name);
        if (!str_ends(path, name))
            return false;
        path.len -= name.len;
        if (path.len && path.ptr[path.len - 1] != '.')
            return false;
        path.len -= path.len > 0;
    }
    return !path.len;
}

/* `place`: the function that makes the table, or 0. */
static void find_declared(const Resolver *resolver, uint32_t id, uint32_t name, Str path,
                          uint32_t place, Finds *finds)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (uint32_t i = 1; i < file->count; i++) {
        bool fits = file->entries[i].name == name && (!place || file->entries[i].parent == place) &&
                    finds_fits((SymbolKind)file->entries[i].kind, FIND_CALLABLES) &&
                    (!path.len || is_in_table(resolver->catalog, file, i, path));
        finds->too_many = finds->too_many || (fits && finds->len == FINDS_MAX);
        if (fits && finds->len < FINDS_MAX)
            finds->ids[finds->len++] = file->first + i;
    }
}

void tables_find(const Resolver *resolver, uint32_t id, uint32_t name, Str path, Finds *finds)
{
    find_declared(resolver, id, name, path, 0, finds);
}

Str tables_of_self(const Resolver *resolver, uint32_t at)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    for (uint32_t i = place.index; i; i = file->entries[i].parent) {
        const Entry *entry = &file->entries[i];
        if (entry->owner)
            return catalog_name(resolver->catalog, entry->owner);
        const Entry *around = &file->entries[entry->parent];
        if (entry->kind == SYMBOL_METHOD && entry->parent && !around->parent)
            return catalog_name(resolver->catalog, around->name);
    }
    return (Str){0};
}

/* Whether the file declares the table, or a function in it or in a table of it. */
static bool has_table(const Resolver *resolver, uint32_t id, Str path)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        Str owner = catalog_name(resolver->catalog, entry->owner);
        bool inside =
            str_starts(owner, path) && (owner.len == path.len || owner.ptr[path.len] == '.');
        bool named = !entry->owner &&
                     str_equal(catalog_name(resolver->catalog, entry->name), path) &&
                     !finds_fits((SymbolKind)entry->kind, FIND_CALLABLES);
        if ((entry->owner && inside) || (named && !entry->parent))
            return true;
    }
    return false;
}

/* Whether the file has the table from elsewhere: nothing in it declares the name. */
static bool is_global(const Resolver *resolver, uint32_t id, Str path)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (uint32_t i = 1; i < file->count; i++)
        if (!file->entries[i].parent &&
            str_equal(catalog_name(resolver->catalog, file->entries[i].name), path))
            return false;
    return true;
}

/* ---- what is assigned ---- */

/* The name of a BIND in the file's list: `self.x` is a field of the table that self is. */
static Str assigned_name(Resolver *resolver, uint32_t at, Str name)
{
    Str made = STR("fields.self"), self = {0};
    if (str_starts(name, STR("self.")) || str_equal(name, made))
        self = tables_of_self(resolver, at);
    if (self.len && str_equal(name, made))
        return str_join(resolver->arena, STR("fields."), self);
    return self.len ? join(resolver, self, str_from_offset(name, strlen("self."))) : name;
}

/* `o.x = …` in a function `T.new` that returns an object of T: a field of T. */
static void index_made(Resolver *resolver, uint32_t id)
{
    FileShape *shape = file_shape_of(resolver, id);
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    uint32_t returned = names_find(&resolver->catalog->names, STR(RETURNED_NAME));
    for (size_t i = 0; returned && i < shape->outline.references.len; i++) {
        const Reference *bind = &shape->outline.references.ptr[i];
        size_t dot = str_find_byte(bind->name, '.');
        Str owner = catalog_name(resolver->catalog, file->entries[bind->symbol].owner);
        if (bind->kind != REFERENCE_BIND || !bind->receiver.len || !owner.len || dot == STR_NONE ||
            str_starts(bind->name, STR("self.")))
            continue;
        uint32_t at = id_map_get(&shape->attributes, id_pair(bind->symbol, returned));
        bool own =
            at != ID_MAP_NONE && str_equal(shape->outline.references.ptr[at].receiver, owner);
        Str whole = join(resolver, owner, str_from_offset(bind->name, dot + 1));
        uint64_t key = id_pair(0, names_put(&resolver->catalog->names, whole));
        if (own && is_global(resolver, id, str_slice(bind->name, 0, dot)) &&
            id_map_get(&shape->attributes, key) == ID_MAP_NONE)
            id_map_put(&shape->attributes, &resolver->shapes, key, (uint32_t)i);
    }
}

const Reference *tables_assigned(Resolver *resolver, uint32_t id, uint32_t symbol, Str name)
{
    FileShape *shape = file_shape_of(resolver, id);
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (size_t i = 0; i < shape->outline.references.len && !shape->attributes_are_ready; i++) {
        const Reference *bind = &shape->outline.references.ptr[i];
        if (bind->kind != REFERENCE_BIND || !bind->receiver.len)
            continue;
        bool result = str_equal(bind->name, STR(RETURNED_NAME)) ||
                      str_starts(bind->name, STR(RETURNED_NAME ".&"));
        Str whole = assigned_name(resolver, file->first + bind->symbol, bind->name);
        uint64_t key =
            id_pair(result ? bind->symbol : 0, names_put(&resolver->catalog->names, whole));
        if (id_map_get(&shape->attributes, key) == ID_MAP_NONE)
            id_map_put(&shape->attributes, &resolver->shapes, key, (uint32_t)i);
    }
    if (!shape->attributes_are_ready)
        index_made(resolver, id);
    shape->attributes_are_ready = true;
    uint32_t id_of_name = names_find(&resolver->catalog->names, name);
    uint32_t at =
        id_of_name ? id_map_get(&shape->attributes, id_pair(symbol, id_of_name)) : ID_MAP_NONE;
    return at == ID_MAP_NONE ? NULL : &shape->outline.references.ptr[at];
}

Value tables_bound(Resolver *resolver, uint32_t id, const Reference *bind)
{
    uint32_t at = catalog_row(resolver->catalog, id)->first + bind->symbol;
    size_t number = (size_t)(bind - file_shape_of(resolver, id)->outline.references.ptr);
    uint64_t key = id_pair(id, (uint32_t)number) ^ hash_fast(STR("assigned"));
    uint32_t known = id_map_get(&resolver->types, key);
    if (known != ID_MAP_NONE)
        return resolver->type_values.ptr[known];
    if (resolver->depth >= RESOLVE_DEPTH_MAX)
        return unknown;
    known = (uint32_t)resolver->type_values.len;
    *VEC_PUSH(&resolver->typed, &resolver->type_values) = unknown;
    id_map_put(&resolver->types, &resolver->typed, key, known);
    resolver->depth++;
    Value value = tables_evaluate(resolver, NULL, at, bind->receiver);
    resolver->depth--;
    resolver->type_values.ptr[known] = value;
    return value;
}

/* What the file assigns to a name with that prefix. */
static Value assigned(Resolver *resolver, uint32_t id, Str prefix, Str name)
{
    Str whole = str_join(resolver->arena, prefix, name);
    const Reference *bind = tables_assigned(resolver, id, 0, whole);
    return bind ? tables_bound(resolver, id, bind) : unknown;
}

/* Whether two values are the same table. */
static bool is_same(const Value *a, const Value *b)
{
    return a->kind == b->kind && a->symbol == b->symbol && a->named == b->named &&
           a->place == b->place;
}

static Value value_of_field(Resolver *resolver, uint32_t id, Str path, uint32_t name);

/* `mt.__index = Vec`, `mt = {__index = Vec}`. */
static Value index_of(Resolver *resolver, uint32_t id, Str path)
{
    Value index = assigned(resolver, id, (Str){0}, join(resolver, path, STR("__index")));
    uint32_t name = names_find(&resolver->catalog->names, STR("__index"));
    return index.kind == VALUE_UNKNOWN ? value_of_field(resolver, id, path, name) : index;
}

Value tables_parent(Resolver *resolver, const Value *table)
{
    static const char *const prefixes[] = {"meta.", "base."};
    uint32_t id = resolver_file_of(resolver, table->symbol);
    Str path = path_of(resolver, table);
    for (size_t i = 0; i < COUNT(prefixes); i++) {
        Value parent =
            assigned(resolver, id, str_from(prefixes[i]), path.len ? path : STR(RETURNED_NAME));
        if (parent.kind == VALUE_MODULE && !is_same(&parent, table))
            return parent;
    }
    Value index = path.len ? index_of(resolver, id, path) : unknown;
    return index.kind == VALUE_MODULE && !is_same(&index, table) ? index : unknown;
}

static void find_anywhere(const Resolver *resolver, uint32_t id, uint32_t name, Str path,
                          Finds *finds)
{
    IdSpan all = catalog_named(resolver->catalog, name);
    const Language *language = catalog_row(resolver->catalog, id)->language;
    for (size_t i = 0; i < all.len && all.len <= RESOLVE_NAMESAKES_MAX; i++) {
        SymbolPlace place = catalog_place(resolver->catalog, all.ptr[i]);
        const CatalogFile *file = catalog_row(resolver->catalog, place.file);
        if (file->language == language && place.index && finds->len < FINDS_MAX &&
            finds_fits((SymbolKind)file->entries[place.index].kind, FIND_CALLABLES) &&
            is_in_table(resolver->catalog, file, place.index, path))
            finds->ids[finds->len++] = all.ptr[i];
    }
}

/* Whether functions of that owner in the function at the index belong to a table that it makes. */
static bool is_made_by(const Resolver *resolver, uint32_t id, uint32_t index, Str owner)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    bool method = file->entries[index].kind == SYMBOL_METHOD || file->entries[index].owner;
    return str_equal(owner, STR("self")) ? !method : is_global(resolver, id, owner);
}

Value tables_made_by(Resolver *resolver, uint32_t id, uint32_t index, Str path)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    const Entry *entries = file->entries;
    Value made = unknown;
    for (uint32_t i = index + 1; index && i < file->count; i++) {
        if (entries[i].start_line > entries[index].end_line)
            break;
        Str owner = catalog_name(resolver->catalog, entries[i].owner);
        if (entries[i].parent != index || !owner.len || (path.len && !str_equal(owner, path)) ||
            !is_made_by(resolver, id, index, owner))
            continue;
        Value table = tables_at(resolver, id, owner);
        table.place = index;
        if (made.kind != VALUE_UNKNOWN && !is_same(&made, &table))
            return unknown;
        made = table;
    }
    return made;
}

void tables_find_member(Resolver *resolver, const Value *table, uint32_t name, Finds *finds)
{
    Value at = *table;
    for (int step = 0; step < RESOLVE_DEPTH_MAX && at.kind == VALUE_MODULE && !finds->len; step++) {
        uint32_t id = resolver_file_of(resolver, at.symbol);
        Str path = path_of(resolver, &at);
        find_declared(resolver, id, name, path, at.place, finds);
        if (!finds->len && path.len && !at.place && is_global(resolver, id, path))
            find_anywhere(resolver, id, name, path, finds);
        if (!finds->len)
            at = tables_parent(resolver, &at);
    }
}

/* ---- names ---- */

const ImportLink *tables_required(Resolver *resolver, uint32_t file, Str word)
{
    ImportsSeen seen;
    SymbolPlace at = {.file = file};
    file_scope_imports_at(resolver, at, names_find(&resolver->catalog->names, word), &seen);
    return seen.len ? &file_scope_of(resolver, file)->links.ptr[seen.links[0]] : NULL;
}

uint32_t tables_returned_file(Resolver *resolver, uint32_t id)
{
    for (int step = 0; step < RETURNS_MAX; step++) {
        const ImportLinkVec *links = &file_scope_of(resolver, id)->links;
        size_t i = 0;
        while (i < links->len &&
               !(links->ptr[i].flags & BINDING_REEXPORT && links->ptr[i].target != FILE_NOWHERE))
            i++;
        if (i == links->len)
            break;
        id = links->ptr[i].target;
    }
    return id;
}

/* What a file returns: the table that it names, or all that it declares. */
static Value returned_table(Resolver *resolver, uint32_t id)
{
    id = tables_returned_file(resolver, id);
    Value value = assigned(resolver, id, STR("meta."), STR(RETURNED_NAME));
    return value.kind == VALUE_UNKNOWN ? tables_at(resolver, id, (Str){0}) : value;
}

static Value function_of(const Finds *finds)
{
    return finds->len == 1 ? (Value){.kind = VALUE_FUNCTION, .symbol = finds->ids[0]} : unknown;
}

/* What the file has from `require` under the name: one of several tables, if one of several calls
   that may fail binds it. */
static Value value_of_imports(Resolver *resolver, uint32_t id, Str word)
{
    Value all[VALUE_ALTERNATIVES_MAX];
    const ImportLinkVec *links = &file_scope_of(resolver, id)->links;
    uint32_t count = 0, alias = names_find(&resolver->catalog->names, word);
    for (size_t i = 0; alias && i < links->len && count < COUNT(all); i++) {
        const ImportLink *link = &links->ptr[i];
        if (link->alias != alias || link->target == FILE_NOWHERE)
            continue;
        all[count] = returned_table(resolver, link->target);
        if (link->name)
            all[count] =
                tables_member(resolver, &all[count], catalog_name(resolver->catalog, link->name));
        count++;
    }
    return count > 1 ? value_either(resolver, all, count) : count ? all[0] : unknown;
}

static Value value_in_file(Resolver *resolver, uint32_t id, Str word)
{
    Finds finds = {0};
    Value loaded = value_of_imports(resolver, id, word);
    if (loaded.kind != VALUE_UNKNOWN)
        return loaded;
    if (has_table(resolver, id, word)) {
        Value value = assigned(resolver, id, STR("meta."), word);
        Finds own = {0};
        bool renamed = value.kind != VALUE_UNKNOWN && !is_global(resolver, id, word);
        const CatalogFile *file = catalog_row(resolver->catalog, id);
        for (uint32_t i = 1; renamed && i < file->count && !own.len; i++)
            own.len = file->entries[i].owner &&
                      str_equal(catalog_name(resolver->catalog, file->entries[i].owner), word);
        return renamed && !own.len ? value : tables_at(resolver, id, word);
    }
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    uint32_t name = names_find(&resolver->catalog->names, word);
    for (uint32_t i = 1; name && i < file->count; i++)
        if (file->entries[i].name == name && !file->entries[i].parent && !file->entries[i].owner &&
            finds_fits((SymbolKind)file->entries[i].kind, FIND_CALLABLES) && finds.len < FINDS_MAX)
            finds.ids[finds.len++] = file->first + i;
    return function_of(&finds);
}

/* A table that no file declares local: the file of its functions does not matter. */
static Value global_table(Resolver *resolver, uint32_t file, Str word)
{
    IdSpan all = catalog_named(resolver->catalog, names_find(&resolver->catalog->names, word));
    const Language *language = catalog_row(resolver->catalog, file)->language;
    for (size_t i = 0; i < all.len && all.len <= RESOLVE_NAMESAKES_MAX; i++) {
        SymbolPlace place = catalog_place(resolver->catalog, all.ptr[i]);
        const CatalogFile *other = catalog_row(resolver->catalog, place.file);
        const Entry *entry = &other->entries[place.index];
        bool variable = place.index && entry->kind == SYMBOL_VARIABLE && !entry->parent;
        if (other->language == language && variable && !(entry->modifiers & MODIFIER(PRIVATE)))
            return tables_at(resolver, place.file, word);
    }
    return unknown;
}

/* The table of that name which a function around the place makes. */
static Value made_around(Resolver *resolver, uint32_t at, Str word)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    Value table = unknown;
    for (uint32_t i = place.index; i && table.kind == VALUE_UNKNOWN; i = file->entries[i].parent)
        if (symbol_is_function((SymbolKind)file->entries[i].kind))
            table = tables_made_by(resolver, place.file, i, word);
    return table;
}

Value tables_named(Resolver *resolver, const Scope *scope, uint32_t at, Str word)
{
    const Value *local = scope ? variables_find(scope, at, word) : NULL;
    uint32_t file = resolver_file_of(resolver, at);
    Value made = unknown;
    if (!local || local->kind == VALUE_UNKNOWN)
        made = made_around(resolver, at, word);
    if (made.kind != VALUE_UNKNOWN || local)
        return made.kind == VALUE_UNKNOWN ? *local : made;
    if (str_equal(word, STR("self"))) {
        Str self = tables_of_self(resolver, at);
        return self.len ? tables_at(resolver, file, self) : unknown;
    }
    Value value = value_in_file(resolver, file, word);
    return value.kind == VALUE_UNKNOWN ? global_table(resolver, file, word) : value;
}

/* ---- expressions ---- */

Value tables_of_text(Resolver *resolver, uint32_t at, Str text)
{
    Str suffix = types_suffix(text), path = str_slice(text, 0, text.len - suffix.len);
    Str word = str_from_offset(path, 1);
    bool elsewhere = str_starts(path, STR("=")) && str_find_byte(word, '.') == STR_NONE &&
                     is_global(resolver, resolver_file_of(resolver, at), word);
    if (resolver->depth >= RESOLVE_DEPTH_MAX || elsewhere)
        return unknown;
    resolver->depth++;
    Value value =
        tables_evaluate(resolver, NULL, at, str_from_offset(path, str_starts(path, STR("="))));
    resolver->depth--;
    if (suffix.len)
        value.suffix = STR("[]");
    return value;
}

/* `kinds = { png = setmetatable({}, Png) }`: what the constructor of the table gives a field. */
static Value value_of_field(Resolver *resolver, uint32_t id, Str path, uint32_t name)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (uint32_t i = 1; name && path.len && i < file->count; i++)
        if (file->entries[i].name == name && file->entries[i].kind == SYMBOL_FIELD &&
            file->entries[i].type && is_in_table(resolver->catalog, file, i, path))
            return tables_of_text(resolver, file->first,
                                  catalog_name(resolver->catalog, file->entries[i].type));
    return unknown;
}

/* `setmetatable({engine = Engine.new()}, Car)`: what a new object of the table has in a field. */
static Value field_as_made(Resolver *resolver, uint32_t id, Str path, Str word)
{
    Value object = assigned(resolver, id, STR("fields."), path);
    return object.argument ? tables_part(resolver, NULL, &object, word) : unknown;
}

Value tables_member(Resolver *resolver, const Value *table, Str word)
{
    Finds finds = {0};
    uint32_t name = names_find(&resolver->catalog->names, word);
    if (table->kind != VALUE_MODULE || table->suffix.len)
        return unknown;
    uint32_t id = resolver_file_of(resolver, table->symbol);
    Str path = path_of(resolver, table), inner = join(resolver, path, word);
    if (name)
        tables_find_member(resolver, table, name, &finds);
    if (finds.len)
        return function_of(&finds);
    Value value = path.len ? assigned(resolver, id, (Str){0}, inner)
                           : assigned(resolver, id, STR("return."), word);
    if (value.kind != VALUE_UNKNOWN)
        return value;
    value = value_of_field(resolver, id, path, name);
    if (value.kind == VALUE_UNKNOWN && path.len)
        value = field_as_made(resolver, id, path, word);
    if (value.kind != VALUE_UNKNOWN)
        return value;
    if (has_table(resolver, id, inner))
        return tables_at(resolver, id, inner);
    Value parent = tables_parent(resolver, table);
    const Reference *bind = tables_assigned(resolver, id, 0, inner);
    if (bind && str_starts(bind->receiver, inner)) // `Game.Units = Game.Units or {}`
        return tables_at(resolver, id, inner);
    if (parent.kind != VALUE_MODULE || resolver->depth >= RESOLVE_DEPTH_MAX)
        return unknown;
    if (str_equal(word, STR("super"))) // class libraries
        return parent;
    resolver->depth++;
    value = tables_member(resolver, &parent, word);
    resolver->depth--;
    return value;
}
