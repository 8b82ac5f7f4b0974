/* Readers of a file are those whose text has its path, those that import it, and the files that
   these import or are used by. There, a key is its name as a string or as a member. Where several
   keys have the name, the key around it that is named last before the place says which is meant. */
#include "change/setting_uses.h"

#include "base/path.h"
#include "change/setting_keys.h"

/* Files that name one file: more do not all read it. */
#define READERS_MAX 40
/* Tokens that are looked at before a name for the key around it. */
#define TOKENS_BACK 300
/* Tokens of a list of variables that a table is taken apart into. */
#define PARTS_TOKENS_MAX 80

typedef enum ReaderKind {
    READER_NONE,
    READER_TIED,   /* it uses a reader, or is used by one */
    READER_DIRECT, /* it names the file or imports it */
} ReaderKind;

typedef struct Reading {
    TextUses *uses;
    const LeftNames *names;
    const LeftPlaceVec *places;
    ConsequenceVec *found;
    uint32_t index, id; /* the changed file */
    Str path;
    uint8_t *readers; /* by file id: ReaderKind */
    VEC(uint32_t) direct;
} Reading;

/* A key in one reader. */
typedef struct KeyPlace {
    const Reading *reading;
    const BrokenKey *key;
    const UseText *file;
    ReaderKind reader;
    bool members; /* no declaration of code has the name */
    bool apart;   /* a variable of the name holds its value */
} KeyPlace;

/* ---- readers ---- */

static bool is_code(const Language *language)
{
    const LangFacts *facts = lang_facts(language);
    return !facts->holds_data && !facts->holds_prose && !facts->is_plain_text;
}

/* The path in a text that ends behind a name. */
static Str path_before(Str text, size_t end)
{
    size_t from = end;
    while (from && (byte_is_word(text.ptr[from - 1]) || byte_in(text.ptr[from - 1], "./~-")))
        from--;
    Str path = str_slice(text, from, end);
    while (str_starts(path, STR("../")) || str_starts(path, STR("./")) ||
           str_starts(path, STR("/")))
        path = str_from_offset(path, str_find_byte(path, '/') + 1);
    return path;
}

/* Whether a written path is the end of a file's path. */
static bool ends_so(Str path, Str written)
{
    return str_ends(path, written) &&
           (path.len == written.len || path.ptr[path.len - written.len - 1] == '/');
}

/* Whether the text at a place names the changed file, and no other has such a path. */
static bool names_file(const Reading *reading, const LeftPlace *place)
{
    const Catalog *catalog = reading->uses->catalog;
    const LeftName *name = &reading->names->list.ptr[place->name];
    Str written = path_before(place->text, place->start + name->word.len);
    Str near =
        path_normalise(reading->uses->arena,
                       path_join(reading->uses->arena, path_directory(place->path), written));
    if (!ends_so(reading->path, written))
        return false;
    if (str_equal(near, reading->path) || str_equal(written, reading->path))
        return true;
    for (size_t i = 0; i < catalog->files.len; i++)
        if (ends_so(catalog->files.ptr[i].path, written) && i != reading->id)
            return false;
    return true;
}

static void add_reader(Reading *reading, uint32_t file, ReaderKind kind)
{
    const CatalogFile *row = &reading->uses->catalog->files.ptr[file];
    if (reading->readers[file] >= kind || !row->path.len || !is_code(row->language))
        return;
    reading->readers[file] = (uint8_t)kind;
    if (kind == READER_DIRECT)
        *VEC_PUSH(reading->uses->arena, &reading->direct) = file;
}

static void add_tied(Reading *reading, Arena scratch, uint32_t reader)
{
    const Catalog *catalog = reading->uses->catalog;
    const FileIdVec files = use_text_tied(reading->uses, scratch, reader);
    ImportLinkVec links = {0};
    for (size_t i = 0; i < files.len; i++)
        add_reader(reading, files.ptr[i], READER_TIED);
    catalog_imports(catalog, &scratch, reader, &links);
    for (size_t i = 0; i < links.len; i++)
        if (links.ptr[i].target != FILE_NOWHERE)
            add_reader(reading, links.ptr[i].target, READER_TIED);
}

