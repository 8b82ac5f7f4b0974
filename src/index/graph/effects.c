#include "index/graph/effects.h"

#include "lang/registry.h"

/* A row of languages/<id>/effects.def: lists of packages and of their functions, separated by
   spaces. A package must be equal, or match with a `*` at its beginning or end; `-` means no
   package, `?` any or none. A package with a capital first letter is a class, which also matches as
   the last component. Among functions `*` matches all, `exec*` those with that prefix. */
struct EffectRow {
    const char *packages;
    uint8_t effects;
    const char *names;
};

typedef struct EffectTable {
    const char *language;
    const EffectRow *rows;
    size_t count;
} EffectTable;

#define ROW(packages_, effect_, ...) \
    {.packages = (packages_), .effects = EFFECT(effect_), .names = (__VA_ARGS__)},
/* effects_<id>[] from each languages/<id>/effects.def, and effects_by_language[]. */
#include "languages_effects.inc"
#undef ROW

/* `exec*` matches names with that prefix, `*.h` names with that suffix. */
static bool matches(Str pattern, Str text)
{
    if (str_ends(pattern, STR("*")))
        return str_starts(text, str_slice(pattern, 0, pattern.len - 1));
    if (str_starts(pattern, STR("*")))
        return str_ends(text, str_from_offset(pattern, 1));
    return str_equal(pattern, text);
}

/* Most names are in no list. List items without a `*` are rejected quickly by their first byte. */
static bool list_matches(const char *list, Str text)
{
    char first = text.len ? text.ptr[0] : '\0';
    for (const char *at = list, *end; *at; at = *end ? end + 1 : end) {
        end = strchrnul(at, ' ');
        if (end > at && (*at == first || *at == '*' || end[-1] == '*') &&
            matches((Str){at, (size_t)(end - at)}, text))
            return true;
    }
    return false;
}

static bool byte_joins(char byte)
{
    return byte == '.' || byte == ':' || byte == '\\';
}

/* The offset of the last component of a qualified name. */
static size_t last_part(Str text)
{
    size_t at = text.len;
    while (at && !byte_joins(text.ptr[at - 1]))
        at--;
    return at;
}

static bool package_matches(Str pattern, Str package)
{
    if (str_equal(pattern, STR("?")))
        return true;
    if (str_equal(pattern, STR("-")))
        return !package.len;
    bool class = pattern.len && pattern.ptr[0] >= 'A' && pattern.ptr[0] <= 'Z';
    return matches(pattern, package) ||
           (class && matches(pattern, str_from_offset(package, last_part(package))));
}

static bool row_matches(const EffectRow *row, Str package, Str name)
{
    char first = package.len ? package.ptr[0] : '\0';
    for (const char *at = row->packages, *end; *at; at = *end ? end + 1 : end) {
        end = strchrnul(at, ' ');
        bool other = *at >= 'a' && *at <= 'z' && *at != first; /* neither a class nor a pattern */
        if (!other && package_matches((Str){at, (size_t)(end - at)}, package) &&
            list_matches(row->names, name))
            return true;
    }
    return false;
}

/* Moves the qualifier of `name` to the package: `path.exists` of `os` becomes `exists` of
   `os.path`. */
static void qualify(Arena *arena, Str *package, Str *name)
{
    size_t at = last_part(*name);
    if (!at)
        return;
    size_t end = at;
    while (end && byte_joins(name->ptr[end - 1]))
        end--;
    Str qualifier = str_slice(*name, 0, end), joint = str_slice(*name, end, at);
    if (package->len)
        qualifier = str_join(arena, str_join(arena, *package, joint), qualifier);
    *package = qualifier;
    *name = str_from_offset(*name, at);
}

void effects_rules(const Language *language, EffectRules *rules)
{
    const EffectTable *table = lang_row(language, effects_by_language, COUNT(effects_by_language),
                                        sizeof effects_by_language[0]);
    *rules = (EffectRules){.language = language};
    if (table) {
        rules->rows = table->rows;
        rules->count = table->count;
    }
}

uint8_t effects_of(Arena scratch, const EffectRules *rules, Str package, Str name)
{
    uint8_t effects = 0;
    Str whole = name, owner = package;
    if (str_starts(package, STR("node:")))
        owner = str_from_offset(package, strlen("node:"));
    Str bare = owner;
    qualify(&scratch, &owner, &name);
    for (size_t i = 0; i < rules->count; i++) {
        const EffectRow *row = &rules->rows[i];
        if (row_matches(row, owner, name) ||
            (owner.len != bare.len && row_matches(row, bare, whole)))
            effects |= row->effects;
    }
    return effects;
}

uint8_t effects_of_external(Arena scratch, const EffectRules *rules, Str external)
{
    Str name = external, prefix, package = {0};
    str_take_until(&name, ':', &prefix);
    size_t colon = str_find_last_byte(name, ':');
    if (colon != STR_NONE) {
        package = str_slice(name, 0, colon);
        name = str_from_offset(name, colon + 1);
    }
    return effects_of(scratch, rules, package, name);
}

Str effect_name(EffectBit bit)
{
    static const Str names[] = {
#define X(name, text) STR_INIT(text),
        EFFECTS(X)
#undef X
    };
    return names[bit];
}

void effects_put(Buf *out, const char *sign, unsigned effects)
{
    for (unsigned bit = 0; bit < EFFECT_COUNT; bit++)
        if (effects >> bit & 1)
            buf_printf(out, "%s%s%.*s", out->len ? ", " : "", sign,
                       STR_ARG(effect_name((EffectBit)bit)));
}

/* Whether a lower-case word occurs in the name, in any case. */
static bool has_folded(Str name, const char *word)
{
    size_t len = strlen(word);
    for (size_t i = 0; i + len <= name.len; i++) {
        size_t same = 0;
        while (same < len &&
               (name.ptr[i + same] == word[same] ||
                (byte_is_alpha(name.ptr[i + same]) && (name.ptr[i + same] | 0x20) == word[same])))
            same++;
        if (same == len)
            return true;
    }
    return false;
}

bool effects_is_assertion(Str name)
{
    static const char *const words[] = {"assert",    "panic",  "unreachable",
                                        "invariant", "dcheck", "bug_on"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (has_folded(name, words[i]))
            return true;
    return str_equal(name, STR("CHECK")) || str_starts(name, STR("CHECK_")) ||
           str_ends(name, STR("_CHECK")) || str_equal(name, STR("VERIFY")) ||
           str_equal(name, STR("BUG"));
}

bool effects_is_end(Str name)
{
    static const char *const names[] = {"abort", "exit",      "_exit",      "_Exit", "quick_exit",
                                        "raise", "terminate", "fatalError", NULL};
    return lang_lists(names, name);
}
