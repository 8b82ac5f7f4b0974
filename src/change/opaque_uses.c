/* A member of the type behind a name that the file declares with it, a variable that holds a value
   of it, and its size all need the definition. */
#include "change/opaque_uses.h"

typedef struct Opaque {
    TextUses *uses;
    ConsequenceVec *found;
    Consequence use;
    Str type;
    StrVec fields, names;
} Opaque;

/* The definition of a type of that name, with its body; or SYMBOL_ABSENT. */
static uint32_t definition_of(const ChangeSide *side, Str name)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        bool holder = symbol->kind == SYMBOL_STRUCT || symbol->kind == SYMBOL_UNION ||
                      symbol->kind == SYMBOL_CLASS;
        if (holder && str_equal(symbol->name, name) &&
            str_find_byte(str_slice(side->code.text, symbol->start, symbol->end), '{') != STR_NONE)
            return i;
    }
    return SYMBOL_ABSENT;
}

static void add(Opaque *opaque, const UseText *file, size_t token)
{
    Consequence use = opaque->use;
    use.line = use_text_line(file, token);
    use_text_add(opaque->uses, opaque->found, file, &use);
}

/* Looks at a mention: it holds a value or asks for the size, or it names a pointer. */
static void look_at_mention(Opaque *opaque, const UseText *file, size_t i)
{
    size_t name = i + 1;
    bool pointer = use_text_mark(file, name) == '*';
    while (use_text_mark(file, name) == '*' || use_text_is_word(file, name, STR("const")))
        name++;
    char next = use_text_mark(file, name + 1);
    bool declares = use_text_is_any_word(file, name) && next && byte_in(next, ";,)=[");
    if (declares)
        *VEC_PUSH(opaque->uses->arena, &opaque->names) = use_text_at(file, name);
    size_t open = i - (i && use_text_is_word(file, i - 1, STR("struct")));
    bool sized = open > 1 && use_text_mark(file, open - 1) == '(' &&
                 use_text_is_word(file, open - 2, STR("sizeof")) && !pointer;
    if ((declares && !pointer) || sized)
        add(opaque, file, i);
}

static void look_in(Opaque *opaque, const UseText *file)
{
    opaque->names = (StrVec){0};
    for (size_t i = 0; i < file->tokens.len; i++)
        if (use_text_is_word(file, i, opaque->type))
            look_at_mention(opaque, file, i);
    for (size_t i = 3; i < file->tokens.len; i++) {
        bool arrow = use_text_mark(file, i - 1) == '>' && use_text_mark(file, i - 2) == '-';
        size_t owner = i - (arrow ? 3 : 2);
        if ((arrow || use_text_mark(file, i - 1) == '.') && use_text_is_any_word(file, i) &&
            change_texts_have(&opaque->fields, use_text_at(file, i)) &&
            change_texts_have(&opaque->names, use_text_at(file, owner)))
            add(opaque, file, i);
    }
}

/* Whether a type that a header defined is defined in another file of the change alone now. */
static bool is_hidden(const TextUses *uses, const ChangedFile *file, Str name)
{
    bool elsewhere = false, other = false;
    for (size_t i = 0; i < uses->set->files.len; i++) {
        const ChangeSide *side = &uses->set->files.ptr[i].new;
        bool defined =
            &uses->set->files.ptr[i] != file && definition_of(side, name) != SYMBOL_ABSENT;
        bool header = str_find(side->path, STR(".h")) != STR_NONE;
        elsewhere |= defined && !header;
        other |= defined && header;
    }
    return elsewhere && !other && definition_of(&file->new, name) == SYMBOL_ABSENT;
}

/* Where the change reports the type, which may be in the file that it moved to. */
static bool is_reported(const ChangeSet *set, uint32_t file, uint32_t type, Consequence *use)
{
    for (uint32_t f = 0; f < set->files.len; f++)
        for (uint32_t i = 0; i < set->files.ptr[f].symbols.len; i++) {
            const ChangedSymbol *changed = &set->files.ptr[f].symbols.ptr[i];
            if (changed->old_file != file || changed->old_symbol != type)
                continue;
            *use = (Consequence){.fault = USE_AFFECTED,
                                 .file = f,
                                 .reported = i,
                                 .likely = true,
                                 .why = STR("the header declares the bare name of the type now")};
            return true;
        }
    return false;
}

void opaque_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                     ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    const SymbolVec *old = &file->old.outline.symbols;
    if (!lang_is_c(file->new.outline.language) || str_find(file->old.path, STR(".h")) == STR_NONE)
        return;
    for (uint32_t i = 0; i < old->len; i++) {
        Opaque opaque = {.uses = uses, .found = found, .type = old->ptr[i].name};
        if (!opaque.type.len || definition_of(&file->old, opaque.type) != i ||
            !is_hidden(uses, file, opaque.type))
            continue;
        for (uint32_t k = i + 1; k < old->ptr[i].next; k++)
            *VEC_PUSH(uses->arena, &opaque.fields) = old->ptr[k].name;
        if (!is_reported(uses->set, index, i, &opaque.use))
            continue;
        const FileIdVec files = use_text_users(uses, scratch, id);
        for (size_t k = 0; k < files.len; k++) {
            const UseText *user = use_text_open(uses, uses->catalog->files.ptr[files.ptr[k]].path);
            bool own = user && user->changed &&
                       definition_of(&user->changed->new, opaque.type) != SYMBOL_ABSENT;
            if (user && !own && use_text_has_word(user, opaque.type))
                look_in(&opaque, user);
        }
    }
}
