/* What the moved code uses: what its old file imports, declares, or has in scope as a trait. */
#include "refactor/move_rust.h"

#include "lang/lexical/code_tokens.h"

/* Traits of the library whose methods are called without naming them. */
static const char traits[] =
    "Read Write BufRead Seek FromStr Hash Hasher BuildHasher Borrow BorrowMut ToOwned Any "
    "Error Iterator IntoIterator FromIterator TryFrom TryInto From Into AsRef AsMut Deref "
    "DerefMut Add Sub Mul Div Rem Neg Not BitAnd BitOr BitXor Shl Shr Index IndexMut Display "
    "Debug LowerHex UpperHex Binary Octal FromRawFd AsRawFd IntoRawFd OsStrExt OsStringExt "
    "MetadataExt PermissionsExt OpenOptionsExt CommandExt ExitStatusExt Sum Product "
    "DoubleEndedIterator ExactSizeIterator";

/* Whether the code of a text has a word outside of its imports, the moved code left out. */
static bool has_word(const Rust *rust, const MoveText *text, Str word)
{
    const Move *move = rust->move;
    Arena arena = *move->uses->request->scratch;
    TokenVec tokens = {0};
    code_tokens_read(&arena, move->from.outline.language, text->before, &tokens);
    for (size_t i = 0; i < tokens.len; i++) {
        const Token *token = &tokens.ptr[i];
        bool skipped =
            text == &move->from && token->start >= move->start && token->start < move->end;
        for (size_t k = 0; k < text->outline.imports.len && !skipped; k++)
            skipped = text->outline.imports.ptr[k].start <= token->start &&
                      token->start < text->outline.imports.ptr[k].end;
        if (!skipped && token->kind == TOKEN_WORD &&
            str_equal(str_slice(text->before, token->start, token->end), word))
            return true;
    }
    return false;
}

static Str whole_of(const Rust *rust, const Import *import, const Binding *binding)
{
    Arena *arena = rust->move->uses->request->arena;
    return binding->name.len
               ? str_format(arena, "%.*s::%.*s", STR_ARG(import->name), STR_ARG(binding->name))
               : import->name;
}

/* A path of an import of the old file, from the crate on. */
static Str absolute(const Rust *rust, Str path)
{
    Arena *arena = rust->move->uses->request->arena;
    Str base = rust->old;
    bool near = false;
    for (;;) {
        size_t end = str_find(path, STR("::"));
        Str first = str_slice(path, 0, end == STR_NONE ? path.len : end);
        bool self = str_equal(first, STR("self")), super = str_equal(first, STR("super"));
        if (!self && !super)
            break;
        near = true;
        base = super ? rust_outer(base) : base;
        path = end == STR_NONE ? (Str){0} : str_from_offset(path, end + 2);
    }
    Str first = str_slice(path, 0, MIN(path.len, str_find(path, STR("::"))));
    for (size_t i = 0; i < rust->move->from.outline.symbols.len && !near; i++) {
        const Symbol *symbol = &rust->move->from.outline.symbols.ptr[i];
        near = !symbol->parent && str_equal(symbol->name, first);
    }
    return !near      ? path
           : path.len ? str_format(arena, "%.*s::%.*s", STR_ARG(base), STR_ARG(path))
                      : base;
}

/* What the other file has an import of under the word; NULL: nothing. */
static const Binding *bound_there(const Rust *rust, Str word, Str *path)
{
    const Outline *outline = &rust->move->to.outline;
    for (size_t i = 0; i < outline->imports.len; i++)
        for (size_t b = 0; b < outline->imports.ptr[i].bindings.len; b++) {
            const Binding *binding = &outline->imports.ptr[i].bindings.ptr[b];
            if (!str_equal(binding->alias, word))
                continue;
            *path = whole_of(rust, &outline->imports.ptr[i], binding);
            return binding;
        }
    return NULL;
}

