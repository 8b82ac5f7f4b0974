/* One pass over the text of every file counts the candidates' names, as whole words and as pieces
   of strings that code joins into names. Occurrences in declarations are subtracted; any that
   remain are a doubt. */
#include "search/unused_words.h"

#include "lang/disguise.h"
#include "search/built.h"

/* A shorter word next to a paste operator may be a parameter. */
#define PASTED_MIN 4
/* A longer word beyond ASCII is a sentence without spaces. */
#define NAME_BYTES 256

/* The last word of a name: `b` in `a.b`, `a-b` and `b?`. */
static Str last_part(const Catalog *catalog, uint32_t name)
{
    Str text = catalog_name(catalog, name);
    size_t end = text.len;
    while (end && !byte_is_word(text.ptr[end - 1]))
        end--;
    size_t start = end;
    while (start && byte_is_word(text.ptr[start - 1]))
        start--;
    return str_slice(text, start, end);
}

UnusedWords unused_words(const Catalog *catalog, Arena *arena, const UnusedSymbolVec *list)
{
    UnusedWords words = {
        .counts = map_open(arena), .beginnings = map_open(arena), .endings = map_open(arena)};
    for (size_t i = 0; i < list->len; i++) {
        Str name = last_part(catalog, catalog_entry(catalog, list->ptr[i].symbol)->name);
        if (list->ptr[i].doubts & ~UNUSED(BUILT) || !name.len)
            continue;
        map_put(&words.counts, name, NULL);
        words.heads[(unsigned char)name.ptr[0]] = true;
    }
    return words;
}

/* What is known of a part, as bits of its count. */
enum {
    IN_STRING = 1,
    PASTED = 2,
    ALONE = 4
};

static void note_part(void *context, const BuiltPart *part)
{
    UnusedWords *words = context;
    Map *parts = part->ends ? &words->endings : &words->beginnings;
    uint64_t *bits = map_find(parts, part->text);
    uint64_t known = (part->pasted ? PASTED : IN_STRING) | (part->alone ? ALONE : 0);
    if (bits)
        *bits |= known;
    else
        *map_put(parts, str_copy(parts->arena, part->text), NULL) = known;
}

/* Whether a macro pastes words together, and neither word is surely a part of the name: `a##b`. */
static bool pastes_any(const char *mark, Str text)
{
    Str sign = str_from(mark);
    for (size_t at = 0, found; at < text.len; at += found + sign.len) {
        found = str_find(str_from_offset(text, at), sign);
        if (found == STR_NONE)
            return false;
        size_t end = at + found, next = end + sign.len, behind = next;
        while (end && byte_in(text.ptr[end - 1], " \t"))
            end--;
        while (next < text.len && byte_in(text.ptr[next], " \t"))
            next++;
        size_t start = end;
        while (start && byte_is_word(text.ptr[start - 1]))
            start--;
        for (behind = next; behind < text.len && byte_is_word(text.ptr[behind]);)
            behind++;
        bool begins = end - start >= PASTED_MIN && text.ptr[end - 1] == '_';
        bool ends = behind - next >= PASTED_MIN && text.ptr[next] == '_';
        if (end > start && behind > next && !begins && !ends)
            return true;
    }
    return false;
}

static bool has_attributes(const Language *language, Str text)
{
    const char *marks = lang_facts(language)->attributes;
    Str rest = str_from(marks ? marks : ""), mark;
    while (str_take_until(&rest, ' ', &mark))
        if (mark.len && str_find(text, mark) != STR_NONE)
            return true;
    return false;
}

/* Whether it is hardly an English word: `toBase64Image`, `to_base64`. */
static bool is_composed(Str word)
{
    for (size_t i = 1; i < word.len; i++)
        if (word.ptr[i] == '_' || byte_is_digit(word.ptr[i]) ||
            (word.ptr[i] >= 'A' && word.ptr[i] <= 'Z'))
            return true;
    return false;
}

static void count_word(UnusedWords *words, Str word, bool composed)
{
    bool wanted = word.len && words->heads[(unsigned char)word.ptr[0]];
    uint64_t *count =
        wanted && (!composed || is_composed(word)) ? map_find(&words->counts, word) : NULL;
    if (count)
        (*count)++;
}

