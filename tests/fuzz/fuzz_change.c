/* Two texts of any bytes in any language: the comparison keeps its laws. The first line names the
   language, the byte 0xFF stands between the texts. A text beside itself says nothing; a symbol is
   told once; lines are counted within what differs. */
#include "base/limits.h"
#include "change/change.h"
#include "lang/registry.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fill(Arena *arena, Arena scratch, const Language *language, Str text, ChangeSide *side)
{
    OutlineOptions options = {.want_references = true, .no_ctags = true};
    side->path = STR("file");
    side->text = text;
    lang_outline(arena, scratch, language, text, &options, &side->outline);
    side->outline.language = language;
}

static void check_once(Arena *arena, const ChangedFile *file)
{
    bool *old = NEW(arena, bool, file->old.outline.symbols.len);
    bool *new = NEW(arena, bool, file->new.outline.symbols.len);
    for (size_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *reported = &file->symbols.ptr[i];
        assert(reported->new_symbol != SYMBOL_ABSENT || reported->old_symbol != SYMBOL_ABSENT);
        if (reported->new_symbol != SYMBOL_ABSENT) {
            assert(reported->new_symbol < file->new.outline.symbols.len &&
                   !new[reported->new_symbol]);
            new[reported->new_symbol] = true;
        }
        if (reported->old_symbol != SYMBOL_ABSENT) {
            assert(reported->old_symbol < file->old.outline.symbols.len &&
                   !old[reported->old_symbol]);
            old[reported->old_symbol] = true;
        }
    }
    assert(file->other_lines <= file->lines_added + file->lines_removed);
}

static ChangeSet compare(Arena *arena, Arena scratch, const Language *language, Str old, Str new)
{
    ChangeSet set = {0};
    ChangedFile *file = VEC_PUSH(arena, &set.files);
    bool coarse;
    Err err = {0};
    fill(arena, scratch, language, old, &file->old);
    fill(arena, scratch, language, new, &file->new);
    bool ok = line_diff(arena, old, new, &file->hunks, &coarse, &err);
    assert(ok);
    change_compare(arena, scratch, &set);
    check_once(arena, file);
    return set;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    Str rest = {(const char *)data, size}, name;
    const Language *language = str_take_line(&rest, &name) ? lang_find(name) : NULL;
    if (!language)
        return 0;
    size_t cut = str_find_byte(rest, '\xff');
    size_t half = rest.len / 2;
    Str old = str_slice(rest, 0, cut == STR_NONE ? half : cut);
    Str new = str_from_offset(rest, cut == STR_NONE ? half : cut + 1);
    arena_open(&arena, 2 * GB);
    arena_open(&scratch, 4 * GB);
    compare(&arena, scratch, language, old, new);
    compare(&arena, scratch, language, new, old);
    ChangeSet same = compare(&arena, scratch, language, old, old);
    assert(!same.files.ptr[0].symbols.len);
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}
