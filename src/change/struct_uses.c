/* A name is a value of the type where the file declares it so. Such a name is compared with
   nothing, is tested for identity, or has a member set through a copy; `null` is returned for the
   type. */
#include "change/struct_uses.h"

#include "change/typed_names.h"

typedef struct Structs {
    TextUses *uses;
    ConsequenceVec *found;
    Consequence use;
    Str type;
    StrVec names;
} Structs;

static void add(Structs *structs, const UseText *file, size_t token, const char *why)
{
    Consequence use = structs->use;
    use.line = use_text_line(file, token);
    use.why =
        str_format(structs->uses->arena, "a %.*s is a struct now: %s", STR_ARG(structs->type), why);
    use_text_add(structs->uses, structs->found, file, &use);
}

static bool is_nothing(const UseText *file, size_t i)
{
    return use_text_is_any_word(file, i) && str_is_listed(use_text_at(file, i), "null nil");
}

/* Notes names with their type behind a colon: `a: T`. */
static void note_behind(Structs *structs, const UseText *file)
{
    for (size_t i = 2; i < file->tokens.len; i++)
        if (use_text_is_word(file, i, structs->type) && use_text_mark(file, i - 1) == ':' &&
            use_text_is_any_word(file, i - 2))
            *VEC_PUSH(structs->uses->arena, &structs->names) = use_text_at(file, i - 2);
}

/* Whether a comparison begins at a token: `==`, `!=`, `===`; *identity: the last. */
static bool is_comparison(const UseText *file, size_t i, bool *identity, size_t *after)
{
    char mark = use_text_mark(file, i);
    if (!mark || !byte_in(mark, "=!") || use_text_mark(file, i + 1) != '=')
        return false;
    *identity = use_text_mark(file, i + 2) == '=';
    *after = i + 2 + *identity;
    return true;
}

static void look_at_name(Structs *structs, const UseText *file, size_t i)
{
    bool identity = false;
    size_t after = 0;
    char before = i ? use_text_mark(file, i - 1) : '\0';
    if (before == '.')
        return;
    if (is_comparison(file, i + 1, &identity, &after) && (identity || is_nothing(file, after)))
        add(structs, file, i, identity ? "this asks for its identity" : "this asks for null");
    else if (use_text_is_word(file, i + 1, STR("is")) && is_nothing(file, i + 2))
        add(structs, file, i, "this asks for null");
    else if (use_text_mark(file, i + 1) == '=' && is_nothing(file, i + 2))
        add(structs, file, i, "this gives null for it");
}

/* What the body of a function whose result is the type returns. */
static void look_at_results(Structs *structs, const UseText *file, size_t mention)
{
    size_t open = mention + 2;
    if (!use_text_is_any_word(file, mention + 1) || use_text_mark(file, open) != '(')
        return;
    open = use_text_close(file, open) + 1;
    size_t close = use_text_mark(file, open) == '{' ? use_text_close(file, open) : open;
    bool arrow = use_text_mark(file, open) == '=' && use_text_mark(file, open + 1) == '>';
    for (size_t i = open + 1 + arrow; arrow && i < file->tokens.len && !close; i++)
        close = use_text_mark(file, i) == ';' ? i : 0;
    for (size_t i = open; i < close && i < file->tokens.len; i++) {
        bool chosen = is_nothing(file, i) && i &&
                      (use_text_is_word(file, i - 1, STR("return")) ||
                       (use_text_mark(file, i - 1) && byte_in(use_text_mark(file, i - 1), "?:>")));
        if (chosen)
            add(structs, file, i, "this gives null for it");
    }
}

static void look_at_mention(Structs *structs, const UseText *file, size_t i)
{
    bool base = i > 2 && use_text_mark(file, i - 1) == ':' &&
                str_is_listed(use_text_at(file, i - 3), "class interface");
    if (i && use_text_is_word(file, i - 1, STR("as")) && use_text_mark(file, i + 1) != '?')
        add(structs, file, i, "'as' needs a reference");
    if (base)
        add(structs, file, i, "structs have interfaces alone as bases, and are final");
    look_at_results(structs, file, i);
}

/* A member of an item that a list or a call gives is set in a copy: `a[0].b = c`. */
static void look_at_copy(Structs *structs, const UseText *file, size_t i)
{
    char before = use_text_mark(file, i - 1), mark = use_text_mark(file, i + 2);
    bool compound = mark && byte_in(mark, "+-*/") && use_text_mark(file, i + 3) == '=';
    bool sets = (mark == '=' && use_text_mark(file, i + 3) != '=') || compound;
    size_t open = sets && before == ']' ? use_text_opening(file, i - 1, 200) : 0;
    if (open && use_text_is_any_word(file, open - 1) &&
        change_texts_have(&structs->names, use_text_at(file, open - 1)))
        add(structs, file, i, "what an index gives is a copy");
}

/* Notes lists of values of the type: `List<T> a`. */
static void note_lists(Structs *structs, const UseText *file)
{
    for (size_t i = 1; i + 2 < file->tokens.len; i++)
        if (use_text_is_word(file, i, structs->type) && use_text_mark(file, i - 1) == '<' &&
            use_text_mark(file, i + 1) == '>' && use_text_is_any_word(file, i + 2))
            *VEC_PUSH(structs->uses->arena, &structs->names) = use_text_at(file, i + 2);
}

static void look_in(Structs *structs, const UseText *file)
{
    Arena *arena = structs->uses->arena;
    structs->names = (StrVec){0};
    typed_names_read(arena, file, structs->type, &structs->names);
    note_behind(structs, file);
    for (size_t i = 0; i < file->tokens.len; i++)
        if (use_text_is_word(file, i, structs->type))
            look_at_mention(structs, file, i);
        else if (change_texts_have(&structs->names, use_text_at(file, i)))
            look_at_name(structs, file, i);
    structs->names = (StrVec){0};
    note_lists(structs, file);
    for (size_t i = 1; i < file->tokens.len; i++)
        if (use_text_mark(file, i) == '.')
            look_at_copy(structs, file, i);
}

void struct_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                     ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    for (uint32_t i = 0;
         lang_facts(file->new.outline.language)->heads.structs_are_values && i < file->symbols.len;
         i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT)
            continue;
        const Symbol *now = changed_symbol(uses->set, changed);
        if (now->kind != SYMBOL_STRUCT ||
            changed_old_symbol(uses->set, changed)->kind != SYMBOL_CLASS)
            continue;
        Structs structs = {.uses = uses, .found = found, .type = now->name};
        structs.use =
            (Consequence){.fault = USE_AFFECTED, .file = index, .reported = i, .likely = true};
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        for (size_t k = 0; k < files.len; k++) {
            const UseText *user = use_text_open(uses, uses->catalog->files.ptr[files.ptr[k]].path);
            if (user && use_text_has_word(user, now->name))
                look_in(&structs, user);
        }
    }
}
