/* A key is a place where the expression before it leads to the table's name, to a call of the
   function that returns it, or to a variable that holds nothing else. */
#include "change/key_uses.h"

#include "change/name_uses.h"
#include "change/table_keys.h"

/* Keys of one file that are looked for: more are a rewrite. */
#define LOST_MAX 40
/* Steps from a key back to the table. */
#define STEPS_MAX 12
/* Tokens that are looked at to find the bracket that opens. */
#define TOKENS_BACK 400
/* A shorter key must be a word. */
#define NAME_BYTES_MIN 2

typedef struct Seeking {
    TextUses *uses;
    ConsequenceVec *found;
    const ChangedFile *file;
    uint32_t index, reported;
    Str owner, key;
} Seeking;

/* ---- expressions ---- */

static Str inner_of(const UseText *file, size_t i)
{
    Str text = use_text_at(file, i);
    bool string = i < file->tokens.len && file->tokens.ptr[i].kind == TOKEN_STRING && text.len > 2;
    return string ? str_slice(text, 1, text.len - 1) : (Str){0};
}

/* The last token of the expression that a sign asks: before `.`, `?.`, `->`, `::`, `$` at the token
   before. 0: there is no such sign. */
static size_t asked_at(const UseText *file, size_t i)
{
    char last = i ? use_text_mark(file, i - 1) : '\0';
    char before = i > 1 ? use_text_mark(file, i - 2) : '\0';
    if (last == '.' && i > 1)
        return i - 2 - (before == '?' || before == '&');
    if ((last == '>' && before == '-') || (last == ':' && before == ':'))
        return i > 2 ? i - 3 : 0;
    return last == '$' && use_text_is_any_word(file, i - 2) ? i - 2 : 0;
}

/* Whether the word calls what reads a table by a key. */
static bool reads_key(Str word)
{
    return str_is_listed(word, "get fetch dig pop has at getOrDefault getProperty key values_at");
}

/* Whether the expression that ends at a token leads to the table. */
static bool leads_to(const Seeking *seeking, const UseText *file, const Map *values, size_t i)
{
    for (int step = 0; step < STEPS_MAX && i; step++) {
        char mark = use_text_mark(file, i);
        if (mark && byte_in(mark, ")]}")) {
            size_t open = use_text_opening(file, i, TOKENS_BACK);
            i = open ? open - 1 : 0;
            if (use_text_mark(file, i) == '>' && i > 1)
                i -= 2;
            continue;
        }
        if (!use_text_is_any_word(file, i))
            return false;
        if (use_text_is_word(file, i, seeking->owner) || map_find(values, use_text_at(file, i)))
            return true;
        i = asked_at(file, i);
    }
    return i == 0 && use_text_is_word(file, 0, seeking->owner);
}

/* The last token of the expression that has the key at a token; STR_NONE: it is no key. */
static size_t table_before(const UseText *file, size_t i)
{
    bool string = file->tokens.ptr[i].kind == TOKEN_STRING;
    size_t at = i;
    if (!string && at && use_text_mark(file, at - 1) == ':' && use_text_mark(file, at - 2) != ':')
        at--; /* `[:high]` */
    char last = at ? use_text_mark(file, at - 1) : '\0';
    bool closed = use_text_mark(file, i + 1) && byte_in(use_text_mark(file, i + 1), ")]},");
    if ((string || at < i) && last == '[' && closed && at > 2)
        return at - 2 - (use_text_mark(file, at - 2) == '[');
    if ((string || at < i) && last == '(' && closed && at > 2 &&
        reads_key(use_text_at(file, at - 2))) {
        size_t asked = asked_at(file, at - 2);
        return asked ? asked : STR_NONE;
    }
    if (last == '{' && use_text_mark(file, i + 1) == '}' && at == i && i > 1) {
        bool arrow = use_text_mark(file, i - 2) == '>';
        return arrow && i > 3 ? i - 4 : i - 2;
    }
    size_t asked = string || at < i ? 0 : asked_at(file, i);
    return asked || (i > 1 && !string && at == i && last == '.') ? asked : STR_NONE;
}

/* Whether a string has the key after the table's name: `f"{CONFIG['port']}"`. */
static bool is_in_string(const Seeking *seeking, Str text)
{
    for (size_t at = 0, next;
         (next = str_find(str_from_offset(text, at), seeking->owner)) != STR_NONE;) {
        size_t from = at + next, end = from + seeking->owner.len;
        at = end;
        if ((from && byte_is_word(text.ptr[from - 1])) || end >= text.len ||
            !byte_in(text.ptr[end], "[.{"))
            continue;
        while (end < text.len && byte_in(text.ptr[end], "[.{'\":"))
            end++;
        Str rest = str_from_offset(text, end);
        if (str_starts(rest, seeking->key) &&
            (rest.len == seeking->key.len || !byte_is_word(rest.ptr[seeking->key.len])))
            return true;
    }
    return false;
}

/* ---- places ---- */

static void add(const Seeking *seeking, const UseText *file, size_t i)
{
    Consequence use = {.fault = USE_AFFECTED,
                       .file = seeking->index,
                       .reported = seeking->reported,
                       .line = use_text_line(file, i)};
    use.why = str_format(seeking->uses->arena, "%.*s has no key '%.*s' any more",
                         STR_ARG(seeking->owner), STR_ARG(seeking->key));
    for (size_t k = 0; k < seeking->found->len; k++)
        if (seeking->found->ptr[k].line == use.line &&
            str_equal(seeking->found->ptr[k].path, file->path))
            return;
    use_text_add(seeking->uses, seeking->found, file, &use);
}