/* False: too many files name it. */
static bool find_readers(Reading *reading, Arena scratch)
{
    const Catalog *catalog = reading->uses->catalog;
    const FileIdVec importers = use_text_tied(reading->uses, scratch, reading->id);
    for (size_t i = 0; i < importers.len; i++)
        add_reader(reading, importers.ptr[i], READER_DIRECT);
    for (size_t i = 0; i < reading->places->len; i++) {
        const LeftPlace *place = &reading->places->ptr[i];
        const LeftName *name = &reading->names->list.ptr[place->name];
        uint32_t file = catalog_find_file(catalog, place->path);
        if (name->is_read && name->file == reading->index && file != FILE_NOWHERE &&
            place->kind != MENTION_COMMENT && place->kind != MENTION_PROSE &&
            names_file(reading, place))
            add_reader(reading, file, READER_DIRECT);
    }
    size_t count = reading->direct.len;
    for (size_t i = 0; i < count && count <= READERS_MAX; i++)
        add_tied(reading, scratch, reading->direct.ptr[i]);
    reading->uses->skipped += count > READERS_MAX ? count - READERS_MAX : 0;
    return count && count <= READERS_MAX;
}

/* ---- names in a text ---- */

static Str inner_of(const UseText *file, size_t i)
{
    Str text = use_text_at(file, i);
    size_t from = 0;
    if (i >= file->tokens.len || file->tokens.ptr[i].kind != TOKEN_STRING)
        return (Str){0};
    while (from < text.len && from < 3 && !byte_in(text.ptr[from], "\"'`"))
        from++;
    bool closed = text.len > from + 1 && text.ptr[text.len - 1] == text.ptr[from];
    return closed ? str_slice(text, from + 1, text.len - 1) : (Str){0};
}

/* Whether a text has the words, and not within longer ones. */
static bool has_words(Str text, Str words)
{
    for (size_t at = 0, next; (next = str_find(str_from_offset(text, at), words)) != STR_NONE;) {
        size_t from = at + next, end = from + words.len;
        at = from + 1;
        if ((!from || !byte_is_word(text.ptr[from - 1]) || !byte_is_word(words.ptr[0])) &&
            (end == text.len || !byte_is_word(text.ptr[end])))
            return true;
    }
    return false;
}

/* Whether a token is the name of a key around others: a string, a member, a word of a path. */
static bool names_key(const UseText *file, size_t i, Str name)
{
    Str inner = inner_of(file, i);
    return use_text_is_word(file, i, name) || str_equal(inner, name) ||
           (inner.len > name.len && str_find_byte(inner, ' ') == STR_NONE &&
            has_words(inner, name));
}

/* Whether the text before a token is about the key, where others have its name. */
static bool is_of_owner(const KeyPlace *place, size_t i)
{
    const BrokenKey *key = place->key;
    size_t first = i > TOKENS_BACK ? i - TOKENS_BACK : 0;
    if (!key->others.len)
        return true;
    for (size_t k = i; k-- > first;) {
        if (key->owner.len && names_key(place->file, k, key->owner))
            return true;
        for (size_t other = 0; other < key->others.len; other++)
            if (key->others.ptr[other].len && names_key(place->file, k, key->others.ptr[other]))
                return false;
    }
    return !key->owner.len;
}

/* Whether a string has the key: alone, as the end of its path, or in a longer path or expression.
 */
