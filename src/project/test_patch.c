#include "project/test_patch.h"

#include "base/path.h"

/* Names that one text may replace; a longer list is no list of patches. */
#define PATCHED_MAX 100
/* What follows the word on the lines of its statement. */
#define STATEMENT_BYTES 2000

/* The last part of a dotted name or path: `fee` of `library.shelf.fee`, `#fee`, `Shop::fee`. */
static Str last_part(Str text)
{
    size_t start = text.len;
    while (start && byte_is_word(text.ptr[start - 1]))
        start--;
    return str_from_offset(text, start);
}

/* The text up to the bracket that closes the one that is open, or to the end of the line. */
static Str arguments_of(Str rest, bool bracket)
{
    size_t depth = bracket, at = 0;
    for (; at < MIN(rest.len, (size_t)STATEMENT_BYTES); at++) {
        depth += byte_in(rest.ptr[at], "([{");
        if (byte_in(rest.ptr[at], ")]}") && (!depth || !--depth) && bracket)
            break;
        if (rest.ptr[at] == '\n' && !depth)
            break;
    }
    return str_slice(rest, 0, at);
}

/* The first text in quotes or symbol after a colon. */
static Str first_name(Str arguments)
{
    for (size_t at = 0; at < arguments.len; at++) {
        char c = arguments.ptr[at];
        Str rest = str_from_offset(arguments, at + 1);
        if (byte_in(c, "'\"`"))
            return str_slice(rest, 0, MIN(str_find_byte(rest, c), rest.len));
        size_t end = 0;
        while (c == ':' && end < rest.len &&
               byte_in(rest.ptr[end], "?!") + byte_is_word(rest.ptr[end]))
            end++;
        if (end && (!at || arguments.ptr[at - 1] != ':'))
            return str_slice(rest, 0, end);
    }
    return (Str){0};
}

static void add(Arena *arena, TestPatches *patched, Str name)
{
    if (name.len && patched->names.len < PATCHED_MAX)
        *VEC_PUSH(arena, &patched->names) = name;
}

/* Adds the names before each `=` or `:` of the arguments: `label_mm = function(x) 1`. */
static void add_keys(Arena *arena, TestPatches *patched, Str arguments, bool mocks)
{
    for (size_t at = 0; at < arguments.len; at++) {
        if (!byte_in(arguments.ptr[at], "=:"))
            continue;
        Str before = str_trim(str_slice(arguments, 0, at));
        Str after = str_trim(str_from_offset(arguments, at + 1));
        while (before.len && byte_in(before.ptr[before.len - 1], "'\"`"))
            before.len--;
        if (!mocks || str_starts(after, STR("jest.fn")) || str_starts(after, STR("vi.fn")))
            add(arena, patched, last_part(before));
    }
}

/* The word that is written right after: `local *Recipe::format = sub`. */
static Str path_after(Str rest)
{
    size_t end = 0;
    while (end < rest.len && (byte_is_word(rest.ptr[end]) || rest.ptr[end] == ':'))
        end++;
    return str_slice(rest, 0, end);
}

/* The last name of the type that is written right after: `Mailer` of `"Shop::Mailer"`,
   `shop.Mailer`, `Mailer::class`. */
static Str type_after(Str rest)
{
    Str text = str_trim(rest);
    size_t end = 0;
    if (text.len && byte_in(text.ptr[0], "'\"\\"))
        text = str_from_offset(text, 1);
    while (end < text.len && (byte_is_word(text.ptr[end]) || byte_in(text.ptr[end], ":.\\")))
        end++;
    text = str_slice(text, 0, end);
    if (str_ends(text, STR("::class")) || str_ends(text, STR(".class")))
        text = str_slice(text, 0, text.len - (str_ends(text, STR("::class")) ? 7 : 6));
    return last_part(text);
}

static void add_module(Arena *arena, TestPatches *patched, Str arguments)
{
    Str path = path_base(first_name(arguments));
    size_t dot = str_find_byte(path, '.');
    if (str_find(arguments, STR("Actual")) != STR_NONE)
        add_keys(arena, patched, arguments, true);
    else if (path.len && patched->modules.len < PATCHED_MAX)
        *VEC_PUSH(arena, &patched->modules) = str_slice(path, 0, dot);
}

static void take(Arena *arena, const PatchWords *words, Str rest, TestPatches *patched)
{
    bool bracket = str_ends(str_from(words->word), STR("("));
    Str arguments = arguments_of(rest, bracket);
    Str statement = arguments_of(rest, false);
    if ((words->with && str_find(statement, str_from(words->with)) == STR_NONE) ||
        (words->without && str_find(statement, str_from(words->without)) != STR_NONE))
        return;
    switch (words->form) {
    case PATCH_QUOTED: {
        Str name = first_name(arguments);
        bool mark = name.len && byte_in(name.ptr[name.len - 1], "?!");
        add(arena, patched, mark ? name : last_part(name));
        break;
    }
    case PATCH_BEFORE: break; /* read before */
    case PATCH_PATH: add(arena, patched, last_part(path_after(rest))); break;
    case PATCH_LINKED:
        if (patched->linked.len < PATCHED_MAX)
            *VEC_PUSH(arena, &patched->linked) = path_after(rest);
        break;
    case PATCH_TYPE: {
        Str type = type_after(rest);
        if (type.len && patched->types.len < PATCHED_MAX)
            *VEC_PUSH(arena, &patched->types) = type;
        break;
    }
    case PATCH_KEYS: add_keys(arena, patched, arguments, false); break;
    case PATCH_MODULE: add_module(arena, patched, arguments); break;
    }
}

void test_patch_read(Arena *arena, const Language *language, Str text, TestPatches *patched)
{
    const ProjectTable *table = project_table_of(language);
    for (size_t i = 0; table && i < table->count; i++) {
        const PatchWords *words = &table->rows[i].patch;
        Str word = str_from(words->word ? words->word : "");
        for (size_t from = 0; word.len && from < text.len;) {
            size_t at = str_find(str_from_offset(text, from), word);
            if (at == STR_NONE)
                break;
            at += from;
            from = at + word.len;
            if (words->form == PATCH_BEFORE)
                add(arena, patched, last_part(str_slice(text, 0, at)));
            else if (!at || !byte_is_word(word.ptr[0]) || !byte_is_word(text.ptr[at - 1]))
                take(arena, words, str_from_offset(text, from), patched);
        }
    }
}
