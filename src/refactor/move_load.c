/* What loading a module does besides declaring names: calls and assignments outside of its
   declarations. Code under `if __name__ == "__main__"` and its kind is not loaded. */
#include "refactor/move.h"

#include "lang/tree_words.h"
#include "text/lines.h"

bool move_declares_at(const Outline *outline, uint32_t at)
{
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if (!symbol->parent && symbol->lead <= at && at < symbol->end)
            return true;
    }
    for (size_t i = 0; i < outline->imports.len; i++)
        if (outline->imports.ptr[i].start <= at && at < outline->imports.ptr[i].end)
            return true;
    return false;
}

bool move_declares(const Outline *outline, Str name)
{
    for (size_t i = 0; i < outline->symbols.len; i++)
        if (!outline->symbols.ptr[i].parent && str_equal(outline->symbols.ptr[i].name, name))
            return true;
    return false;
}

/* Whether the statement at the top level around a place asks whether the module is the program. */
static bool is_guarded(Str text, size_t at)
{
    static const char *const guards[] = {"if __name__", "if (require.main", "if (import.meta"};
    for (size_t line = lines_start_at(text, at);; line = lines_start_at(text, line - 1)) {
        Str rest = str_from_offset(text, line);
        for (size_t i = 0; i < COUNT(guards); i++)
            if (str_starts(rest, str_from(guards[i])))
                return true;
        if (!line || (rest.len && !byte_is_space(rest.ptr[0]) && !byte_in(rest.ptr[0], "#/)]}")))
            return false;
    }
}

/* Whether what is assigned when the module is loaded is something foreign, or a member of it. */
static bool is_foreign(const Outline *outline, Str text, const TreeSpan *target)
{
    size_t start = target->start;
    while (start < target->end && byte_in(text.ptr[start], "([ \t"))
        start++;
    size_t end = start;
    while (end < target->end && (byte_is_word(text.ptr[end]) || text.ptr[end] == '$'))
        end++;
    Str rest = str_slice(text, end, target->end);
    Str whole = str_slice(text, start, target->end);
    if (str_starts(whole, STR("module.exports")) || str_starts(whole, STR("exports.")))
        return false; /* what the module offers */
    bool member = str_find_byte(rest, '.') != STR_NONE || str_find_byte(rest, '[') != STR_NONE;
    return member && byte_is_word(text.ptr[start]) &&
           !move_declares(outline, str_slice(text, start, end)) && !is_guarded(text, start);
}

uint32_t move_runs_at(const Move *move, const MoveText *file)
{
    Arena scratch = *move->uses->request->scratch;
    const Outline *outline = &file->outline;
    TreeSpanVec targets = {0};
    if (!file->before.len)
        return 0;
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *reference = &outline->references.ptr[i];
        if (reference->kind == REFERENCE_CALL && !reference->symbol &&
            !move_declares_at(outline, reference->start) &&
            !is_guarded(file->before, reference->start))
            return reference->line;
    }
    lang_loaded_assignments(move->uses->request->arena, scratch, outline->language, file->before,
                            &targets);
    for (size_t i = 0; i < targets.len; i++)
        if (is_foreign(outline, file->before, &targets.ptr[i]))
            return (uint32_t)lines_at_offset(file->before, targets.ptr[i].start);
    return 0;
}

bool move_check_loads(const Move *move, const MoveLoad *load, Err *err)
{
    uint32_t line = load->newly ? move_runs_at(move, &move->to) : 0;
    if (line)
        return move_refuse(err, "'%.*s' would newly load '%.*s', which runs code then (line %u)",
                           STR_ARG(load->path), STR_ARG(move->to.path), line);
    line = load->no_more ? move_runs_at(move, &move->from) : 0;
    if (line)
        return move_refuse(err,
                           "'%.*s' would not load '%.*s' any more, which runs code then "
                           "(line %u)",
                           STR_ARG(load->path), STR_ARG(move->from.path), line);
    return true;
}