static bool is_in_string(const KeyPlace *place, Str inner)
{
    const BrokenKey *key = place->key;
    Arena *arena = place->reading->uses->arena;
    size_t rest = key->path.len > inner.len ? key->path.len - inner.len : 0;
    if (str_equal(inner, key->name) || str_equal(inner, key->path) ||
        (inner.len > key->name.len && str_ends(key->path, inner) && rest &&
         key->path.ptr[rest - 1] == '.'))
        return true;
    Str forms[] = {str_format(arena, ".%.*s", STR_ARG(key->path)),
                   str_format(arena, "'%.*s'", STR_ARG(key->name)),
                   str_format(arena, "\"%.*s\"", STR_ARG(key->name)),
                   str_format(arena, "%.*s.", STR_ARG(key->path))};
    for (size_t i = place->members ? 0 : 1; i < COUNT(forms) - 1; i++)
        if (has_words(inner, forms[i]))
            return true;
    return str_find_byte(key->path, '.') != STR_NONE &&
           (str_starts(inner, forms[COUNT(forms) - 1]) || has_words(inner, key->path));
}

/* Whether a word is a part that a table is taken apart into: `const { port } = c`. */
static bool is_taken_apart(const UseText *file, size_t i)
{
    size_t from = i, to = i + 1;
    while (from && i - from < PARTS_TOKENS_MAX &&
           (use_text_is_any_word(file, from - 1) || use_text_mark(file, from - 1) == ','))
        from--;
    while (to - i < PARTS_TOKENS_MAX &&
           (use_text_is_any_word(file, to) ||
            (use_text_mark(file, to) && byte_in(use_text_mark(file, to), ",:"))))
        to++;
    return from && use_text_mark(file, from - 1) == '{' && use_text_mark(file, to) == '}' &&
           use_text_mark(file, to + 1) == '=';
}

/* Whether a name is one of the environment: `CACHE_TTL`. */
static bool is_capital(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (name.ptr[i] >= 'a' && name.ptr[i] <= 'z')
            return false;
    return str_find_byte(name, '_') != STR_NONE;
}

/* Whether the reader takes the table apart into variables, one of which has the key's name. */
static bool takes_apart(const KeyPlace *place)
{
    for (size_t i = 0; i < place->file->tokens.len; i++)
        if (use_text_is_word(place->file, i, place->key->name) && is_taken_apart(place->file, i))
            return true;
    return false;
}

/* Whether a sign before a word makes it a member: `c.port`, `c->port`, `c[:port]`. */
static bool is_member(const KeyPlace *place, size_t i)
{
    const UseText *file = place->file;
    char last = i ? use_text_mark(file, i - 1) : '\0';
    char before = i > 1 ? use_text_mark(file, i - 2) : '\0', next = use_text_mark(file, i + 1);
    bool symbol = last == ':' && before && byte_in(before, "[(,");
    if (symbol || is_taken_apart(file, i))
        return symbol || place->key->gone;
    if (place->apart && last != '.' && !use_text_is_named(file, i))
        return true;
    bool sign = last == '.' || last == '$' || (last == '>' && before == '-');
    bool direct = place->reader == READER_DIRECT;
    if (next == '(' || !sign)
        return direct && place->members &&
               is_capital(place->key->name); /* a variable of the environment */
    return (place->members && direct) ||
           (i > 1 && use_text_is_word(file, i - 2, place->key->owner));
}

/* ---- places ---- */

/* Whether the line reads the number from a text itself, or makes a text of it. */
static bool converts(const UseText *file, size_t i)
{
    size_t end = use_text_line_end(file, i);
    for (size_t k = use_text_line_first(file, i); k < end; k++)
        if (use_text_is_any_word(file, k) &&
            str_is_listed(use_text_at(file, k),
                          "int float str Number String parseInt parseFloat to_i to_f to_s tonumber "
                          "tostring intval floatval Integer Float Decimal Double strconv"))
            return true;
    return false;
}

/* Whether the reader has a name that is there in place of the key, too. */
static bool knows_new(const KeyPlace *place)
{
    const BrokenKey *key = place->key;
    for (size_t i = 0; i < place->file->tokens.len && key->gone; i++) {
        char last = i ? use_text_mark(place->file, i - 1) : '\0';
        bool member = last && byte_in(last, ".>$:{,");
        Str text = member ? use_text_at(place->file, i) : inner_of(place->file, i);
        if ((key->moved.len && str_equal(text, key->moved)) ||
            (key->instead.len && change_texts_have(&key->instead, text)))
            return true;
    }
    return false;
}

