/* Marks and methods take the hash of a type's values, or give them one (LangHeads). A name is a
   value of the type where the file declares it so, and needs a hash where it is a key. */
#include "change/hash_uses.h"

#include "change/head_text.h"

/* Types of one file that are looked at. */
#define TYPES_MAX 20

typedef struct Hashing {
    TextUses *uses;
    ConsequenceVec *found;
    Consequence use;
    Str type;
    StrVec values, lists, keyed; /* names in one file: of a value, of several, of those with keys */
} Hashing;

/* ---- types ---- */

static bool has_mark(Str head, const char *marks)
{
    Str rest = str_from(marks), mark;
    while (str_take_until(&rest, ' ', &mark))
        if (str_find_byte(mark, '=') != STR_NONE ? str_find(head, mark) != STR_NONE
                                                 : head_text_has_word(head, mark))
            return true;
    return false;
}

/* Whether the type's head has one of the marks, or one of its members such a name. */
static bool is_marked(const ChangeSide *side, uint32_t type, const char *marks)
{
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *symbol = &symbols->ptr[type];
    uint32_t end = symbol->body ? symbol->body : symbol->end;
    if (has_mark(str_slice(side->code.text, symbol->lead, end), marks))
        return true;
    for (uint32_t i = type + 1; i < symbol->next; i = symbols->ptr[i].next)
        if (str_is_listed(symbols->ptr[i].name, marks))
            return true;
    return false;
}

static bool has_hash(const ChangeSide *side, uint32_t type)
{
    const LangHeads *heads = &lang_facts(side->outline.language)->heads;
    return is_marked(side, type, heads->hash_given) || !is_marked(side, type, heads->hash_taken);
}

static uint32_t find_type(const ChangeSide *side, Str name)
{
    for (uint32_t i = 0; i < side->outline.symbols.len; i++) {
        const Symbol *symbol = &side->outline.symbols.ptr[i];
        if (symbol_is_type(symbol->kind) && str_equal(symbol->name, name))
            return i;
    }
    return SYMBOL_ABSENT;
}

/* The name of the type that a changed symbol is, or is a member of. */
static Str type_of(const ChangeSet *set, const ChangedSymbol *changed)
{
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side = gone ? changed_old_side(set, changed) : changed_new_side(set, changed);
    const Symbol *symbol = changed_symbol(set, changed);
    if (symbol_is_type(symbol->kind))
        return symbol->name;
    return symbol->parent ? side->outline.symbols.ptr[symbol->parent - 1].name : (Str){0};
}

static bool loses_hash(const ChangedFile *file, Str type)
{
    uint32_t was = find_type(&file->old, type), is = find_type(&file->new, type);
    return was != SYMBOL_ABSENT && is != SYMBOL_ABSENT && has_hash(&file->old, was) &&
           !has_hash(&file->new, is);
}

/* ---- values ---- */

static void add_name(Hashing *hashing, StrVec *names, Str name)
{
    if (!change_texts_have(names, name))
        *VEC_PUSH(hashing->uses->arena, names) = name;
}

/* Notes the name that a mention of the type declares: `w: T`, `w = T(`, `w: list[T]`, `w = [T(`. */
static void note_name(Hashing *hashing, const UseText *file, size_t mention)
{
    size_t at = mention;
    bool listed = false;
    if (at > 1 && use_text_mark(file, at - 1) == '.')
        at -= 2;
    if (at && use_text_mark(file, at - 1) == '[') {
        listed = true;
        at--;
        bool named = at && file->tokens.ptr[at - 1].kind == TOKEN_WORD;
        if (named && !str_is_listed(use_text_at(file, at - 1), "list List Sequence Iterable tuple"))
            return;
        at -= named;
    }
    char mark = at ? use_text_mark(file, at - 1) : '\0';
    if (at > 1 && mark && byte_in(mark, ":=") && file->tokens.ptr[at - 2].kind == TOKEN_WORD)
        add_name(hashing, listed ? &hashing->lists : &hashing->values, use_text_at(file, at - 2));
}

/* Notes the names that the file gives to values of the type. */
static void note_names(Hashing *hashing, const UseText *file)
{
    hashing->values = hashing->lists = hashing->keyed = (StrVec){0};
    for (size_t i = 0; i < file->tokens.len; i++)
        if (use_text_is_word(file, i, hashing->type))
            note_name(hashing, file, i);
    for (size_t i = 3; i < file->tokens.len; i++)
        if (use_text_is_word(file, i - 1, STR("in")) && use_text_is_word(file, i - 3, STR("for")) &&
            change_texts_have(&hashing->lists, use_text_at(file, i)))
            add_name(hashing, &hashing->values, use_text_at(file, i - 2));
}

