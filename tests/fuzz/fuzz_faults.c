/* Syntax faults of any text in any language: each lies in lines that the text has. */
#include "agent/faults.h"
#include "text/lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_faults(const FaultVec *faults, const ChangeSide *side)
{
    size_t lines = lines_at_offset(side->text, side->text.len);
    assert(faults->len <= FAULTS_MAX);
    for (size_t i = 0; i < faults->len; i++) {
        const Fault *fault = &faults->ptr[i];
        assert(fault->what.len && fault->start_line && fault->start_line <= fault->end_line);
        assert(fault->end_line <= lines + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    Str text = {(const char *)data, size}, id;
    FaultVec faults;
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    if (!str_take_line(&text, &id))
        id = (Str){0};
    const Language *language = lang_find(id);
    ChangeSide side = {.path = str_equal(id, STR("json")) ? STR("a.json") : STR("a"), .text = text};
    OutlineOptions options = {.time_ms = 1000, .want_references = true, .no_ctags = true};
    lang_outline(&arena, scratch, language ? language : lang_at(0), text, &options, &side.outline);
    change_side_fill(&arena, scratch, &side, true);
    faults_find(&arena, scratch, &side, &faults);
    check_faults(&faults, &side);
    for (size_t i = 0; i < MIN(side.outline.symbols.len, (size_t)20); i++) {
        faults_find_in(&arena, &side, &side.outline.symbols.ptr[i], &faults);
        check_faults(&faults, &side);
    }
    arena_close(&scratch);
    arena_close(&arena);
    return 0;
}
