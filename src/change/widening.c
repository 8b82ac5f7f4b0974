/* Both texts are taken apart side by side; what is not known is not taken. */
#include "change/widening.h"

/* Members of a union that are looked at; types inside types are followed as deep. */
#define PARTS_MAX 32
#define DEPTH_MAX 8

/* The text up to a separator outside of brackets; *rest is what follows it. */
static Str take_part(Str *rest, char separator)
{
    size_t depth = 0, at = 0;
    for (; at < rest->len; at++) {
        char c = rest->ptr[at];
        if (c == separator && !depth)
            break;
        depth += byte_in(c, "<([{");
        depth -= depth && byte_in(c, ">)]}");
    }
    Str part = str_trim(str_slice(*rest, 0, at));
    *rest = str_from_offset(*rest, MIN(at + 1, rest->len));
    return part;
}

/* The text without a word before it. */
static Str without(Str text, const char *word)
{
    return str_starts(text, str_from(word)) ? str_trim(str_from_offset(text, str_from(word).len))
                                            : text;
}

/* A class without the package that is written before it: `List` of `java.util.List`. */
static Str unqualified(Str type)
{
    size_t dots = 0, last = 0;
    for (size_t i = 0; i < type.len && (byte_is_word(type.ptr[i]) || type.ptr[i] == '.'); i++) {
        bool capital = type.ptr[i] >= 'A' && type.ptr[i] <= 'Z';
        if (capital && (!i || type.ptr[i - 1] == '.'))
            return dots > 1 ? str_from_offset(type, last) : type;
        dots += type.ptr[i] == '.';
        last = type.ptr[i] == '.' ? i + 1 : last;
    }
    return type;
}

/* The type itself, without marks that only say how it is handed over. */
static Str bare(Str type)
{
    static const char *const words[] = {"final ", "out ", "let "};
    type = str_trim(type);
    for (size_t i = 0; i < COUNT(words); i++)
        type = without(type, words[i]);
    while (str_ends(type, STR("&")))
        type = str_trim(str_slice(type, 0, type.len - 1));
    return unqualified(type);
}

/* The same for a type that is given values, without what only forbids to change them. */
static Str bare_wide(Str type)
{
    static const char *const words[] = {"const ", "? extends ", "readonly "};
    type = bare(type);
    for (size_t i = 0; i < COUNT(words); i++)
        type = without(type, words[i]);
    return type;
}

static bool is_union_with(Str wide, Str member)
{
    Str rest = wide;
    for (size_t i = 0; i < PARTS_MAX && rest.len; i++)
        if (str_equal(bare(take_part(&rest, '|')), bare(member)))
            return true;
    return false;
}

/* Whether each member of a union is in the other. */
static bool holds_union(Str wide, Str narrow)
{
    Str rest = narrow;
    if (str_find_byte(wide, '|') == STR_NONE)
        return false;
    for (size_t i = 0; i < PARTS_MAX && rest.len; i++)
        if (!is_union_with(wide, take_part(&rest, '|')))
            return false;
    return !rest.len;
}

/* Whether the narrow type of members has each member of the wide one: `{ a: A; b: B }`. */
static bool has_members(Str wide, Str narrow)
{
    Str rest = wide;
    bool both = str_starts(wide, STR("{")) && str_ends(wide, STR("}")) &&
                str_starts(narrow, STR("{")) && str_ends(narrow, STR("}"));
    rest = both ? str_trim(str_slice(wide, 1, wide.len - 1)) : rest;
    for (size_t i = 0; both && i < PARTS_MAX && rest.len; i++) {
        Str member = take_part(&rest, str_find_byte(wide, ';') == STR_NONE ? ',' : ';');
        Str others = str_trim(str_slice(narrow, 1, narrow.len - 1));
        bool found = !member.len;
        for (size_t k = 0; !found && k < PARTS_MAX && others.len; k++)
            found = str_equal(
                member, take_part(&others, str_find_byte(narrow, ';') == STR_NONE ? ',' : ';'));
        if (!found)
            return false;
    }
    return both && !rest.len;
}

/* The type that an optional one holds; empty: it is not optional. */
static Str held_by_optional(Str type)
{
    if (str_starts(type, STR("Optional[")) && str_ends(type, STR("]")))
        return str_slice(type, 9, type.len - 1);
    if (type.len > 1 && type.ptr[0] == '?')
        return str_from_offset(type, 1);
    return str_ends(type, STR("?")) ? str_slice(type, 0, type.len - 1) : (Str){0};
}

/* Whether it can only be a type parameter: `T`, `U&&`, or takes anything of a trait: `impl X`. */
static bool is_parameter(Str type)
{
    Str name = bare(type);
    bool capital = name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
    return (capital && name.len == 1) || str_starts(name, STR("impl "));
}

/* Whether the language's library declares that the narrow type is an heir of the wide one. */
static bool is_heir(const Language *language, Str wide, Str narrow, int depth)
{
    const char *rows = lang_facts(language)->known_heirs;
    Str rest = str_from(rows ? rows : ""), row, heir;
    while (str_take_until(&rest, ' ', &row)) {
        size_t sign = str_find_byte(row, '=');
        Str heirs = str_from_offset(row, sign + 1);
        while (str_take_until(&heirs, ',', &heir)) {
            Str base = str_slice(row, 0, sign);
            if (str_equal(heir, narrow) &&
                (str_equal(base, wide) || (depth && is_heir(language, wide, base, depth - 1))))
                return true;
        }
    }
    return false;
}

