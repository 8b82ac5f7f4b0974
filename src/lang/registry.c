/* The table of languages. The build generates it from the folders in languages/.
   languages_rules.inc has an array of rules per language. languages.inc has an entry per language,
   in the order of their ids. languages_lang.h declares the functions that the entries name. */
#include "lang/registry.h"

#include "base/buf.h"
#include "lang/walk/operator.h"

#include <fovea_grammars.h>

#include "languages_lang.h"
#include "languages_rules.inc"

static const Language languages[] = {
#include "languages.inc"
};

size_t lang_count(void)
{
    return COUNT(languages);
}

const Language *lang_at(size_t index)
{
    return &languages[index];
}

static bool list_has(const char *const *list, Str wanted)
{
    for (; list && *list; list++)
        if (str_equal_nocase(str_from(*list), wanted))
            return true;
    return false;
}

const Language *lang_find(Str id_or_alias)
{
    for (size_t i = 0; i < COUNT(languages); i++)
        if (id_or_alias.len && (languages[i].id[0] | 0x20) == (id_or_alias.ptr[0] | 0x20) &&
            str_equal_nocase(str_from(languages[i].id), id_or_alias))
            return &languages[i];
    for (size_t i = 0; i < COUNT(languages); i++)
        if (str_equal_nocase(str_from(languages[i].name), id_or_alias) ||
            list_has(languages[i].aliases, id_or_alias))
            return &languages[i];
    return NULL;
}

Str lang_id(const Language *language)
{
    return language ? str_from(language->id) : (Str){0};
}

const void *lang_row(const Language *language, const void *rows, size_t count, size_t size)
{
    for (size_t i = 0; language && i < count; i++) {
        const void *row = (const char *)rows + i * size;
        if (strcmp(*(const char *const *)row, language->id) == 0)
            return row;
    }
    return NULL;
}

Str lang_name(const Language *language)
{
    return str_from(language->name);
}

static const char *const nothing[] = {NULL};

const char *const *lang_extensions(const Language *language)
{
    return language->extensions ? language->extensions : nothing;
}

const char *const *lang_filenames(const Language *language)
{
    return language->filenames ? language->filenames : nothing;
}

bool lang_folds_case(const Language *language)
{
    return language && language->names_ignore_case;
}

LangParameters lang_parameters(const Language *language)
{
    return language->parameters;
}

bool lang_names_arguments(const Language *language)
{
    return language->arguments_may_be_named;
}

bool lang_has_docstrings(const Language *language)
{
    return language->strings_may_document;
}

bool lang_hints_types(const Language *language)
{
    return language->types_are_hints;
}

bool lang_takes_more(const Language *language)
{
    return language->extra_arguments_are_allowed;
}

bool lang_keeps_inside(const Language *language, Str head)
{
    return language->inner_mark && str_find(head, str_from(language->inner_mark)) != STR_NONE;
}

bool lang_is_top_type(const Language *language, Str type)
{
    return lang_lists(language->top_types, type);
}

static bool is_word_at(Str text, size_t at, size_t end)
{
    return (!at || !byte_is_word(text.ptr[at - 1])) &&
           (end == text.len || !byte_is_word(text.ptr[end]) || !byte_is_word(text.ptr[end - 1]));
}

static Str replace_type(Arena *arena, Str type, Str from, Str to)
{
    Buf out = buf_open(arena, 0);
    size_t done = 0;
    for (size_t at; (at = str_find(str_from_offset(type, done), from)) != STR_NONE;) {
        size_t end = done + at + from.len;
        buf_put(&out, str_slice(type, done, done + at));
        buf_put(&out, is_word_at(type, done + at, end) ? to : from);
        done = end;
    }
    buf_put(&out, str_from_offset(type, done));
    return buf_str(&out);
}

/* The offset of the `>` that closes the bracket before `at`; STR_NONE: none does. */
static size_t find_angle(Str type, size_t at)
{
    size_t depth = 1;
    for (; at < type.len; at++) {
        bool arrow = at && byte_in(type.ptr[at - 1], "-=");
        depth += type.ptr[at] == '<';
        if (type.ptr[at] == '>' && !arrow && !--depth)
            return at;
    }
    return STR_NONE;
}

/* Replaces `Array<*>` by `*[]`, where `*` is any type; one of several parts gets brackets. */
static Str replace_around(Arena *arena, Str type, Str from, Str to)
{
    Str begin = str_slice(from, 0, str_find_byte(from, '*'));
    size_t star = str_find_byte(to, '*');
    Str before = str_slice(to, 0, star), after = str_from_offset(to, star + 1);
    for (size_t done = 0, at; (at = str_find(str_from_offset(type, done), begin)) != STR_NONE;) {
        size_t open = done + at, inner = open + begin.len, close = find_angle(type, inner);
        done = inner;
        if (close == STR_NONE || (open && byte_is_word(type.ptr[open - 1])))
            continue;
        Str held = str_slice(type, inner, close);
        bool parts = str_find_byte(held, ' ') != STR_NONE;
        type = str_format(arena, "%.*s%.*s%s%.*s%s%.*s%.*s", STR_ARG(str_slice(type, 0, open)),
                          STR_ARG(before), parts ? "(" : "", STR_ARG(held), parts ? ")" : "",
                          STR_ARG(after), STR_ARG(str_from_offset(type, close + 1)));
        done = open + before.len;
    }
    return type;
}

Str lang_plain_type(Arena *arena, const Language *language, Str type)
{
    const char *const *names = language->same_types;
    for (size_t i = 0; names && names[i]; i += 2)
        if (str_find_byte(str_from(names[i]), '*') != STR_NONE)
            type = replace_around(arena, type, str_from(names[i]), str_from(names[i + 1]));
        else if (str_find(type, str_from(names[i])) != STR_NONE)
            type = replace_type(arena, type, str_from(names[i]), str_from(names[i + 1]));
    return type;
}

