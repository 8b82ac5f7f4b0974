/* A field is read after a dot, an arrow or `@`, from a value that is called like the type, that the
   file makes of it, or, for a name that nothing else has, from any. It is given by its name where
   values are made or matched. */
#include "change/field_uses.h"

#include "change/field_writes.h"
#include "change/name_uses.h"

/* Fields of one file that are looked for: more are a rewrite. */
#define LOST_MAX 40
/* A longer name, or one of several words, seldom means something else. */
#define DISTINCT_BYTES 7
/* Tokens that are looked at before a field of a literal. */
#define TOKENS_BACK 200

typedef struct Seeking {
    TextUses *uses;
    ConsequenceVec *found;
    const ChangedFile *file;
    uint32_t index, reported;
    Str owner, name;
    bool listed; /* values are made from the field by its name */
    bool apart;  /* something else has such a member */
    bool alone;  /* the type has no bases */
} Seeking;

/* ---- what is lost ---- */

/* The type or the value of that name; SYMBOL_ABSENT: it is gone. */
static uint32_t find_owner(const ChangeSide *side, Str owner)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t i = 0; i < symbols->len; i++) {
        Str name = symbols->ptr[i].name;
        bool ends = str_ends(name, owner) && name.len > owner.len &&
                    byte_in(name.ptr[name.len - owner.len - 1], ".:");
        if ((str_equal(name, owner) || ends) && symbols->ptr[i].kind != SYMBOL_CONSTRUCTOR)
            return i;
    }
    return SYMBOL_ABSENT;
}

static bool declares_member(const ChangeSide *side, uint32_t type, Str name)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t i = 0; i < symbols->len; i++) {
        Str own = symbols->ptr[i].name;
        own = str_from_offset(own, str_starts(own, STR("$")));
        if (symbols->ptr[i].parent == type + 1 && str_equal(own, name))
            return true;
    }
    return false;
}

/* The changed symbol that had an offset of the old text: the innermost. REPORTED_PASSED: none. */
static uint32_t changed_at(const Seeking *seeking, uint32_t offset)
{
    uint32_t found = REPORTED_PASSED, start = 0;
    for (uint32_t i = 0; i < seeking->file->symbols.len; i++) {
        const ChangedSymbol *changed = &seeking->file->symbols.ptr[i];
        const Symbol *old = changed->old_file == seeking->index
                                ? changed_old_symbol(seeking->uses->set, changed)
                                : NULL;
        if (old && old->start <= offset && offset < old->end && old->start >= start) {
            found = i;
            start = old->start;
        }
    }
    return found;
}

/* ---- who has such a member ---- */

static bool is_capital(Str word)
{
    return word.len && word.ptr[0] >= 'A' && word.ptr[0] <= 'Z';
}

static bool is_distinct(Str name)
{
    bool humps = false;
    for (size_t i = 1; i < name.len; i++)
        humps |= name.ptr[i] == '_' || (name.ptr[i] >= 'A' && name.ptr[i] <= 'Z');
    return humps || name.len >= DISTINCT_BYTES;
}

/* The token before the sign that asks a value for the field at a token; STR_NONE: none does. */
static size_t receiver_of(const UseText *file, size_t i)
{
    char last = i ? use_text_mark(file, i - 1) : '\0';
    char before = i > 1 ? use_text_mark(file, i - 2) : '\0';
    size_t width = 0;
    if (last == '.' || last == '@')
        width = before == '?' || before == '&' ? 2 : 1;
    else if (last == '>' && before == '-')
        width = 2;
    else if (last == '{' && before == '>' && i > 2 && use_text_mark(file, i - 3) == '-')
        width = 3;
    return width && i > width ? i - width - 1 : STR_NONE;
}

/* Whether a method of another type in the file assigns to a field of that name. */
static bool writes_own(const UseText *file, const Seeking *seeking)
{
    for (size_t i = 2; i < file->tokens.len; i++) {
        size_t receiver =
            use_text_is_word(file, i, seeking->name) ? receiver_of(file, i) : STR_NONE;
        if (receiver != STR_NONE && field_writes_is_own_word(use_text_at(file, receiver)) &&
            use_text_mark(file, i + 1) == '=' && use_text_mark(file, i + 2) != '=')
            return true;
    }
    return false;
}

static const UseText *user_at(const Seeking *seeking, const FileIdVec *files, size_t i)
{
    return use_text_open(seeking->uses, seeking->uses->catalog->files.ptr[files->ptr[i]].path);
}