/* Whether the word means the same symbol of the tree in both files. */
static bool is_same(const Rust *rust, Str word)
{
    const Move *move = rust->move;
    Arena *arena = move->uses->request->arena;
    if (rust->fresh)
        return false;
    const Catalog *catalog = move->uses->catalog;
    uint32_t here = catalog->files.ptr[move->from.id].first + move->index + 1;
    uint32_t there = catalog->files.ptr[move->to.id].first;
    NameMeaning a = resolve_visible(move->uses->resolver, here, word, arena);
    NameMeaning b = resolve_visible(move->uses->resolver, there, word, arena);
    return a.symbols.len == 1 && b.symbols.len == 1 && a.symbols.ptr[0] == b.symbols.ptr[0];
}

static bool need(Rust *rust, Str path, Str word, Err *err)
{
    Arena *arena = rust->move->uses->request->arena;
    const MoveText *to = &rust->move->to;
    Str there = {0}, text = str_equal(rust_last(path), word)
                                ? path
                                : str_format(arena, "%.*s as %.*s", STR_ARG(path), STR_ARG(word));
    for (size_t i = 0; i < rust->uses.len; i++)
        if (str_equal(rust->uses.ptr[i], text))
            return true;
    if (bound_there(rust, word, &there) && str_equal(rust_last(there), rust_last(path)) &&
        (str_equal(there, path) || str_ends(path, there) || str_starts(there, STR("super"))))
        return true;
    if (str_equal(rust_outer(path), rust->new) || (there.len && is_same(rust, word)))
        return true; /* the other file declares it, or has it */
    if (there.len ||
        (!rust->fresh && (has_word(rust, to, word) || move_declares(&to->outline, word))))
        return move_refuse(err, "'%.*s' may mean something else in '%.*s'", STR_ARG(word),
                           STR_ARG(to->path));
    *VEC_PUSH(arena, &rust->uses) = text;
    return true;
}

static bool is_trait_name(const Rust *rust, Str name)
{
    const Rename *uses = rust->move->uses;
    uint32_t id = rename_name_id(uses, name);
    IdSpan named = id ? catalog_named(uses->catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++)
        if (catalog_entry(uses->catalog, named.ptr[i])->kind == SYMBOL_TRAIT)
            return true;
    return name_is_listed(traits, name);
}

/* Whether an import may be there for its methods alone. */
static bool is_silent(const Rust *rust, Str alias)
{
    bool capital = alias.len && alias.ptr[0] >= 'A' && alias.ptr[0] <= 'Z';
    return capital && (is_trait_name(rust, alias) || (!has_word(rust, &rust->move->from, alias) &&
                                                      !move_word(rust->move, alias)));
}

static bool take_imports(Rust *rust, Err *err)
{
    const Move *move = rust->move;
    for (size_t i = 0; i < move->from.outline.imports.len; i++) {
        const Import *import = &move->from.outline.imports.ptr[i];
        Str text = str_slice(move->from.before, import->start, import->end);
        if (name_site_symbol(&move->from.outline, import->start))
            continue; /* of a module or a function within the file */
        if (str_find(text, STR(" as _")) != STR_NONE)
            return move_refuse(err, "'%.*s' imports a trait without a name (line %u)",
                               STR_ARG(move->from.path), import->line);
        for (size_t b = 0; b < import->bindings.len; b++) {
            const Binding *binding = &import->bindings.ptr[b];
            if (str_equal(rust_last(binding->name), STR("*")))
                return move_refuse(err, "'%.*s' imports everything of %.*s (line %u)",
                                   STR_ARG(move->from.path), STR_ARG(import->name), import->line);
            const MoveWord *word = move_word(move, binding->alias);
            if (((word && word->bare) || is_silent(rust, binding->alias)) &&
                !need(rust, absolute(rust, whole_of(rust, import, binding)), binding->alias, err))
                return false;
        }
    }
    return true;
}

