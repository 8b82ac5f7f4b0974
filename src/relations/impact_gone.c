/* What a diff takes away: names that the old side of its hunks declares, and nothing in the index
   any more. Hunks are read as fragments of their language. */
#include "relations/impact_diff.h"

#include "text/diff_numbers.h"

typedef struct Hunks {
    SessionRequest *request;
    Catalog *catalog;
    const Language *language; /* of the file; NULL: not known yet */
    Buf before;               /* the old side of the hunk */
    ImpactDiff *diff;
} Hunks;

static bool is_known(const ImpactDiff *diff, Str name)
{
    for (size_t i = 0; i < diff->gone.len; i++)
        if (str_equal(diff->gone.ptr[i], name))
            return true;
    return false;
}

/* Whether the name of a declaration can be looked for elsewhere. */
static bool is_followed(const Symbol *symbol)
{
    return symbol->name.len && (symbol_is_function(symbol->kind) || symbol->kind == SYMBOL_CLASS ||
                                symbol->kind == SYMBOL_STRUCT || symbol->kind == SYMBOL_INTERFACE ||
                                symbol->kind == SYMBOL_TRAIT || symbol->kind == SYMBOL_ENUM ||
                                symbol->kind == SYMBOL_TYPE || symbol->kind == SYMBOL_MACRO);
}

static bool is_declared(Catalog *catalog, Str name)
{
    uint32_t id = names_find(&catalog->names, name);
    return id && catalog_named(catalog, id).len;
}

static void end_hunk(Hunks *hunks)
{
    Outline outline = {0};
    const OutlineOptions options = {.no_ctags = true};
    Str text = buf_str(&hunks->before);
    if (hunks->language && text.len) {
        Arena *arena = hunks->request->arena;
        lang_outline(arena, *hunks->request->scratch, hunks->language, str_copy(arena, text),
                     &options, &outline);
    }
    for (size_t i = 0; i < outline.symbols.len; i++) {
        Str name = outline.symbols.ptr[i].name;
        if (is_followed(&outline.symbols.ptr[i]) && !is_declared(hunks->catalog, name) &&
            !is_known(hunks->diff, name))
            *VEC_PUSH(hunks->request->arena, &hunks->diff->gone) =
                str_copy(hunks->request->arena, name);
    }
    hunks->before.len = 0;
}

void impact_diff_gone(SessionRequest *request, Catalog *catalog, Str text, ImpactDiff *diff)
{
    Hunks hunks = {.request = request, .catalog = catalog, .diff = diff};
    Str line;
    hunks.before = buf_open(request->arena, 0);
    while (str_take_line(&text, &line)) {
        bool head = str_starts(line, STR("--- "));
        if (head || str_starts(line, STR("@@ ")) || str_starts(line, STR("diff ")))
            end_hunk(&hunks);
        if (head) {
            Str path = diff_numbers_path(request->arena, str_from_offset(line, 4));
            hunks.language = path.len ? lang_detect(diff_numbers_strip(path), (Str){0}) : NULL;
        } else if (line.len && byte_in(line.ptr[0], " -")) {
            buf_put(&hunks.before, str_from_offset(line, 1));
            buf_put_byte(&hunks.before, '\n');
        }
    }
    end_hunk(&hunks);
}