static bool is_apart(const Seeking *seeking, const FileIdVec *files, uint32_t id)
{
    const Consequence use = {.file = seeking->index};
    bool inherited = false;
    if (name_uses_apart(seeking->uses, &use, seeking->name, seeking->owner, &inherited))
        return true;
    for (size_t i = 0; i < files->len; i++) {
        const UseText *file = user_at(seeking, files, i);
        if (file && files->ptr[i] != id && writes_own(file, seeking))
            return true;
    }
    return false;
}

/* Whether a base of the type, in the repository, has the field. */
static bool is_inherited(const Seeking *seeking, uint32_t type)
{
    Catalog *catalog = seeking->uses->catalog;
    const StrVec bases = change_side_bases(seeking->uses->arena, &seeking->file->new, type);
    for (size_t i = 0; i < bases.len; i++) {
        const IdSpan same = catalog_named(catalog, names_find(&catalog->names, bases.ptr[i]));
        for (size_t k = 0; k < same.len; k++) {
            Str path = catalog->files.ptr[catalog_place(catalog, same.ptr[k]).file].path;
            const UseText *file = use_text_open(seeking->uses, path);
            if (file && writes_own(file, seeking))
                return true;
        }
    }
    return false;
}

/* ---- values of the type ---- */

/* Variables of a file that it makes of the type: `v = T(…)`, `v = T.new(…)`, `v: T`. */
static Map values_of(const Seeking *seeking, Arena *arena, const UseText *file)
{
    Map values = map_open(arena);
    for (size_t i = 2; i < file->tokens.len; i++) {
        bool quoted = file->tokens.ptr[i].kind == TOKEN_STRING &&
                      str_equal(str_slice(use_text_at(file, i), 1, use_text_at(file, i).len - 1),
                                seeking->owner);
        if (!use_text_is_word(file, i, seeking->owner) && !quoted)
            continue;
        size_t at = i;
        while (at > 2 &&
               (use_text_mark(file, at - 1) == '.' || use_text_is_word(file, at - 1, STR("new")) ||
                use_text_is_word(file, at - 1, STR("await")) ||
                (quoted && use_text_mark(file, at - 1) == '(')))
            at -= use_text_mark(file, at - 1) == '.' ? 2 : 1;
        char sign = use_text_mark(file, at - 1);
        size_t name = at - 2;
        if (sign == '-' && use_text_mark(file, at - 2) == '<')
            name = at - 3;
        else if (!sign || !byte_in(sign, "=:"))
            continue;
        if (name < at && file->tokens.ptr[name].kind == TOKEN_WORD)
            *map_put(&values, use_text_at(file, name), NULL) = 1;
    }
    return values;
}

/* Whether a class around a token names the type among its bases: its own object is an heir. */
static bool is_in_heir(const UseText *file, size_t i, Str owner)
{
    for (size_t k = i; k-- > 1;)
        if (use_text_is_word(file, k, STR("class"))) {
            for (size_t n = k + 2; n < k + 12 && n < file->tokens.len; n++) {
                if (use_text_mark(file, n) == '{' || use_text_mark(file, n) == ':')
                    return false;
                if (use_text_is_word(file, n, owner))
                    return true;
            }
            return false;
        }
    return false;
}

/* The word before the bracket that the one at `close` closes. */
static Str called_before(const UseText *file, size_t close)
{
    size_t open = use_text_opening(file, close, TOKENS_BACK);
    return open ? use_text_at(file, open - 1) : (Str){0};
}

static bool is_of_type(const Seeking *seeking, const UseText *file, const Map *values, size_t i,
                       size_t receiver)
{
    Str word = use_text_at(file, receiver);
    bool own = str_equal(file->path, seeking->file->new.path);
    bool knows = use_text_has_word(file, seeking->owner);
    if (use_text_mark(file, receiver) == ')')
        return str_equal(called_before(file, receiver), seeking->owner);
    if (file->tokens.ptr[receiver].kind != TOKEN_WORD)
        return false;
    if (field_writes_is_own_word(word) || str_equal(word, STR("cls")))
        return !own && is_in_heir(file, i, seeking->owner);
    if (map_find(values, word))
        return true;
    if (is_capital(word) && !str_equal(word, seeking->owner))
        return false; /* a type or a module */
    return name_uses_hints(file, i, seeking->owner) ||
           (!seeking->apart && knows && is_distinct(seeking->name));
}

/* Whether the field is given or matched by its name in a value of the type: `T(x=1)`, `%T{x: 1}`,
   `new("T", x = 1)`. */