bool lang_assumes_by_sign(const Language *language)
{
    return language->signs_assume_success;
}

const LangFacts *lang_facts(const Language *language)
{
    static const LangFacts none;
    return language ? &language->facts : &none;
}

bool lang_is_c(const Language *language)
{
    return lang_facts(language)->is_of_c_family;
}

bool lang_shows(const Language *language, Str name)
{
    switch (language->visible) {
    case VISIBLE_MARKED: return false;
    case VISIBLE_ALL: return true;
    case VISIBLE_PLAIN: return !str_starts(name, STR("_"));
    case VISIBLE_CAPITAL: return name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
    }
    return false;
}

Str lang_scope_separator(const Language *language)
{
    return language->separator ? str_from(language->separator) : STR(".");
}

OutlineEngine lang_engine(const Language *language)
{
    if (language->grammar)
        return ENGINE_GRAMMAR;
    return language->scan ? ENGINE_SCANNER : ENGINE_PATTERNS;
}

#define X(name, text) STR_INIT(text),
static const Str kind_names[] = {SYMBOL_KINDS(X)};
#undef X

bool symbol_is_type(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_CLASS:
    case SYMBOL_STRUCT:
    case SYMBOL_UNION:
    case SYMBOL_INTERFACE:
    case SYMBOL_TRAIT:
    case SYMBOL_IMPL:
    case SYMBOL_ENUM:
    case SYMBOL_TYPE: return true;
    default: return false;
    }
}

bool symbol_is_self(const Symbol *symbol)
{
    return symbol->kind == SYMBOL_CLASS && str_equal(symbol->name, STR("self")) &&
           str_starts(symbol->signature, STR("class <<")); /* a class may be named `self` */
}

/* PHP, TypeScript: a constructor's parameter that declares a member of the class. */
static bool is_promoted(const Symbol *symbol, const Symbol *around)
{
    return around->kind == SYMBOL_CONSTRUCTOR &&
           (symbol->kind == SYMBOL_PROPERTY || symbol->kind == SYMBOL_FIELD);
}

uint32_t symbol_outer(const SymbolVec *symbols, size_t index)
{
    uint32_t outer = symbols->ptr[index].parent;
    while (outer && (symbol_is_self(&symbols->ptr[outer - 1]) ||
                     is_promoted(&symbols->ptr[index], &symbols->ptr[outer - 1])))
        outer = symbols->ptr[outer - 1].parent;
    return outer;
}

const SymbolCode *symbol_code(const Symbol *symbol)
{
    static const SymbolCode none = {0};
    return symbol && symbol->more && symbol->more->code ? symbol->more->code : &none;
}

Str symbol_owner(const Symbol *symbol)
{
    return symbol->more ? symbol->more->owner : (Str){0};
}

Str symbol_doc(const Symbol *symbol)
{
    return symbol->more ? symbol->more->doc : (Str){0};
}

static SymbolMore *open_more(Arena *arena, Symbol *symbol)
{
    if (!symbol->more)
        symbol->more = NEW(arena, SymbolMore, 1);
    return symbol->more;
}

SymbolCode *symbol_code_open(Arena *arena, Symbol *symbol)
{
    SymbolMore *more = open_more(arena, symbol);
    if (!more->code)
        more->code = NEW(arena, SymbolCode, 1);
    return more->code;
}

void symbol_set_owner(Arena *arena, Symbol *symbol, Str owner)
{
    if (owner.len)
        open_more(arena, symbol)->owner = owner;
}

void symbol_set_doc(Arena *arena, Symbol *symbol, Str doc)
{
    if (doc.len)
        open_more(arena, symbol)->doc = doc;
}

void symbol_set_type(Arena *arena, Symbol *symbol, Str type)
{
    if (type.len)
        symbol_code_open(arena, symbol)->type = type;
}

Str symbol_kind_name(SymbolKind kind)
{
    return kind < SYMBOL_KIND_COUNT ? kind_names[kind] : STR("none");
}

Str outline_engine_name(OutlineEngine engine)
{
    static const Str names[] = {
        [ENGINE_NONE] = STR_INIT("none"),         [ENGINE_GRAMMAR] = STR_INIT("grammar"),
        [ENGINE_SCANNER] = STR_INIT("grammar"),   [ENGINE_CTAGS] = STR_INIT("ctags"),
        [ENGINE_PATTERNS] = STR_INIT("patterns"), [ENGINE_LEXICAL] = STR_INIT("patterns"),
    };
    return names[engine];
}

Str symbol_qualified_name(Arena *arena, const Outline *outline, size_t index)
{
    Str separator = lang_scope_separator(outline->language);
    const Symbol *symbol = &outline->symbols.ptr[index];
    Str name = symbol->name;
    while (true) {
        uint32_t outer = symbol_outer(&outline->symbols, (size_t)(symbol - outline->symbols.ptr));
        Str owner = symbol_owner(symbol);
        if (owner.len)
            name = str_join(arena, str_join(arena, owner, separator), name);
        bool absolute = symbol->kind == SYMBOL_PACKAGE ||
                        (lang_facts(outline->language)->package_names_are_absolute &&
                         str_find(symbol->name, STR("::")) != STR_NONE);
        if (!outer || absolute)
            return name;
        symbol = &outline->symbols.ptr[outer - 1];
        if (!str_starts(symbol->name, STR("(")))
            name = str_join(arena, str_join(arena, symbol->name, separator), name);
    }
}
