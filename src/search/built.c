/* One reader of parts of names serves denials and `unused`. A search of all text for the literal
   parts rules out most files first. */
#include "search/built.h"

#include "search/text.h"

#include <string.h>

/* Shorter parts are words of any text; of two letters only where they are a string of their own. */
#define PART_MIN 3
#define ALONE_MIN 2
#define ENDING_MIN 4
/* Bytes of files that are read for one answer, after the search has ruled out the others. */
#define READ_BYTES_MAX (8 * MB)

/* If a language has no facts, the facts of all others. */
static const LangFacts any_facts = {.name_holes = "% { $ #{", .name_joins = "+ . <>"};

static bool is_quote(char byte)
{
    return byte == '"' || byte == '\'' || byte == '`';
}

static bool is_capital(char byte)
{
    return byte >= 'A' && byte <= 'Z';
}

static size_t skip_back(Str text, size_t at)
{
    while (at && byte_in(text.ptr[at - 1], " \t"))
        at--;
    return at;
}

static size_t skip_on(Str text, size_t at)
{
    while (at < text.len && byte_in(text.ptr[at], " \t"))
        at++;
    return at;
}

static size_t word_start(Str text, size_t at)
{
    while (at && byte_is_word(text.ptr[at - 1]))
        at--;
    return at;
}

/* Whether one of the words stands at the offset, or before it. */
static bool stands(const char *words, Str text, size_t at, bool before)
{
    Str rest = str_from(words ? words : ""), word;
    while (str_take_until(&rest, ' ', &word)) {
        Str there = before ? str_slice(text, 0, at) : str_from_offset(text, at);
        if (word.len && (before ? str_ends(there, word) : str_starts(there, word)))
            return true;
    }
    return false;
}

/* `cmd_##n`, and `JOIN(cmd_, n)`, which gives a part to a macro. */
static bool is_pasted(const LangFacts *facts, Str text, size_t start, size_t end, bool ends)
{
    if (!facts->name_pastes)
        return false;
    size_t before = skip_back(text, start), after = skip_on(text, end);
    if (ends) /* after the mark, or after a name with the mark: `[<$n _get>]` */
        return stands(facts->name_pastes, text, before, true) ||
               (before < start && stands(facts->name_pastes, text, word_start(text, before), true));
    bool given = text.ptr[end - 1] == '_' && before && byte_in(text.ptr[before - 1], "(,") &&
                 after < text.len && text.ptr[after] == ',';
    return given || stands(facts->name_pastes, text, after, false);
}

/* `"get_"` and `"_get"`: a string that is such a part, however it is joined to the rest. */
static bool is_whole_string(Str text, size_t start, size_t end, bool ends)
{
    bool quoted = start && end < text.len && is_quote(text.ptr[start - 1]) &&
                  text.ptr[end] == text.ptr[start - 1];
    return quoted && end - start >= PART_MIN && byte_in(text.ptr[ends ? start : end - 1], "_-");
}

/* `"get_" + name`, `"get_#{name}"`, `'get_%s'`. */
static bool is_before_hole(const LangFacts *facts, Str text, size_t start, size_t end)
{
    if (end < text.len && is_quote(text.ptr[end]))
        return stands(facts->name_joins, text, skip_on(text, end + 1), false);
    bool apart = byte_in(text.ptr[end - 1], "_-");
    bool begins = start && byte_in(text.ptr[start - 1], "\"'`.:");
    return (apart || begins) && stands(facts->name_holes, text, end, false);
}

/* `name + "Style"`, `` `${name}_style` ``. */
static bool is_behind_hole(const LangFacts *facts, Str text, size_t start, size_t end)
{
    if (!start || end >= text.len || !is_quote(text.ptr[end]))
        return false;
    char before = text.ptr[start - 1];
    if (is_quote(before))
        return stands(facts->name_joins, text, skip_back(text, start - 1), true);
    return byte_in(before, "})") && facts->name_holes;
}

typedef struct Reading {
    const LangFacts *facts;
    Str text;
    bool looked_up; /* names in strings may be names of symbols */
    BuiltVisit *visit;
    void *context;
} Reading;