static bool is_in_value(const Seeking *seeking, const UseText *file, size_t i)
{
    size_t depth = 0, first = i > TOKENS_BACK ? i - TOKENS_BACK : 0;
    if (!use_text_is_named(file, i))
        return false;
    for (size_t k = i; k-- > first;) {
        char mark = use_text_mark(file, k);
        if (mark && byte_in(mark, ")]}"))
            depth++;
        else if (mark && byte_in(mark, "([{") && !depth--) {
            bool type = k && use_text_is_word(file, k - 1, seeking->owner);
            Str string = use_text_at(file, k + 1);
            bool quoted = string.len > 2 && file->tokens.ptr[k + 1].kind == TOKEN_STRING &&
                          str_equal(str_slice(string, 1, string.len - 1), seeking->owner);
            bool matched = k > 1 && use_text_is_word(file, k - 2, STR("case"));
            bool replaced = k && use_text_is_word(file, k - 1, STR("_replace")) &&
                            name_uses_hints(file, k - 1, seeking->owner);
            return ((type || quoted || replaced) && seeking->listed) || (type && matched);
        }
    }
    return false;
}

static void add(const Seeking *seeking, const UseText *file, size_t i)
{
    Consequence use = {.fault = USE_AFFECTED,
                       .file = seeking->index,
                       .reported = seeking->reported,
                       .line = use_text_line(file, i),
                       .target = seeking->file->new.path};
    use.why = str_format(seeking->uses->arena, "%.*s has no '%.*s' any more",
                         STR_ARG(seeking->owner), STR_ARG(seeking->name));
    for (size_t k = 0; k < seeking->found->len; k++)
        if (seeking->found->ptr[k].line == use.line &&
            str_equal(seeking->found->ptr[k].path, file->path))
            return;
    use_text_add(seeking->uses, seeking->found, file, &use);
}

static void look_in(const Seeking *seeking, Arena scratch, const UseText *file)
{
    const Map values = values_of(seeking, &scratch, file);
    for (size_t i = 0; i < file->tokens.len; i++) {
        if (!use_text_is_word(file, i, seeking->name))
            continue;
        size_t receiver = receiver_of(file, i);
        bool called = use_text_mark(file, i + 1) == '(';
        bool read =
            receiver != STR_NONE && !called && is_of_type(seeking, file, &values, i, receiver);
        if (read || (receiver == STR_NONE && is_in_value(seeking, file, i)))
            add(seeking, file, i);
    }
}

/* Looks for reads by the type's own methods, where nothing sets the field. */
static void look_in_type(const Seeking *seeking, uint32_t type)
{
    const UseText *file = use_text_open(seeking->uses, seeking->file->new.path);
    const Symbol *symbol = &seeking->file->new.outline.symbols.ptr[type];
    for (size_t i = 0; file && seeking->alone && i < file->tokens.len; i++) {
        uint32_t at = file->tokens.ptr[i].start;
        size_t receiver =
            at >= symbol->start && at < symbol->end && use_text_is_word(file, i, seeking->name)
                ? receiver_of(file, i)
                : STR_NONE;
        if (receiver != STR_NONE && field_writes_is_own_word(use_text_at(file, receiver)) &&
            use_text_mark(file, i + 1) != '(')
            add(seeking, file, i);
    }
}

void field_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    WrittenFields old, new;
    FileIdVec files = {0};
    size_t count = 0;
    if (!file->old.path.len || !file->new.path.len || file->unseen.len)
        return;
    field_writes_read(uses->arena, &file->old, false, &old);
    if (!old.list.len)
        return;
    field_writes_read(uses->arena, &file->new, true, &new);
    for (size_t i = 0; i < old.list.len; i++) {
        const WrittenField *field = &old.list.ptr[i];
        uint32_t type = find_owner(&file->new, field->owner);
        uint32_t before = find_owner(&file->old, field->owner);
        if (type == SYMBOL_ABSENT || before == SYMBOL_ABSENT ||
            field_writes_have(uses->arena, &new, field->owner, field->name) ||
            declares_member(&file->new, type, field->name) ||
            declares_member(&file->old, before, field->name))
            continue;
        if (count++ >= LOST_MAX) {
            uses->skipped++;
            continue;
        }
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        Seeking seeking = {uses, found, file, .index = index};
        seeking.owner = field->owner;
        seeking.name = field->name;
        seeking.listed = field->is_listed;
        seeking.alone = !change_side_bases(uses->arena, &file->new, type).len;
        seeking.reported = changed_at(&seeking, field->at);
        if (is_inherited(&seeking, type))
            continue;
        seeking.apart = is_apart(&seeking, &files, id);
        look_in_type(&seeking, type);
        for (size_t k = 0; k < files.len; k++) {
            const UseText *user = user_at(&seeking, &files, k);
            if (user)
                look_in(&seeking, scratch, user);
        }
    }
}
