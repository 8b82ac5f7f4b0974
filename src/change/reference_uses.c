/* The word before the path that ends with the field's name says that the field is handed over. */
#include "change/reference_uses.h"

static void look_in(TextUses *uses, const UseText *file, Consequence use, Str name,
                    ConsequenceVec *found)
{
    for (size_t i = 2; i < file->tokens.len; i++) {
        size_t first = i;
        if (!use_text_is_word(file, i, name))
            continue;
        while (first > 1 && use_text_mark(file, first - 1) == '.' &&
               use_text_is_any_word(file, first - 2))
            first -= 2;
        if (first == i || !str_is_listed(use_text_at(file, first - 1), "ref out"))
            continue;
        use.line = use_text_line(file, i);
        use_text_add(uses, found, file, &use);
    }
}

void reference_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                        ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        const Symbol *old = changed_old_symbol(uses->set, changed);
        const Symbol *now = changed_symbol(uses->set, changed);
        if (!old || changed->new_symbol == SYMBOL_ABSENT || old->kind != SYMBOL_FIELD ||
            now->kind != SYMBOL_PROPERTY ||
            lang_parameters(file->new.outline.language) != PARAMETERS_TYPE_FIRST)
            continue;
        const Consequence use = {.fault = USE_AFFECTED,
                                 .file = index,
                                 .reported = i,
                                 .likely = true,
                                 .why = STR("a property cannot be handed over as a field can")};
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        for (size_t k = 0; k < files.len; k++) {
            const UseText *user = use_text_open(uses, uses->catalog->files.ptr[files.ptr[k]].path);
            if (user)
                look_in(uses, user, use, old->name, found);
        }
    }
}