static bool is_listed(const Language *language, Str wide, Str narrow)
{
    const char *const *pairs = lang_facts(language)->wider_types;
    if (is_heir(language, wide, narrow, DEPTH_MAX))
        return true;
    for (size_t i = 0; pairs && pairs[i] && pairs[i + 1]; i += 2) {
        Str rest = str_from(pairs[i + 1]), word;
        if (!str_equal(narrow, str_from(pairs[i])))
            continue;
        while (str_take_until(&rest, ' ', &word))
            if (str_equal(word, wide))
                return true;
    }
    return false;
}

/* Splits `A[]`, whose name is `[]`, and `readonly A[]`. */
static bool split_array(Str type, Str *name, Str *arguments)
{
    Str item = without(type, "readonly "), rest = item;
    if (!str_ends(item, STR("[]")) || take_part(&rest, ' ').len != item.len)
        return false;
    rest = item = str_slice(item, 0, item.len - 2);
    if (take_part(&rest, '|').len != item.len)
        return false;
    bool enclosed = str_starts(item, STR("(")) && str_ends(item, STR(")"));
    *arguments = enclosed ? str_slice(item, 1, item.len - 1) : item;
    *name = item.ptr == type.ptr ? STR("[]") : STR("readonly []");
    return item.len;
}

/* Splits `List<A, B>` into its name and the text within the brackets. */
static bool split_arguments(Str type, Str *name, Str *arguments)
{
    if (split_array(type, name, arguments))
        return true;
    size_t open = str_find_byte(type, '<');
    open = open == STR_NONE ? str_find_byte(type, '[') : open;
    bool such = open != STR_NONE && open && type.len > open + 1;
    *name = such ? str_trim(str_slice(type, 0, open)) : type;
    *arguments = such ? str_slice(type, open + 1, type.len - 1) : (Str){0};
    return such;
}

static bool takes(const Language *language, Str wide, Str narrow, int depth);

/* Whether a type may be used with narrower arguments than it is asked for with. */
static bool is_covariant(const Language *language, Str name)
{
    const char *names = lang_facts(language)->heads.covariant;
    size_t dot = str_find_last_byte(name, '.');
    return !names || str_is_listed(name, names) ||
           str_is_listed(str_from_offset(name, dot == STR_NONE ? 0 : dot + 1), names);
}

/* The same for what a container holds: one of other numbers is another type, whatever converts
   a number. `exact`: only a wildcard or a type parameter takes another type. */
static bool takes_held(const Language *language, Str wide, Str narrow, bool exact, int depth)
{
    bool wild = str_starts(wide, STR("?")) || str_starts(wide, STR("out ")) || is_parameter(wide);
    if (exact && !wild)
        return str_equal(bare_wide(wide), bare(narrow)) || str_equal(wide, STR("*"));
    if (str_equal(wide, STR("?")) ||
        (str_starts(wide, STR("? super ")) && str_equal(str_from_offset(wide, 8), narrow)))
        return true;
    Str given = bare(without(narrow, "? extends "));
    bool converts =
        given.len && ((given.ptr[0] >= 'a' && given.ptr[0] <= 'z') || byte_in(given.ptr[0], "*&"));
    return !(converts && is_listed(language, bare_wide(wide), given)) &&
           takes(language, wide, narrow, depth);
}

static bool takes(const Language *language, Str wide, Str narrow, int depth)
{
    Str optional = held_by_optional(str_trim(wide)), name, inner, other, others;
    bool copied = !str_ends(str_trim(wide), STR("&")); /* what it is made of may be constant */
    bool wild = str_starts(str_trim(wide), STR("? extends "));
    wide = bare_wide(wide);
    narrow = wild ? without(bare(narrow), "? extends ") : bare(narrow);
    if (str_equal(wide, narrow) || lang_is_top_type(language, wide) || holds_union(wide, narrow) ||
        has_members(wide, narrow) ||
        is_listed(language, wide, copied ? without(narrow, "const ") : narrow) ||
        is_parameter(wide))
        return true;
    if (!depth)
        return false;
    if (optional.len)
        return takes(language, optional, narrow, depth - 1);
    bool arguments =
        split_arguments(wide, &name, &inner) && split_arguments(narrow, &other, &others);
    if (!arguments || !(str_equal(name, other) || is_listed(language, name, other)))
        return false;
    bool exact = !is_covariant(language, name);
    while (inner.len && others.len)
        if (!takes_held(language, take_part(&inner, ','), take_part(&others, ','), exact,
                        depth - 1))
            return false;
    return !inner.len && !others.len;
}

/* The bytes of the lifetime that a reference begins with, as in `&'a str`; 0: it has none. */
static size_t lifetime_at(Str text, size_t at)
{
    size_t end = at + 2;
    if (at + 1 >= text.len || text.ptr[at] != '&' || text.ptr[at + 1] != '\'')
        return 0;
    while (end < text.len && byte_is_word(text.ptr[end]))
        end++;
    return end < text.len && text.ptr[end] == ' ' ? end + 1 - at : 0;
}

/* Whether references have the same types: how long they live is written out or left out. */
static bool differ_in_lifetimes(Str a, Str b)
{
    size_t i = 0, k = 0;
    while (i < a.len && k < b.len && a.ptr[i] == b.ptr[k]) {
        size_t first = lifetime_at(a, i), second = lifetime_at(b, k);
        i += first ? first : 1;
        k += second ? second : 1;
    }
    return i == a.len && k == b.len;
}

bool widening_takes(const Language *language, Str wide, Str narrow)
{
    return differ_in_lifetimes(wide, narrow) || takes(language, wide, narrow, DEPTH_MAX);
}
