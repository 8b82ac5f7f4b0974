/* What a diff takes away: names that the old side of its hunks declares, and nothing in the index
   any more. Hunks are read as fragments of their language. */
#include "relations/impact_diff.h"

#include "text/diff_numbers.h"

typedef struct Hunks {
    SessionRequest *request;
    Catalog *catalog;
    const Language *language; /* of the file; NULL: not known yet */
    Buf before;               /* the old side of the hunk */
    Buf marks;                /* of its lines: '-' or ' ' */
    Buf added;                /* lines that only the new side has */
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

/* Whether it is a setting, a style or the like, whose users name it in text: on a line that the
   hunk takes away, and on none that it adds. */
static bool is_of_text(const Hunks *hunks, const Symbol *symbol)
{
    bool prose = symbol->kind == SYMBOL_SECTION || symbol->kind == SYMBOL_CODE_BLOCK ||
                 symbol->kind == SYMBOL_DOCUMENT || symbol->kind == SYMBOL_ALTER;
    bool kind = symbol->kind >= SYMBOL_KEY || !lang_follows_calls(hunks->language);
    Str marks = buf_str(&hunks->marks);
    return kind && !prose && symbol->name.len && symbol->start_line &&
           symbol->start_line <= marks.len && marks.ptr[symbol->start_line - 1] == '-' &&
           str_find(buf_str(&hunks->added), symbol->name) == STR_NONE;
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
        bool sought =
            is_followed(&outline.symbols.ptr[i]) || is_of_text(hunks, &outline.symbols.ptr[i]);
        if (sought && !is_declared(hunks->catalog, name) && !is_known(hunks->diff, name))
            *VEC_PUSH(hunks->request->arena, &hunks->diff->gone) =
                str_copy(hunks->request->arena, name);
    }
    hunks->before.len = hunks->marks.len = hunks->added.len = 0;
}

void impact_diff_gone(SessionRequest *request, Catalog *catalog, Str text, ImpactDiff *diff)
{
    Hunks hunks = {.request = request, .catalog = catalog, .diff = diff};
    Str line;
    hunks.before = buf_open(request->arena, 0);
    hunks.marks = buf_open(request->arena, 0);
    hunks.added = buf_open(request->arena, 0);
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
            buf_put_byte(&hunks.marks, line.ptr[0]);
        } else if (line.len && line.ptr[0] == '+' && !str_starts(line, STR("+++ "))) {
            buf_put(&hunks.added, line);
            buf_put_byte(&hunks.added, '\n');
        }
    }
    end_hunk(&hunks);
}