static bool is_ascii(char c)
{
    return (unsigned char)c < 0x80;
}

/* Counts names next to letters or signs beyond ASCII: `·goHelper(SB)` in assembly,
   `関数openDoorを呼ぶ` in a page. As in `grep --whole-word`, these bound a name of ASCII letters;
   after one of them, another name may follow. */
static void count_beside(UnusedWords *words, Str run, bool composed)
{
    for (size_t i = 0, end; i < run.len; i = MAX(end, i + 1)) {
        for (end = i; end < run.len && is_ascii(run.ptr[end]);)
            end++;
        bool part = end - i < run.len;
        if (part && end > i)
            count_word(words, str_slice(run, i, end), composed);
        bool open = i && end < run.len && ((unsigned char)run.ptr[i] & 0xc0) != 0x80;
        if (open && run.len - i <= NAME_BYTES)
            count_word(words, str_from_offset(run, i), composed);
    }
}

static void count_words(UnusedWords *words, Str text, bool composed)
{
    for (size_t i = 0, end; i < text.len; i = MAX(end, i + 1)) {
        unsigned char seen = 0;
        for (end = i; end < text.len && byte_is_word(text.ptr[end]); end++)
            seen |= (unsigned char)text.ptr[end];
        if (end == i)
            continue;
        count_word(words, str_slice(text, i, end), composed);
        if (!is_ascii((char)seen))
            count_beside(words, str_slice(text, i, end), composed);
    }
}

static void note_disguised(void *context, const DisguisedWord *word)
{
    count_word(context, word->plain, false);
}

void unused_count(UnusedWords *words, const Language *language, Str text)
{
    const char *mark = lang_facts(language)->name_pastes;
    words->pastes_any = words->pastes_any || (mark && pastes_any(mark, text));
    words->attributes = words->attributes || has_attributes(language, text);
    built_parts(language, text, note_part, words);
    count_words(words, text, false);
    disguise_each(language, text, false, note_disguised, words);
}

void unused_count_prose(UnusedWords *words, Str text)
{
    count_words(words, text, true);
}

/* How code may build the name: bits of the parts that fit it. */
static uint64_t ways_to_build(const UnusedWords *words, Str name)
{
    uint64_t ways = 0;
    for (size_t i = 1; i < name.len; i++) {
        BuiltPart parts[] = {{.text = str_slice(name, 0, i)},
                             {.text = str_from_offset(name, i), .ends = true}};
        for (size_t k = 0; k < COUNT(parts); k++) {
            const uint64_t *bits =
                map_find(parts[k].ends ? &words->endings : &words->beginnings, parts[k].text);
            parts[k].alone = bits && *bits & ALONE;
            ways |= bits && built_fits(&parts[k], name, false) ? *bits : 0;
        }
    }
    return ways;
}

static void subtract_declarations(const Catalog *catalog, UnusedWords *words)
{
    for (size_t f = 0; f < catalog->files.len; f++)
        for (uint32_t i = 1; i < catalog->files.ptr[f].count; i++) {
            Str name = last_part(catalog, catalog_row(catalog, (uint32_t)f)->entries[i].name);
            uint64_t *count = map_find(&words->counts, name);
            if (count && *count)
                (*count)--;
        }
}

void unused_settle(const Catalog *catalog, UnusedWords *words, UnusedSymbolVec *list)
{
    subtract_declarations(catalog, words);
    for (size_t i = 0; i < list->len; i++) {
        Str name = last_part(catalog, catalog_entry(catalog, list->ptr[i].symbol)->name);
        unsigned *doubts = &list->ptr[i].doubts;
        uint64_t ways = ways_to_build(words, name);
        bool compiled = *doubts & UNUSED(BUILT);
        if (compiled && !words->pastes_any && !(ways & PASTED))
            *doubts &= ~UNUSED(BUILT);
        const uint64_t *count = *doubts ? NULL : map_find(&words->counts, name);
        if (count && *count)
            *doubts |= UNUSED(NAMED);
        else if (!*doubts && ways & IN_STRING)
            *doubts |= UNUSED(PARTS);
        if (compiled && !*doubts && words->attributes)
            *doubts |= UNUSED(ATTRIBUTE);
    }
    unused_sort(catalog, list);
}