/* ---- keys ---- */

/* Notes the names that the file declares to be sets of values of the type, or maps with them as
 * keys.
 */
static void note_keyed(Hashing *hashing, const UseText *file)
{
    for (size_t i = 4; i < file->tokens.len; i++)
        if (use_text_is_word(file, i, hashing->type) && use_text_mark(file, i - 1) == '[' &&
            use_text_mark(file, i - 3) == ':' &&
            str_is_listed(use_text_at(file, i - 2), "dict Dict set Set frozenset Mapping"))
            add_name(hashing, &hashing->keyed, use_text_at(file, i - 4));
}

/* Whether the bracket at the token is part of an expression: `a[`, `f(…)[`, not a list. */
static bool follows_value(const UseText *file, size_t open)
{
    char last = open ? use_text_mark(file, open - 1) : '\0';
    bool word = open && file->tokens.ptr[open - 1].kind == TOKEN_WORD &&
                !str_is_listed(use_text_at(file, open - 1), "in return yield and or if else");
    return word || (last && byte_in(last, "])"));
}

/* Whether the name at the token is a key, alone: `a[w]`, `{w: 1}`, `hash(w)`, `w in keyed`. */
static bool is_key(const Hashing *hashing, const UseText *file, size_t i)
{
    char last = i ? use_text_mark(file, i - 1) : '\0', next = use_text_mark(file, i + 1);
    bool called = last == '(' && next == ')' && i > 1;
    if (last == '[' && next == ']' && follows_value(file, i - 1))
        return true;
    if (last == '{' && next && byte_in(next, ":,}"))
        return true;
    if (called && use_text_is_word(file, i - 2, STR("hash")))
        return true;
    if (called && use_text_is_word(file, i - 2, STR("add")) && i > 3)
        return change_texts_have(&hashing->keyed, use_text_at(file, i - 4));
    size_t at = i + 1;
    at += use_text_is_word(file, at, STR("not"));
    if (!use_text_is_word(file, at, STR("in")) || (i && use_text_is_word(file, i - 1, STR("for"))))
        return false;
    at++;
    while (use_text_mark(file, at + 1) == '.')
        at += 2;
    return change_texts_have(&hashing->keyed, use_text_at(file, at));
}

/* Whether several values are made keys: `set(w)`, `Counter(w)`, `dict.fromkeys(w)`. */
static bool are_keys(const UseText *file, size_t i)
{
    char next = use_text_mark(file, i + 1);
    return i > 1 && use_text_mark(file, i - 1) == '(' && next && byte_in(next, "),") &&
           str_is_listed(use_text_at(file, i - 2), "set frozenset Counter fromkeys");
}

static void look_in(Hashing *hashing, const UseText *file)
{
    note_names(hashing, file);
    note_keyed(hashing, file);
    for (size_t i = 0; i < file->tokens.len; i++) {
        Str word = use_text_at(file, i);
        if (file->tokens.ptr[i].kind != TOKEN_WORD ||
            !((change_texts_have(&hashing->values, word) && is_key(hashing, file, i)) ||
              (change_texts_have(&hashing->lists, word) && are_keys(file, i))))
            continue;
        Consequence use = hashing->use;
        use.line = use_text_line(file, i);
        use_text_add(hashing->uses, hashing->found, file, &use);
    }
}

void hash_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                   ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    StrVec looked = {0};
    if (!lang_facts(file->new.outline.language)->heads.hash_taken ||
        file->old.outline.language != file->new.outline.language)
        return;
    for (uint32_t i = 0; i < file->symbols.len && looked.len < TYPES_MAX; i++) {
        Hashing hashing = {.uses = uses, .found = found};
        hashing.type = type_of(uses->set, &file->symbols.ptr[i]);
        if (!hashing.type.len || change_texts_have(&looked, hashing.type) ||
            file->symbols.ptr[i].old_file != index || !loses_hash(file, hashing.type))
            continue;
        *VEC_PUSH(uses->arena, &looked) = hashing.type;
        hashing.use = (Consequence){
            .fault = USE_AFFECTED,
            .file = index,
            .reported = i,
            .why = str_format(uses->arena, "a %.*s has no hash any more", STR_ARG(hashing.type))};
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        for (size_t k = 0; k < files.len; k++) {
            const UseText *user = use_text_open(uses, uses->catalog->files.ptr[files.ptr[k]].path);
            if (user && use_text_has_word(user, hashing.type))
                look_in(&hashing, user);
        }
    }
}
