/* Symbols around hits. Files of the page are outlined, up to a sum of bytes, to name the symbol
   around each hit. To find the definition of the name, further files are read by the lexical tier,
   up to a sum of their own. */
#include "query/grep_symbols.h"

#include "base/path.h"
#include "config/config.h"
#include "index/catalog/counterparts.h"
#include "lang/lexical/lexical.h"

/* Maximum size of each outlined file, and their sum: a tenth of a second. */
#define SEARCH_OUTLINE_BYTES_MAX (512 * KB)
#define SEARCH_OUTLINE_BYTES_SUM (4 * MB)
/* Maximum sum of further files read by the lexical tier to find the definition: a fifth of a
   second. */
#define SEARCH_LEXICAL_BYTES_SUM (32 * MB)

/* Maximum number of definitions named in the head of an answer. */
#define DEFINITIONS_MAX 5

void grep_symbols_open(SessionRequest *request, Str pattern, PatternOptions options,
                       GrepSymbols *symbols)
{
    bool is_name =
        pattern.len > 1 && !byte_is_digit(pattern.ptr[0]) && !options.regex && !options.ignore_case;
    for (size_t i = 0; i < pattern.len; i++)
        is_name = is_name && byte_is_word(pattern.ptr[i]);
    *symbols = (GrepSymbols){.request = request, .name = is_name ? pattern : (Str){0}};
}

/* ---- around hits ---- */

static bool is_scope(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY:
    case SYMBOL_VARIABLE:
    case SYMBOL_CONSTANT:
    case SYMBOL_ENUM_MEMBER:
    case SYMBOL_COLUMN: return false;
    default: return true;
    }
}

/* Index + 1 of the innermost symbol around the offset; 0: none. */
static size_t symbol_at(const Outline *outline, uint64_t offset)
{
    size_t low = 0, high = outline->symbols.len;
    while (low < high) { /* binary search for the last that starts at or before the offset */
        size_t middle = low + (high - low) / 2;
        const Symbol *symbol = &outline->symbols.ptr[middle];
        if (MIN(symbol->lead, symbol->start) <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    while (low) {
        const Symbol *symbol = &outline->symbols.ptr[low - 1];
        if (offset < symbol->end && is_scope(symbol->kind))
            return low;
        low = symbol->parent;
    }
    return 0;
}

static HitSymbol *hit_symbol(Arena *arena, const Outline *outline, size_t index)
{
    const Symbol *symbol = &outline->symbols.ptr[index];
    HitSymbol *result = NEW(arena, HitSymbol, 1);
    *result = (HitSymbol){.name = str_copy(arena, symbol_qualified_name(arena, outline, index)),
                          .kind = symbol->kind,
                          .start_line = symbol->start_line,
                          .end_line = symbol->end_line};
    return result;
}

void grep_find_symbols(Arena *arena, const Outline *outline, HitFile *file)
{
    const HitSymbol **symbols = NEW(arena, const HitSymbol *, file->count);
    size_t before = 0;
    const HitSymbol *last = NULL;
    for (size_t i = 0; i < file->count; i++) {
        size_t at = file->lines[i].matches ? symbol_at(outline, file->lines[i].offset) : 0;
        if (at && at != before)
            last = hit_symbol(arena, outline, at - 1);
        before = at ? at : before;
        symbols[i] = at ? last : NULL;
    }
    file->symbols = symbols;
}

static bool fits(const GrepSymbols *symbols, Str text)
{
    return text.len <= SEARCH_OUTLINE_BYTES_MAX &&
           symbols->outlined + text.len <= SEARCH_OUTLINE_BYTES_SUM;
}

void grep_outline(GrepSymbols *symbols, Arena *scratch, Str path, Str text, Outline *outline)
{
    SessionRequest *request = symbols->request;
    const Language *language = lang_detect(path, str_slice(text, 0, SOURCE_HEAD_BYTES));
    Str full = path_join(scratch, symbols->root, path);
    language = adopted_language(request, &symbols->adopted, full, language);
    *outline = (Outline){.language = language};
    Arena work;
    if (!text.len)
        return;
    arena_open(&work, 0);
    OutlineOptions options = {
        .time_ms = (int)request->config->parse_ms, .no_ctags = true, .cancel = request->cancel};
    if (fits(symbols, text)) {
        symbols->outlined += text.len;
        lang_outline(scratch, work, language, text, &options, outline);
    } else if (lexical_is_known(language)) {
        lexical_scan(scratch, work, language, text, outline, NULL);
    }
    arena_close(&work);
}

/* ---- definitions ---- */

static size_t count_defined(const HitDefinitionVec *definitions)
{
    size_t count = 0;
    while (count < definitions->len && !definitions->ptr[count].symbol->declares)
        count++;
    return count;
}

bool grep_wants_more(const GrepSymbols *symbols, const HitAnswer *answer)
{
    return symbols->name.len && count_defined(&answer->definitions) < DEFINITIONS_MAX &&
           symbols->read < SEARCH_LEXICAL_BYTES_SUM;
}

bool grep_outline_likely(GrepSymbols *symbols, Arena *scratch, const FsTree *tree,
                         const TextFile *file, Outline *outline)
{
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Err ignored;
    size_t got = 0;
    const Language *language = lang_detect(file->path, (Str){0});
    if (file->size > SEARCH_WINDOW_BYTES || !lexical_is_known(language) ||
        !fs_tree_file(tree, file->path, &open))
        return false;
    char *bytes = arena_bytes(scratch, (size_t)file->size);
    if (!fs_read_at(&open, 0, bytes, (size_t)file->size, &got, &ignored))
        return false;
    Arena work;
    symbols->read += got;
    arena_open(&work, 0);
    lexical_scan(scratch, work, language, (Str){bytes, got}, outline, NULL);
    arena_close(&work);
    return true;
}

/* Whether it is a declaration: a prototype of C, or anything in a stub. */
static bool is_declaration(const Outline *outline, Str path, size_t index)
{
    const Symbol *symbol = &outline->symbols.ptr[index];
    bool function = symbol_is_function(symbol->kind);
    bool linked = counterpart_is_linked(outline->language) && function && !symbol->body;
    return linked || counterpart_is_stub(path);
}

/* Adds a definition; it replaces a declaration if the list is full. */
static void add_definition(Arena *arena, HitDefinition definition, HitDefinitionVec *definitions)
{
    size_t at = definition.symbol->declares ? definitions->len : count_defined(definitions);
    if (at >= DEFINITIONS_MAX)
        return;
    if (definitions->len < DEFINITIONS_MAX)
        (void)VEC_PUSH(arena, definitions);
    for (size_t i = definitions->len - 1; i > at; i--)
        definitions->ptr[i] = definitions->ptr[i - 1];
    definitions->ptr[at] = definition;
}

void grep_find_definitions(const GrepSymbols *symbols, const Outline *outline, Str path,
                           HitDefinitionVec *definitions)
{
    Arena *arena = symbols->request->arena;
    for (size_t i = 0; i < outline->symbols.len && symbols->name.len; i++) {
        if (!str_equal(outline->symbols.ptr[i].name, symbols->name))
            continue;
        HitSymbol *symbol = hit_symbol(arena, outline, i);
        symbol->declares = is_declaration(outline, path, i);
        add_definition(arena, (HitDefinition){path, symbol}, definitions);
    }
}
