#include "agent/named_symbols.h"

#include "agent/agent_call.h"
#include "index/catalog/classify.h"
#include "query/query.h"
#include "search/handle.h"
#include "session/require.h"

/* Words that are looked up; a longer task is a paste. */
#define WORDS_MAX 12
/* Longer names are data. */
#define WORD_BYTES_MAX 120
/* A name of more declarations is too vague. */
#define DECLARATIONS_MAX 3
/* Of a longer declaration, the head is shown. */
#define DECLARATION_LINES_MAX 120
#define HEAD_LINES 30

typedef struct Naming {
    Arena *arena;
    Str words[WORDS_MAX];
    size_t count;
    NamedFileVec *found;
} Naming;

/* ---- words ---- */

static bool is_word_byte(char c)
{
    return byte_is_word(c) || c == '.' || c == ':' || c == '$';
}

static bool has_inner_mark(Str word)
{
    for (size_t i = 1; i + 1 < word.len; i++) {
        bool lower = word.ptr[i - 1] >= 'a' && word.ptr[i - 1] <= 'z';
        bool upper = word.ptr[i] >= 'A' && word.ptr[i] <= 'Z';
        if (word.ptr[i] == '_' || (lower && upper))
            return true;
    }
    return false;
}

/* Whether the word from `at` to `end` of a text is surely an identifier. */
static bool is_identifier(Str text, size_t at, size_t end)
{
    bool ticks = at && text.ptr[at - 1] == '`' && end < text.len && text.ptr[end] == '`';
    bool called = end < text.len && text.ptr[end] == '(';
    return ticks || called || has_inner_mark(str_slice(text, at, end));
}

static void add_word(Naming *naming, Str word)
{
    for (size_t i = 0; i < naming->count; i++)
        if (str_equal(naming->words[i], word))
            return;
    if (naming->count < WORDS_MAX)
        naming->words[naming->count++] = word;
}

static void read_words(Naming *naming, Str text)
{
    for (size_t at = 0, end; at < text.len; at = end) {
        end = at + 1;
        if (!byte_is_alpha(text.ptr[at]) && text.ptr[at] != '_')
            continue;
        while (end < text.len && is_word_byte(text.ptr[end]))
            end++;
        size_t last = end;
        while (last > at && byte_in(text.ptr[last - 1], ".:"))
            last--;
        if (last - at <= WORD_BYTES_MAX && is_identifier(text, at, last))
            add_word(naming, str_slice(text, at, last));
    }
}

/* ---- declarations ---- */

static bool is_known(const NamedFileVec *found, const NamedFile *named)
{
    for (size_t i = 0; i < found->len; i++)
        if (str_equal(found->ptr[i].path, named->path) && found->ptr[i].first <= named->first &&
            found->ptr[i].last >= named->last)
            return true;
    return false;
}

static void add_declaration(const Naming *naming, Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    if (!place.index || file->class == FILE_TEST)
        return;
    bool is_long = entry->end_line - entry->start_line >= DECLARATION_LINES_MAX;
    NamedFile named = {.path = str_copy(naming->arena, file->path),
                       .symbol = catalog_qualified_name(catalog, naming->arena, symbol),
                       .line = entry->start_line,
                       .first = entry->start_line,
                       .last = is_long ? entry->start_line + HEAD_LINES : entry->end_line,
                       .is_by_name = true};
    if (!is_known(naming->found, &named))
        *VEC_PUSH(naming->arena, naming->found) = named;
}

static bool run(SessionRequest *request, void *state, Err *err)
{
    const Naming *naming = state;
    const SessionNeeds needs = {.parts = QUERY_PARTS};
    IndexSession session SCOPED(session_close) = {0};
    if (!session_begin(request, &session, needs, err))
        return false;
    naming->found->len = 0;
    for (size_t i = 0; i < naming->count; i++) {
        HandleMatch match = {0};
        handle_find(session.catalog, request->arena, naming->words[i], &match);
        size_t count = match.clear ? 1 : match.total <= DECLARATIONS_MAX ? match.total : 0;
        for (size_t j = 0; j < MIN(count, match.symbols.len); j++)
            add_declaration(naming, session.catalog, match.symbols.ptr[j]);
    }
    return true;
}

bool named_symbols_find(Arena *arena, const ToolContext *context, Str text, NamedFileVec *found)
{
    Naming naming = {.arena = arena, .found = found};
    Err ignored;
    read_words(&naming, text);
    return naming.count && agent_call_ask(context, run, &naming, &ignored);
}