static void visit_part(const Reading *reading, size_t start, size_t end)
{
    const LangFacts *facts = reading->facts;
    Str text = reading->text;
    for (int ends = 0; ends < 2; ends++) {
        bool pasted = is_pasted(facts, text, start, end, ends);
        bool joined = reading->looked_up &&
                      ((ends ? is_behind_hole : is_before_hole)(facts, text, start, end) ||
                       is_whole_string(text, start, end, ends));
        if (!pasted && !joined)
            continue;
        bool alone = ends ? end < text.len && is_quote(text.ptr[end])
                          : start && is_quote(text.ptr[start - 1]);
        const BuiltPart part = {str_slice(text, start, end), start, ends, pasted, alone};
        reading->visit(reading->context, &part);
    }
}

static bool builds(const LangFacts *facts)
{
    return facts->name_holes || facts->name_joins || facts->name_pastes;
}

/* Whether the text looks up names in strings, if the language says which functions do so. */
static bool looks_up(const LangFacts *facts, Str text)
{
    Str rest = str_from(facts->name_lookups ? facts->name_lookups : ""), word;
    bool found = !rest.len;
    while (!found && str_take_until(&rest, ' ', &word))
        found = str_find(text, word) != STR_NONE;
    return found;
}

void built_parts(const Language *language, Str text, BuiltVisit *visit, void *context)
{
    const LangFacts *facts = builds(lang_facts(language)) ? lang_facts(language) : &any_facts;
    const Reading reading = {facts, text, looks_up(facts, text), visit, context};
    for (size_t i = 0, end; i < text.len; i = MAX(end, i + 1)) {
        for (end = i; end < text.len && byte_is_word(text.ptr[end]);)
            end++;
        if (end < text.len && end > i && text.ptr[end] == '-') // `do-` of a name with dashes
            end += end + 1 == text.len || !byte_is_word(text.ptr[end + 1]);
        size_t start = i;
        if (end > i && i > 1 && text.ptr[i - 1] == '-' && is_quote(text.ptr[i - 2])) // "-do"
            start--;
        if (end >= i + ALONE_MIN)
            visit_part(&reading, start, end);
    }
}

bool built_fits(const BuiltPart *part, Str name, bool ignore_case)
{
    bool (*const equal)(Str, Str) = ignore_case ? str_equal_nocase : str_equal;
    size_t len = part->text.len, least = part->ends ? ENDING_MIN : PART_MIN;
    if (len >= name.len || (len < least && !(part->alone && len >= ALONE_MIN && !part->ends)))
        return false;
    if (part->ends) {
        char head = part->text.ptr[0];
        return (byte_in(head, "_-") || is_capital(head)) &&
               equal(str_from_offset(name, name.len - len), part->text);
    }
    bool apart = byte_in(part->text.ptr[len - 1], "_-") || is_capital(name.ptr[len]);
    return apart && equal(str_slice(name, 0, len), part->text);
}

/* ---- the search ---- */

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool build_alike(const Language *a, const Language *b)
{
    const LangFacts *x = lang_facts(a), *y = lang_facts(b);
    return !a || a == b ||
           (same(x->name_holes, y->name_holes) && same(x->name_joins, y->name_joins) &&
            same(x->name_pastes, y->name_pastes));
}

typedef VEC(Str) PartVec;

/* The literal parts from which a name may be built. */
static PartVec parts_of(Arena *arena, Str name)
{
    PartVec list = {0};
    for (size_t i = ALONE_MIN; i < name.len; i++) {
        const BuiltPart parts[] = {{.text = str_slice(name, 0, i), .alone = true},
                                   {.text = str_from_offset(name, i), .ends = true}};
        for (size_t k = 0; k < COUNT(parts); k++)
            if (built_fits(&parts[k], name, false))
                *VEC_PUSH(arena, &list) = parts[k].text;
    }
    return list;
}

/* The parts as one pattern. They are bytes of words, and dashes. */
static Str alternatives(Arena *arena, const PartVec *parts)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < parts->len; i++)
        buf_printf(&out, "%s%.*s", i ? "|" : "", STR_ARG(parts->ptr[i]));
    return str_format(arena, "(?:%.*s)", STR_ARG(buf_str(&out)));
}