/* Whether a string on a line that names the file has the key: `grep '^port' app.ini`. */
static bool is_beside_path(const KeyPlace *place, size_t i, Str inner)
{
    const UseText *file = place->file;
    Str base = path_base(place->reading->path);
    bool quoted = inner.len && has_words(inner, place->key->name) && !has_words(inner, base);
    size_t first = quoted ? use_text_line_first(file, i) : 0;
    size_t end = quoted ? use_text_line_end(file, i) : 0;
    return first < end && str_find(str_slice(file->text, file->tokens.ptr[first].start,
                                             file->tokens.ptr[end - 1].end),
                                   base) != STR_NONE;
}

static void look_in(const KeyPlace *place)
{
    const Reading *reading = place->reading;
    const BrokenKey *key = place->key;
    const UseText *file = place->file;
    for (size_t i = 0; i < file->tokens.len; i++) {
        Str inner = inner_of(file, i);
        bool string = inner.len && (is_in_string(place, inner) || is_beside_path(place, i, inner));
        bool is_import = string && i && use_text_is_word(file, i - 1, STR("from"));
        if (is_import || !(string || (use_text_is_word(file, i, key->name) && is_member(place, i))))
            continue;
        if (!is_of_owner(place, i) || (key->numbers && (converts(file, i))))
            continue;
        Consequence use = {.fault = USE_AFFECTED,
                           .file = reading->index,
                           .reported =
                               key->reported == SYMBOL_ABSENT ? REPORTED_FILE : key->reported,
                           .line = use_text_line(file, i),
                           .target = reading->path,
                           .why = key->why};
        use_text_add(reading->uses, reading->found, file, &use);
    }
}

/* Whether code declares the name, so that a member of that name may be its own. */
static bool is_declared(const Reading *reading, Str name)
{
    Catalog *catalog = reading->uses->catalog;
    const IdSpan same = catalog_named(catalog, names_find(&catalog->names, name));
    for (size_t i = 0; i < same.len; i++) {
        const CatalogFile *row = &catalog->files.ptr[catalog_place(catalog, same.ptr[i]).file];
        if (is_code(row->language))
            return true;
    }
    return false;
}

static void look_in_all(const Reading *reading, const BrokenKeyVec *keys)
{
    for (uint32_t f = 0; f < reading->uses->catalog->files.len; f++) {
        const UseText *file =
            reading->readers[f]
                ? use_text_open(reading->uses, reading->uses->catalog->files.ptr[f].path)
                : NULL;
        for (size_t i = 0; file && i < keys->len; i++) {
            KeyPlace place = {reading,
                              &keys->ptr[i],
                              file,
                              (ReaderKind)reading->readers[f],
                              !is_declared(reading, keys->ptr[i].name),
                              false};
            place.apart = takes_apart(&place);
            if (!knows_new(&place))
                look_in(&place);
        }
    }
}

void setting_uses_add(TextUses *uses, const LeftNames *names, const LeftPlaceVec *places,
                      ConsequenceVec *found)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (uint32_t i = 0; i < uses->set->files.len; i++) {
        BrokenKeyVec keys;
        Str path = uses->set->files.ptr[i].new.path;
        setting_keys_broken(uses->arena, uses->set, i, &keys);
        uint32_t id = keys.len ? catalog_find_file(uses->catalog, path) : FILE_NOWHERE;
        if (id == FILE_NOWHERE)
            continue;
        Reading reading = {.uses = uses,
                           .names = names,
                           .places = places,
                           .found = found,
                           .index = i,
                           .id = id,
                           .path = path,
                           .readers = NEW(uses->arena, uint8_t, uses->catalog->files.len)};
        if (find_readers(&reading, scratch))
            look_in_all(&reading, &keys);
    }
}
