/* A table of rules by name; a language's facts list those that it has. */
#include "query/mentions_spelled.h"

#include "lang/name_sites.h"

/* A shorter spelling is a word of any text. */
#define SPELLING_MIN 3

typedef struct Spelling {
    const Catalog *catalog;
    uint32_t symbol;
    Str word;
} Spelling;

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static char lower(char c)
{
    return is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

/* `my-comp` of MyComp and myComp. */
static Str kebab(Arena *arena, const Spelling *spelling)
{
    Str word = spelling->word;
    Buf out = buf_open(arena, 0);
    bool parts = false;
    for (size_t i = 0; i < word.len; i++) {
        bool starts = i && is_upper(word.ptr[i]) && !is_upper(word.ptr[i - 1]);
        if (starts)
            buf_put_byte(&out, '-');
        parts = parts || starts;
        buf_put_byte(&out, lower(word.ptr[i]));
    }
    return parts ? buf_str(&out) : (Str){0};
}

/* `auditLog` of AuditLog. */
static Str lowered(Arena *arena, const Spelling *spelling)
{
    Str word = spelling->word;
    bool pascal = word.len > 1 && is_upper(word.ptr[0]) && !is_upper(word.ptr[1]);
    return pascal ? str_format(arena, "%c%.*s", lower(word.ptr[0]), (int)word.len - 1, word.ptr + 1)
                  : (Str){0};
}

/* `user_profile` of UserProfile. */
static Str snake(Arena *arena, const Spelling *spelling)
{
    Str text = kebab(arena, spelling);
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++)
        buf_put_byte(&out, text.ptr[i] == '-' ? '_' : text.ptr[i]);
    return buf_str(&out);
}

/* `list-item` of ListItemController, as frameworks name what a page asks for. */
static Str controlled(Arena *arena, const Spelling *spelling)
{
    static const Str ends[] = {STR_INIT("Controller"), STR_INIT("TagHelper"),
                               STR_INIT("ViewComponent"), STR_INIT("Directive")};
    for (size_t i = 0; i < COUNT(ends); i++) {
        Spelling part = *spelling;
        if (!str_ends(part.word, ends[i]) || part.word.len == ends[i].len)
            continue;
        part.word.len -= ends[i].len;
        Str parted = kebab(arena, &part);
        return parted.len ? parted : lowered(arena, &part);
    }
    return (Str){0};
}

/* `name` of getName, isName, hasName and setName. */
static Str property(Arena *arena, const Spelling *spelling)
{
    static const Str prefixes[] = {STR_INIT("get"), STR_INIT("set"), STR_INIT("is"),
                                   STR_INIT("has")};
    Str word = spelling->word;
    for (size_t i = 0; i < COUNT(prefixes); i++) {
        Str rest =
            str_starts(word, prefixes[i]) ? str_from_offset(word, prefixes[i].len) : (Str){0};
        if (rest.len && is_upper(rest.ptr[0]))
            return str_format(arena, "%c%.*s", lower(rest.ptr[0]), (int)rest.len - 1, rest.ptr + 1);
    }
    return (Str){0};
}

static Str accessor(Arena *arena, const Spelling *spelling, const char *prefix)
{
    Str word = spelling->word;
    bool small = word.len && word.ptr[0] >= 'a' && word.ptr[0] <= 'z';
    return small ? str_format(arena, "%s%c%.*s", prefix, word.ptr[0] - 'a' + 'A', (int)word.len - 1,
                              word.ptr + 1)
                 : (Str){0};
}

static Str getter(Arena *arena, const Spelling *spelling)
{
    return accessor(arena, spelling, "get");
}

static Str setter(Arena *arena, const Spelling *spelling)
{
    return accessor(arena, spelling, "set");
}

/* `_A__hidden` of the member __hidden of A. */
static Str mangled(Arena *arena, const Spelling *spelling)
{
    SymbolPlace place = catalog_place(spelling->catalog, spelling->symbol);
    const CatalogFile *file = catalog_row(spelling->catalog, place.file);
    uint32_t parent = file->entries[place.index].parent;
    Str word = spelling->word;
    if (!parent || !str_starts(word, STR("__")) || str_ends(word, STR("__")))
        return (Str){0};
    Str class = catalog_name(spelling->catalog, file->entries[parent].name);
    while (str_starts(class, STR("_")))
        class = str_from_offset(class, 1);
    return str_format(arena, "_%.*s%.*s", STR_ARG(class), STR_ARG(word));
}

/* `foo_bar` of foo-bar. */
static Str munged(Arena *arena, const Spelling *spelling)
{
    if (str_find_byte(spelling->word, '-') == STR_NONE)
        return (Str){0};
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < spelling->word.len; i++)
        buf_put_byte(&out, spelling->word.ptr[i] == '-' ? '_' : spelling->word.ptr[i]);
    return buf_str(&out);
}

/* `area` of area.circle, a method of the generic area, and `first` of `first<-`. */
static Str generic(Arena *arena, const Spelling *spelling)
{
    Str word = spelling->word, sign = STR("<-");
    (void)arena;
    if (str_ends(word, sign))
        return str_slice(word, 0, word.len - sign.len);
    size_t dot = str_find_last_byte(word, '.');
    return dot == STR_NONE ? (Str){0} : str_slice(word, 0, dot);
}

/* `area` of Java_shapes_Disc_area, which implements a native method: `_1` is an underscore, and two
   of them begin the types of its parameters. */
static Str native(Arena *arena, const Spelling *spelling)
{
    Str word = spelling->word;
    size_t types = str_find(word, STR("__")), start;
    if (!str_starts(word, STR("Java_")))
        return (Str){0};
    word = str_slice(word, 0, types == STR_NONE ? word.len : types);
    for (start = word.len; start && !(word.ptr[start - 1] == '_' && start < word.len &&
                                      !(word.ptr[start] >= '0' && word.ptr[start] <= '3'));)
        start--;
    Buf out = buf_open(arena, 0);
    for (size_t i = start; i < word.len; i++) {
        buf_put_byte(&out, word.ptr[i]);
        i += word.ptr[i] == '_' && i + 1 < word.len && word.ptr[i + 1] == '1';
    }
    return buf_str(&out);
}

void mentions_spellings(Arena *arena, const Catalog *catalog, uint32_t symbol, Str word,
                        StrVec *spellings)
{
    static const struct {
        const char *fact;
        Str (*spell)(Arena *arena, const Spelling *spelling);
    } rules[] = {{"kebab", kebab},     {"property", property}, {"getter", getter},
                 {"setter", setter},   {"mangled", mangled},   {"munged", munged},
                 {"lowered", lowered}, {"snake", snake},       {"controlled", controlled},
                 {"generic", generic}, {"native", native}};
    const Spelling spelling = {catalog, symbol, word};
    const CatalogFile *file = &catalog->files.ptr[catalog_place(catalog, symbol).file];
    for (size_t i = 0; i < COUNT(rules); i++) {
        if (!name_is_listed(lang_facts(file->language)->spellings, str_from(rules[i].fact)))
            continue;
        Str other = rules[i].spell(arena, &spelling);
        if (other.len >= SPELLING_MIN && !str_equal(other, word))
            *VEC_PUSH(arena, spellings) = other;
    }
}