typedef struct Looking {
    Arena *arena;
    Built *built;
    Str name;
    bool ignore_case;
    Str text;
    uint32_t file;
    uint32_t line; /* of `counted` */
    size_t counted;
    uint32_t latest; /* line that is listed */
} Looking;

static void look(void *context, const BuiltPart *part)
{
    Looking *looking = context;
    if (!built_fits(part, looking->name, looking->ignore_case))
        return;
    for (; looking->counted < part->offset; looking->counted++)
        looking->line += looking->text.ptr[looking->counted] == '\n';
    if (looking->line == looking->latest)
        return;
    looking->latest = looking->line;
    if (looking->built->list.len < BUILT_PLACES_MAX)
        *VEC_PUSH(looking->arena, &looking->built->list) =
            (BuiltPlace){looking->file, looking->line, part->pasted};
    else
        looking->built->more = true;
}

static void look_in(const MentionSearch *search, Looking *looking, const TextFile *text)
{
    Arena work SCOPED(arena_close) = {0};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    arena_open(&work, 0);
    if (!fs_tree_file(search->tree, text->path, &file) ||
        !fs_read_all(&work, &file, &looking->text, &ignored)) {
        looking->built->more = true;
        return;
    }
    looking->line = 1;
    looking->counted = looking->latest = 0;
    built_parts(search->catalog->files.ptr[looking->file].language, looking->text, look, looking);
}

static bool is_wanted(const CatalogFile *file, const Language *language)
{
    return file->path.len && file->class != FILE_BINARY && file->class != FILE_DOC &&
           file->class != FILE_VENDORED && builds(lang_facts(file->language)) &&
           build_alike(language, file->language);
}

typedef struct Chosen {
    TextFileVec list;
    VEC(uint32_t) ids;
} Chosen;

/* The files that the index does not rule out, up to the limits of any search of all text. */
static void choose(const MentionSearch *search, Arena *arena, const Language *language,
                   const PartVec *parts, Chosen *chosen, Built *built)
{
    const bool *marked = mention_search_mark(search, arena, parts->ptr, parts->len);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < search->catalog->files.len; i++) {
        const CatalogFile *file = &search->catalog->files.ptr[i];
        if (!is_wanted(file, language) || (marked && !marked[i]))
            continue;
        bytes += file->size;
        if (bytes > NARROWED_BYTES_MAX || chosen->list.len == NARROWED_FILES_MAX) {
            built->more = true;
            return;
        }
        *VEC_PUSH(arena, &chosen->list) = (TextFile){.path = file->path, .size = file->size};
        *VEC_PUSH(arena, &chosen->ids) = i;
    }
}

/* Whether more places would not be shown. */
static bool is_full(const Built *built)
{
    return built->more && built->list.len == BUILT_PLACES_MAX;
}

bool built_find(const MentionSearch *search, Arena *arena, const Language *language, Str name,
                Built *built, Err *err)
{
    Pattern *pattern SCOPED(pattern_close) = NULL;
    Chosen chosen = {0};
    PartVec parts = parts_of(arena, name);
    PatternOptions options = {
        .regex = true, .whole_word = true, .ignore_case = lang_folds_case(language)};
    *built = (Built){0};
    if (!parts.len)
        return true;
    choose(search, arena, language, &parts, &chosen, built);
    if (!chosen.list.len)
        return true;
    if (!pattern_open(arena, alternatives(arena, &parts), options, &pattern, err))
        return false;
    TextSearch text = {search->tree, pattern, search->cancel, .matches = false};
    if (!text_count(&text, chosen.list.ptr, chosen.list.len, err))
        return false;
    Looking looking = {
        .arena = arena, .built = built, .name = name, .ignore_case = options.ignore_case};
    uint64_t bytes = 0;
    for (size_t i = 0; i < chosen.list.len && !is_full(built); i++) {
        const TextFile *file = &chosen.list.ptr[i];
        looking.file = chosen.ids.ptr[i];
        bytes += file->hits ? file->size : 0;
        bool unread = file->state != TEXT_SEARCHED && file->state != TEXT_BINARY;
        if (unread || bytes > READ_BYTES_MAX)
            built->more = true;
        else if (file->hits)
            look_in(search, &looking, file);
    }
    return true;
}
