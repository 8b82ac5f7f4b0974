/* `@@` anchors and the headings of git's hunks: a line somewhere above, usually that of a function.
   It narrows the places only if it is in the file once and one place is inside its declaration. A
   place between there and the end of the next declaration counts as well, since git's heading may
   name the declaration before; then the hunk stays ambiguous. */
#include "edit/hunk_match.h"

#include "lang/lang.h"

/* git cuts headings to this many bytes. */
#define HEADING_BYTES 80

typedef struct Scope {
    uint32_t from, inner_to, outer_to; /* lines from 0; inner: of the declaration; ends excluded */
} Scope;

const Outline *hunk_match_outline(Arena *arena, MatchFile *file)
{
    if (!file->outline) {
        OutlineOptions options = {.no_ctags = true, .whole = true};
        file->outline = NEW(arena, Outline, 1);
        const Language *language =
            lang_detect(file->path, str_slice(file->text.bytes, 0, SOURCE_HEAD_BYTES));
        lang_outline(arena, *file->scratch, language, file->text.bytes, &options, file->outline);
    }
    return file->outline;
}

/* The only line from `from` to `to` that is the anchor, or begins with it if git cut it. */
static uint32_t find_line(const MatchFile *file, Str anchor, uint32_t from, uint32_t to)
{
    uint32_t found = PLACE_NONE;
    for (uint32_t i = from; i < to; i++) {
        Str line = str_trim(file->text.lines[i].text);
        bool fits = str_equal(line, anchor) ||
                    (anchor.len + 4 >= HEADING_BYTES && str_starts(line, anchor));
        if (fits && found != PLACE_NONE)
            return PLACE_NONE;
        found = fits ? i : found;
    }
    return found;
}

/* The innermost symbol that begins, or has its name, on a line. */
static const Symbol *symbol_at(const Outline *outline, uint32_t line)
{
    const Symbol *found = NULL;
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if (symbol->start_line == line + 1 || symbol->name_line == line + 1)
            found = symbol;
    }
    return found;
}

static bool scope_of_line(Arena *arena, MatchFile *file, uint32_t line, Scope *scope)
{
    const Outline *outline = hunk_match_outline(arena, file);
    const Symbol *symbol = symbol_at(outline, line);
    if (!symbol || outline->degraded)
        return false;
    size_t next = symbol->next;
    *scope = (Scope){line, MIN(symbol->end_line, (uint32_t)file->text.count),
                     (uint32_t)file->text.count};
    if (next < outline->symbols.len)
        scope->outer_to = MIN(MAX(outline->symbols.ptr[next].end_line, scope->inner_to),
                              (uint32_t)file->text.count);
    return true;
}

void hunk_match_narrow_by_anchors(Arena *arena, MatchFile *file, const Hunk *hunk, PlaceVec *places)
{
    Scope scope = {0, (uint32_t)file->text.count, (uint32_t)file->text.count};
    uint32_t found = 0, inside = 0;
    if (!hunk->anchors.len)
        return;
    for (size_t i = 0; i < hunk->anchors.len; i++) {
        uint32_t line = find_line(file, str_trim(hunk->anchors.ptr[i]), scope.from, scope.inner_to);
        if (line == PLACE_NONE || !scope_of_line(arena, file, line, &scope))
            return;
    }
    for (size_t i = 0; i < places->len; i++) {
        uint32_t place = places->ptr[i];
        if (place >= scope.from && place < scope.outer_to) {
            inside++;
            found = place;
        }
    }
    if (inside != 1 || found >= scope.inner_to)
        return;
    places->ptr[0] = found;
    places->len = 1;
}
