/* One pass over the text of every file counts the candidates' names, as whole words and as pieces
   of strings that code joins into names. Occurrences that are declarations are subtracted; what
   remains is a doubt. */
#include "search/unused_words.h"

/* Shorter parts of names are too common. */
#define PART_MIN 3
#define ENDING_MIN 4

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
        if (list->ptr[i].doubts || !name.len)
            continue;
        map_put(&words.counts, name, NULL);
        words.heads[(unsigned char)name.ptr[0]] = true;
    }
    return words;
}

static bool is_quote(char byte)
{
    return byte == '"' || byte == '\'' || byte == '`';
}

/* Operators that join strings: `+` in JavaScript, Java, C#; `.` in PHP, Perl; `..` in Lua, `<>` in
   Haskell. */
static bool joins(char byte)
{
    return byte == '+' || byte == '.' || byte == '<';
}

/* Whether the string that ends at `i` is joined to an expression. */
static bool is_joined_after(Str text, size_t i)
{
    for (i++; i < text.len && text.ptr[i] == ' ';)
        i++;
    return i < text.len && joins(text.ptr[i]);
}

static bool is_joined_before(Str text, size_t i)
{
    while (i && text.ptr[i - 1] == ' ')
        i--;
    return i && joins(text.ptr[i - 1]);
}

static void add_part(Map *parts, Str word)
{
    if (!map_find(parts, word))
        map_put(parts, str_copy(parts->arena, word), NULL);
}

/* Notes text before a placeholder: `'get_%s'`, `"get_" + name`, `"get_#{name}"`, `` `get${name}`
   ``. */
static void note_beginning(UnusedWords *words, Str text, size_t start, size_t end)
{
    static const Str after = STR_INIT("'\"`%{$#");
    bool open = end < text.len && str_find_byte(after, text.ptr[end]) != STR_NONE;
    if (!open || end - start < PART_MIN)
        return;
    bool apart = text.ptr[end - 1] == '_';
    bool hole = is_quote(text.ptr[end]) ? is_joined_after(text, end)
                                        : start && is_quote(text.ptr[start - 1]);
    if (apart || hole)
        add_part(&words->beginnings, str_slice(text, start, end));
}

/* Notes text after a placeholder: `name + 'Style'`, `` `${name}_style` ``. */
static void note_ending(UnusedWords *words, Str text, size_t start, size_t end)
{
    char head = text.ptr[start];
    bool apart = head == '_' || (head >= 'A' && head <= 'Z');
    if (!apart || end - start < ENDING_MIN || !start)
        return;
    char before = text.ptr[start - 1];
    bool hole = before == '}' || (is_quote(before) && is_joined_before(text, start - 1));
    if (hole && end < text.len && is_quote(text.ptr[end]))
        add_part(&words->endings, str_slice(text, start, end));
}

void unused_count(UnusedWords *words, Str text)
{
    for (size_t i = 0, end; i < text.len; i = MAX(end, i + 1)) {
        for (end = i; end < text.len && byte_is_word(text.ptr[end]);)
            end++;
        if (end == i)
            continue;
        note_beginning(words, text, i, end);
        note_ending(words, text, i, end);
        bool wanted = words->heads[(unsigned char)text.ptr[i]];
        uint64_t *count = wanted ? map_find(&words->counts, str_slice(text, i, end)) : NULL;
        if (count)
            (*count)++;
    }
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

void unused_count_prose(UnusedWords *words, Str text)
{
    for (size_t i = 0, end; i < text.len; i = MAX(end, i + 1)) {
        for (end = i; end < text.len && byte_is_word(text.ptr[end]);)
            end++;
        Str word = str_slice(text, i, end);
        bool wanted = word.len && words->heads[(unsigned char)word.ptr[0]] && is_composed(word);
        uint64_t *count = wanted ? map_find(&words->counts, word) : NULL;
        if (count)
            (*count)++;
    }
}

static bool is_built(const UnusedWords *words, Str name)
{
    for (size_t i = PART_MIN; i < name.len; i++) {
        bool capital = name.ptr[i] >= 'A' && name.ptr[i] <= 'Z';
        bool begins = (capital || name.ptr[i - 1] == '_') &&
                      map_find(&words->beginnings, str_slice(name, 0, i));
        bool ends =
            (capital || name.ptr[i] == '_') && map_find(&words->endings, str_from_offset(name, i));
        if (begins || ends)
            return true;
    }
    return false;
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
        const uint64_t *count = list->ptr[i].doubts ? NULL : map_find(&words->counts, name);
        if (count && *count)
            list->ptr[i].doubts |= UNUSED(NAMED);
        else if (!list->ptr[i].doubts && is_built(words, name))
            list->ptr[i].doubts |= UNUSED(PARTS);
    }
    unused_sort(catalog, list);
}
