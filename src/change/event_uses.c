/* A name is a string that is the first argument of a call. It is lost if no call in the file's new
   text sends it. Where another file sends it, only a receiver that is called like the type counts.
   */
#include "change/event_uses.h"

#include "change/name_uses.h"

/* The string that the call at a token is given first; empty: it is no such call. */
static Str name_at(const TokenVec *tokens, Str text, size_t i, const char *calls)
{
    const Token *token = &tokens->ptr[i];
    if (i + 2 >= tokens->len || token->kind != TOKEN_WORD || token[1].kind != TOKEN_MARK ||
        text.ptr[token[1].start] != '(' || token[2].kind != TOKEN_STRING ||
        !str_is_listed(str_slice(text, token->start, token->end), calls))
        return (Str){0};
    Str name = str_slice(text, token[2].start, token[2].end);
    return name.len > 2 ? str_slice(name, 1, name.len - 1) : (Str){0};
}

static bool has_call(const TokenVec *tokens, Str text, Str name, const char *calls)
{
    for (size_t i = 0; i < tokens->len; i++)
        if (str_equal(name_at(tokens, text, i, calls), name))
            return true;
    return false;
}

/* The changed symbol that had a token of the old text: the innermost. UINT32_MAX: none. */
static uint32_t symbol_at(const TextUses *uses, uint32_t index, uint32_t offset)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    uint32_t found = UINT32_MAX, start = 0;
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        const Symbol *old =
            changed->old_file == index ? changed_old_symbol(uses->set, changed) : NULL;
        if (old && old->start <= offset && offset < old->end && old->start >= start) {
            found = i;
            start = old->start;
        }
    }
    return found;
}

typedef struct Seeking {
    TextUses *uses;
    ConsequenceVec *found;
    FileIdVec files;
    const char *const *events;
    Str name, owner; /* the name that is lost, and the type that sent it */
    Consequence use;
} Seeking;

static const UseText *file_at(const Seeking *seeking, size_t i)
{
    const Catalog *catalog = seeking->uses->catalog;
    return use_text_open(seeking->uses, catalog->files.ptr[seeking->files.ptr[i]].path);
}

/* Whether a file that the change leaves as it is sends the name, too. */
static bool is_sent_elsewhere(const Seeking *seeking)
{
    for (size_t f = 0; f < seeking->files.len; f++) {
        const UseText *file = file_at(seeking, f);
        if (file && has_call(&file->tokens, file->text, seeking->name, seeking->events[0]))
            return true;
    }
    return false;
}

static void look_for_name(const Seeking *seeking)
{
    bool apart = is_sent_elsewhere(seeking);
    for (size_t f = 0; f < seeking->files.len; f++) {
        const UseText *file = file_at(seeking, f);
        for (size_t i = 0; file && i < file->tokens.len; i++) {
            Str name = name_at(&file->tokens, file->text, i, seeking->events[1]);
            if (!str_equal(name, seeking->name) ||
                (apart && !name_uses_hints(file, i, seeking->owner)))
                continue;
            Consequence use = seeking->use;
            use.line = use_text_line(file, i);
            use_text_add(seeking->uses, seeking->found, file, &use);
        }
    }
}

/* The name of the type around a changed symbol; else empty. */
static Str owner_of(const TextUses *uses, uint32_t index, uint32_t reported)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    const Symbol *old = changed_old_symbol(uses->set, &file->symbols.ptr[reported]);
    return old->parent ? file->old.outline.symbols.ptr[old->parent - 1].name : (Str){0};
}

void event_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    const TokenVec *old = &file->old.tokens, *new = &file->new.tokens;
    const char *const *events = lang_facts(file->new.outline.language)->heads.events;
    Seeking seeking = {.uses = uses, .found = found, .events = events};
    for (size_t i = 0; events && i < old->len; i++) {
        seeking.name = name_at(old, file->old.code.text, i, events[0]);
        uint32_t changed =
            seeking.name.len ? symbol_at(uses, index, old->ptr[i].start) : UINT32_MAX;
        if (changed == UINT32_MAX || has_call(new, file->new.code.text, seeking.name, events[0]))
            continue;
        if (!seeking.files.len)
            seeking.files = use_text_users(uses, scratch, id);
        seeking.owner = owner_of(uses, index, changed);
        seeking.use = (Consequence){.fault = USE_AFFECTED, .file = index, .reported = changed};
        seeking.use.why =
            str_format(uses->arena, "nothing sends '%.*s' any more", STR_ARG(seeking.name));
        look_for_name(&seeking);
    }
}