/* The parts that a table is taken apart into: `const { port } = CONFIG`. */
static void look_at_parts(const Seeking *seeking, const UseText *file, size_t close)
{
    for (size_t i = use_text_opening(file, close, TOKENS_BACK) + 1; i < close; i++) {
        char last = use_text_mark(file, i - 1);
        if (use_text_is_word(file, i, seeking->key) && last && byte_in(last, "{,"))
            add(seeking, file, i);
    }
}

/* Variables that hold the table: `c = CONFIG`, `s = stats()`. Looks at those that take it apart. */
static Map values_of(const Seeking *seeking, Arena *arena, const UseText *file)
{
    Map values = map_open(arena);
    for (size_t i = 2; i < file->tokens.len; i++) {
        size_t end = i + 1, at = i;
        if (!use_text_is_word(file, i, seeking->owner))
            continue;
        if (use_text_mark(file, end) == '(')
            end = use_text_close(file, end) + 1;
        char next = use_text_mark(file, end);
        if (next && byte_in(next, ".[({?-") && end < file->tokens.len &&
            use_text_line(file, end) == use_text_line(file, i))
            continue;
        while (asked_at(file, at))
            at = asked_at(file, at);
        at -= at && use_text_is_word(file, at - 1, STR("await"));
        at -= at > 2 && use_text_mark(file, at - 1) == '-' && use_text_mark(file, at - 2) == '<';
        char sign = at > 1 ? use_text_mark(file, at - 1) : '\0';
        if (sign != '=' && sign != '<')
            continue;
        if (use_text_mark(file, at - 2) == '}')
            look_at_parts(seeking, file, at - 2);
        else if (use_text_is_any_word(file, at - 2))
            *map_put(&values, use_text_at(file, at - 2), NULL) = 1;
    }
    return values;
}

static void look_in(const Seeking *seeking, Arena scratch, const UseText *file)
{
    const Map values = values_of(seeking, &scratch, file);
    for (size_t i = 1; i < file->tokens.len; i++) {
        Str inner = inner_of(file, i);
        bool key = use_text_is_word(file, i, seeking->key) || str_equal(inner, seeking->key);
        if (inner.len && !key && is_in_string(seeking, inner))
            add(seeking, file, i);
        if (!key || use_text_is_named(file, i))
            continue;
        size_t table = table_before(file, i);
        if (table != STR_NONE && leads_to(seeking, file, &values, table))
            add(seeking, file, i);
    }
}

/* ---- all ---- */

/* Whether others can name what the symbol holds. */
static bool is_open(const SymbolVec *symbols, uint32_t i)
{
    const Symbol *symbol = &symbols->ptr[i];
    uint32_t parent = symbol->parent;
    bool value = symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT ||
                 symbol->kind == SYMBOL_FIELD || symbol->kind == SYMBOL_PROPERTY;
    bool within = !parent || !symbol_is_function(symbols->ptr[parent - 1].kind);
    return within && (value || symbol_is_function(symbol->kind));
}

static bool has_member(const SymbolVec *symbols, uint32_t outer, Str name)
{
    for (size_t i = 0; i < symbols->len; i++)
        if (symbols->ptr[i].parent == outer + 1 && str_equal(symbols->ptr[i].name, name))
            return true;
    return false;
}

/* The name of a symbol without signs in front: `OPT` of `%OPT`. */
static Str plain_name(Str name)
{
    while (name.len && !byte_is_word(name.ptr[0]))
        name = str_from_offset(name, 1);
    return name;
}

static bool has_key(const TableKeyVec *keys, Str name)
{
    for (size_t i = 0; i < keys->len; i++)
        if (str_equal(keys->ptr[i].name, name))
            return true;
    return false;
}

static void look_for_key(Seeking *seeking, Arena scratch, const FileIdVec *files)
{
    const Consequence use = {.file = seeking->index};
    bool inherited;
    if (seeking->key.len < NAME_BYTES_MIN && !byte_is_word(seeking->key.ptr[0]))
        return;
    if (name_uses_apart(seeking->uses, &use, seeking->owner, seeking->owner, &inherited))
        return;
    for (size_t k = 0; k < files->len; k++) {
        Str path = seeking->uses->catalog->files.ptr[files->ptr[k]].path;
        const UseText *file = use_text_open(seeking->uses, path);
        if (file && !str_equal(path, seeking->file->new.path))
            look_in(seeking, scratch, file);
    }
}

void key_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id, ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    size_t count = 0;
    if (!file->old.tokens.len || !file->new.tokens.len)
        return;
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        TableKeyVec old = {0}, now = {0};
        if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT ||
            changed->old_file != index || !(changed->parts & PART_DIFFERS_BODY) ||
            !is_open(&file->old.outline.symbols, changed->old_symbol))
            continue;
        table_keys_read(uses->arena, &file->old, changed->old_symbol, &old);
        table_keys_read(uses->arena, &file->new, changed->new_symbol, &now);
        for (size_t k = 0; k < old.len && now.len; k++) {
            Seeking seeking = {uses, found, file, index, i, .key = old.ptr[k].name};
            seeking.owner = plain_name(file->new.outline.symbols.ptr[changed->new_symbol].name);
            if (!seeking.key.len || has_key(&now, seeking.key) ||
                table_keys_mention(&file->new, changed->new_symbol, seeking.key) ||
                has_member(&file->old.outline.symbols, changed->old_symbol, seeking.key))
                continue;
            if (count++ >= LOST_MAX) {
                uses->skipped++;
                continue;
            }
            if (!files.len)
                files = use_text_users(uses, scratch, id);
            look_for_key(&seeking, scratch, &files);
        }
    }
}
