/* Body elision: sets up the pass from a language's facts, and corrects the line numbers of an
   outline after the parse. */
#include "lang/elide/elide_state.h"
#include "lang/language_cache.h"

/* Bytes between two offsets with a known line. */
#define LINE_STEP 64
/* This byte does not occur in UTF-8; the parser's input marks spans by it (parse.c). */
#define GAP_BYTE '\xff'

static void add_word(RoleWords *words, Str word, uint8_t role)
{
    if (!word.len || word.len > 31 || words->count == ELIDE_WORDS_MAX)
        return;
    unsigned char first = (unsigned char)word.ptr[0];
    words->lengths[first] |= 1u << word.len;
    if (words->folded)
        words->lengths[first - 'a' + 'A'] |= 1u << word.len;
    for (size_t i = 0; i < words->count; i++)
        if (str_equal(words->words[i].word, word)) {
            words->words[i].roles |= role;
            return;
        }
    words->words[words->count++] = (RoleWord){word, role};
}

static void add_words(RoleWords *words, const char *list, uint8_t role)
{
    Str rest = str_from(list), word;
    while (str_take_until(&rest, ' ', &word)) {
        bool named = str_ends(word, STR("+")), member = str_ends(word, STR("."));
        word.len -= named || member;
        add_word(words, word, named ? ROLE_NAMED : member ? ROLE_MEMBER : role);
    }
}

static void *make_words(Arena *arena, const Language *language)
{
    RoleWords *words = NEW(arena, RoleWords, 1);
    words->folded = language->elide.traits & ELIDE_FOLDED;
    const LexicalKeyword *keyword = language->lexical.keywords;
    for (; keyword && keyword->word; keyword++) {
        bool callable = symbol_is_callable(keyword->kind) && keyword->kind != SYMBOL_MACRO;
        if (keyword->naming == LEXICAL_ITSELF) /* may be in the head of a class as well */
            continue;
        add_word(words, str_from(keyword->word), callable ? ROLE_FUNCTION : ROLE_TYPE);
    }
    add_words(words, language->elide.declare, ROLE_DECLARES);
    add_words(words, language->elide.control, ROLE_CONTROL);
    add_words(words, language->elide.values, ROLE_VALUE);
    add_words(words, language->elide.either, ROLE_EITHER);
    add_words(words, language->elide.members, ROLE_MEMBER);
    return words;
}

static const RoleWords *role_words(Arena *arena, const Language *language)
{
    static LanguageCache cache = LANGUAGE_CACHE_INIT;
    const RoleWords *words = language_cached(&cache, language, make_words);
    return words ? words : make_words(arena, language);
}

/* A text has at most one span for this many bytes; if it has more, nothing is elided. */
#define GAP_BYTES_USUAL 8

ElidedSpans elide_find(Arena *arena, Arena scratch, const Language *language, Str text)
{
    const ElideFacts *facts = &language->elide;
    if ((!facts->traits && !facts->pass) || text.len < GAP_BYTES_MIN || text.len > FILE_BYTES_MAX)
        return (ElidedSpans){0};
    Elision *elision = NEW(&scratch, Elision, 1);
    elision->lexical = lexical_set_up(&scratch, language, text);
    elision->facts = facts;
    elision->traits = facts->traits;
    elision->text = text;
    elision->arena = arena;
    elision->scratch = &scratch;
    elision->brackets =
        arena_grow(&scratch, NULL, 0, ELIDE_DEPTH_MAX * sizeof(Bracket), _Alignof(Bracket));
    elision->words = role_words(&scratch, language);
    VEC_RESERVE(arena, &elision->spans, text.len / GAP_BYTES_USUAL + 1);
    if (facts->pass)
        facts->pass(elision);
    else
        elide_read(elision);
    bool clear = !elision->unsure && elision->spans.len && !memchr(text.ptr, GAP_BYTE, text.len);
    return clear ? elision->spans : (ElidedSpans){0};
}

/* ---- lines ---- */

typedef struct LineTable {
    Str text;
    uint32_t *before; /* line ends before each multiple of LINE_STEP */
} LineTable;

static uint32_t count_feeds(const char *ptr, size_t len)
{
    uint32_t count = 0;
    for (size_t i = 0; i < len; i++)
        count += ptr[i] == '\n';
    return count;
}

static uint32_t line_of(const LineTable *table, uint32_t offset)
{
    size_t at = MIN(offset, table->text.len), step = at / LINE_STEP;
    return table->before[step] + 1 +
           count_feeds(table->text.ptr + step * LINE_STEP, at - step * LINE_STEP);
}

void elide_lines(Arena scratch, Str text, Outline *outline)
{
    size_t steps = text.len / LINE_STEP;
    LineTable table = {text, NEW(&scratch, uint32_t, steps + 1)};
    for (size_t i = 0; i < steps; i++)
        table.before[i + 1] = table.before[i] + count_feeds(text.ptr + i * LINE_STEP, LINE_STEP);
    for (size_t i = 0; i < outline->symbols.len; i++) {
        Symbol *symbol = &outline->symbols.ptr[i];
        symbol->start_line = line_of(&table, symbol->start);
        symbol->name_line = line_of(&table, symbol->name_start);
        symbol->end_line = MAX(line_of(&table, symbol->end), symbol->start_line);
    }
    for (size_t i = 0; i < outline->imports.len; i++)
        outline->imports.ptr[i].line = line_of(&table, outline->imports.ptr[i].start);
}