/* Makes a declaration of the old file visible in the whole crate. */
static bool open_left(Rust *rust, const Symbol *symbol, Err *err)
{
    Move *move = rust->move;
    size_t at = rust_words(move->from.before, symbol->start);
    Str words = str_from_offset(move->from.before, at);
    if (str_starts(words, STR("pub(")) && !str_starts(words, STR("pub(crate)")))
        return move_refuse(err, "it uses '%.*s', which few modules see", STR_ARG(symbol->name));
    if (str_starts(words, STR("pub")) || rust_is_within(rust->new, rust->old))
        return true;
    if (symbol->kind == SYMBOL_MODULE || symbol->kind == SYMBOL_MACRO)
        return move_refuse(err, "it uses '%.*s', which only '%.*s' sees", STR_ARG(symbol->name),
                           STR_ARG(move->from.path));
    *VEC_PUSH(move->uses->request->arena, &rust->edits) = (RustEdit){at, at, STR("pub(crate) ")};
    move_note(move, str_format(move->uses->request->arena, "%.*s of %.*s is pub(crate) now",
                               STR_ARG(symbol->name), STR_ARG(move->from.path)));
    return true;
}

/* Whether the code has the name of a method that a trait declares. */
static bool calls_method(const Rust *rust, uint32_t trait)
{
    const SymbolVec *symbols = &rust->move->from.outline.symbols;
    for (uint32_t i = trait + 1; i < symbols->ptr[trait].next; i++)
        if (move_word(rust->move, symbols->ptr[i].name))
            return true;
    return false;
}

static bool take_left(Rust *rust, Err *err)
{
    Move *move = rust->move;
    const SymbolVec *symbols = &move->from.outline.symbols;
    for (uint32_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        const MoveWord *word = move_word(move, symbol->name);
        bool moved = symbol->start >= move->start && symbol->start < move->end;
        bool wanted =
            (word && word->bare) || (symbol->kind == SYMBOL_TRAIT && calls_method(rust, i));
        if (symbol->parent || moved || !wanted || symbol->kind == SYMBOL_IMPL)
            continue;
        if (symbol->kind == SYMBOL_MACRO)
            return move_refuse(err, "it may use the macro '%.*s'", STR_ARG(symbol->name));
        bool known = false;
        for (size_t k = 0; word && k < word->symbols.len; k++)
            known |= catalog_place(move->uses->catalog, word->symbols.ptr[k]).index == i + 1;
        if (!known && symbol->kind != SYMBOL_TRAIT)
            continue;
        Str path = str_format(move->uses->request->arena, "%.*s::%.*s", STR_ARG(rust->old),
                              STR_ARG(symbol->name));
        if (!open_left(rust, symbol, err) || !need(rust, path, symbol->name, err))
            return false;
    }
    return true;
}

/* A name from outside of the old file must not have a meaning of its own in the other. */
static bool check_captures(const Rust *rust, Err *err)
{
    const Move *move = rust->move;
    for (size_t i = 0; i < move->words.len; i++) {
        const MoveWord *word = &move->words.ptr[i];
        Str there = {0};
        bool meant = str_equal(word->text, move->uses->old);
        for (size_t k = 0; k < word->symbols.len; k++)
            meant |= catalog_place(move->uses->catalog, word->symbols.ptr[k]).file == move->to.id;
        for (size_t k = 0; k < rust->uses.len; k++)
            meant |= str_equal(rust_last(rust->uses.ptr[k]), word->text);
        if (meant || !word->bare)
            continue;
        bool imported = bound_there(rust, word->text, &there) != NULL;
        for (size_t k = 0; k < move->from.outline.imports.len && imported; k++)
            for (size_t b = 0; b < move->from.outline.imports.ptr[k].bindings.len; b++)
                imported &=
                    !str_equal(move->from.outline.imports.ptr[k].bindings.ptr[b].alias, word->text);
        bool declared =
            move_declares(&move->to.outline, word->text) && word->text.len && !word->symbols.len;
        if ((imported || declared) && !word->symbols.len)
            return move_refuse(err, "'%.*s' may mean something else in '%.*s'", STR_ARG(word->text),
                               STR_ARG(move->to.path));
    }
    return true;
}

bool rust_take_needs(Rust *rust, Err *err)
{
    return take_imports(rust, err) && take_left(rust, err) && check_captures(rust, err);
}
