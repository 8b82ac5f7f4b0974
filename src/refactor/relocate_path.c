/* Imports that name files by their paths. The old text tells how it leads to the file: from the
   folder of its own file, or below a folder that the build knows; with the extension, without, or
   with another one. The new text leads to the new path in the same way. */
#include "refactor/relocate.h"

#include "base/path.h"
#include "index/imports/imports_paths.h"
#include "languages_relocate.h"

/* A path as it is written, and what it leads to. */
typedef struct Spelling {
    Str text;
    Str folder_before, folder_after; /* of its file */
    Str target_before, target_after;
    const char *extensions;
    bool near;        /* it may be meant from the folder of its file, without `./` */
    bool stays_below; /* … but not with `../` */
} Spelling;

/* How a path without what the import leaves out becomes the target's: `tail` is left out, or
   `written` is an extension for another one. */
typedef struct Ending {
    Str tail, written;
} Ending;

static bool is_extension(const char *extensions, Str dotted)
{
    return dotted.len > 1 && dotted.ptr[0] == '.' &&
           name_is_listed(extensions, str_from_offset(dotted, 1));
}

/* Whether `path`, as an import may write it, is the target. */
static bool match(const Spelling *spelling, Str path, Str target, Ending *ending)
{
    *ending = (Ending){0};
    if (str_equal(path, target))
        return true;
    Str rest = str_starts(target, path) ? str_from_offset(target, path.len) : (Str){0};
    if (rest.len && (is_extension(spelling->extensions, rest) ||
                     (rest.ptr[0] == '/' && path_depth(rest) == 1))) {
        ending->tail = rest;
        return true;
    }
    Str bare = relocate_without_extension(path), extension = str_from_offset(path, bare.len);
    Str end = str_starts(target, bare) ? str_from_offset(target, bare.len) : (Str){0};
    ending->written = extension;
    ending->tail = end;
    return is_extension(spelling->extensions, extension) && is_extension(spelling->extensions, end);
}

/* The new target as an import writes it; false if the ending cannot be the same. */
static bool shorten(Arena *arena, Str target, const Ending *ending, Str *path)
{
    if (ending->tail.len && !str_ends(target, ending->tail))
        return false;
    *path = str_join(arena, str_slice(target, 0, target.len - ending->tail.len), ending->written);
    return true;
}

/* `to` as it is reached from a folder: `../x/y`. */
static Str relative(Arena *arena, Str folder, Str to, bool dotted)
{
    Buf out = buf_open(arena, 0);
    while (folder.len &&
           !(str_starts(to, folder) && to.len > folder.len && to.ptr[folder.len] == '/')) {
        buf_put(&out, STR("../"));
        (void)imports_climb(&folder);
    }
    if (dotted && !out.len)
        buf_put(&out, STR("./"));
    buf_put(&out, str_from_offset(to, folder.len + (folder.len > 0)));
    return buf_str(&out);
}

/* Below a folder that the text does not name: the longest end of it that the target ends with. */
static bool respell_below(Arena *arena, const Spelling *spelling, Str *with)
{
    Ending ending;
    Str path;
    for (size_t at = 0; at < spelling->text.len; at++) {
        Str rest = str_from_offset(spelling->text, at);
        if (at && spelling->text.ptr[at - 1] != '/')
            continue;
        for (size_t root = 0; root < spelling->target_before.len; root++) {
            if (root && spelling->target_before.ptr[root - 1] != '/')
                continue;
            Str end = str_from_offset(spelling->target_before, root);
            if (!match(spelling, rest, end, &ending))
                continue;
            Str base = str_slice(spelling->target_before, 0, root);
            if (!str_starts(spelling->target_after, base) ||
                !shorten(arena, str_from_offset(spelling->target_after, root), &ending, &path))
                return false;
            *with = str_join(arena, str_slice(spelling->text, 0, at), path);
            return true;
        }
    }
    return false;
}

/* *with: the new text. False: it is not known how the text leads to the file. */
static bool respell(Arena *arena, const Spelling *spelling, Str *with)
{
    bool dotted = str_starts(spelling->text, STR("./")) || str_starts(spelling->text, STR("../")) ||
                  str_equal(spelling->text, STR(".")) || str_equal(spelling->text, STR(".."));
    Str joined, path;
    Ending ending;
    if ((dotted || spelling->near) &&
        imports_join(arena, spelling->folder_before, spelling->text, &joined) &&
        match(spelling, joined, spelling->target_before, &ending)) {
        if (str_equal(spelling->folder_before, spelling->folder_after) &&
            str_equal(spelling->target_before, spelling->target_after)) {
            *with = spelling->text;
            return true;
        }
        if (!shorten(arena, spelling->target_after, &ending, &path))
            return false;
        *with = relative(arena, spelling->folder_after, path, dotted);
        return !spelling->stays_below || dotted || !str_starts(*with, STR("../"));
    }
    return !dotted && respell_below(arena, spelling, with);
}

/* Whether both paths still have the same way between them, so that a relative text stays. */
static bool keeps_way(const RelocateText *text, Str target, Str target_after)
{
    return str_equal(text->before, text->after) && str_equal(target, target_after);
}

/* Changes the path at [start, end) of the text, which leads to a file. */
static void change(Relocate *relocate, RelocateText *text, size_t start, size_t end, bool near,
                   uint32_t target)
{
    bool of_start = !near && text->facts->dots_are_of_start;
    Str here = imports_folder(text->before), there = imports_folder(text->after);
    Arena *arena = relocate->frame->request->arena;
    Str before = relocate->frame->catalog->files.ptr[target].path;
    Str after = relocate_path_after(relocate, target), with;
    if (keeps_way(text, before, after))
        return;
    Spelling spelling = {.text = str_slice(text->text, start, end),
                         .folder_before = imports_folder(text->before),
                         .folder_after = imports_folder(text->after),
                         .target_before = before,
                         .target_after = after,
                         .extensions = text->facts->extensions,
                         .near = near || of_start,
                         .stays_below = of_start};
    if (of_start && (!str_equal(here, there) || (here.len && text->text.ptr[start] == '.'))) {
        relocate_object(relocate, text, start, true,
                        "this path is looked for where the program starts");
        return;
    }
    if (respell(arena, &spelling, &with))
        relocate_splice(relocate, text, start, end, with);
    else if (str_find(spelling.text, relocate->stem) != STR_NONE)
        relocate_object(relocate, text, start, false, "it is not known how this would name '%.*s'",
                        STR_ARG(after));
}

/* The path in what an import says: `x.h`, `__DIR__ . '/x.php'`. *rooted: after the folder of its
   file, with a slash. False: it has parts that are computed. */
static bool path_of_import(const RelocateText *text, const Import *import, size_t *start,
                           size_t *end, bool *rooted)
{
    Str whole = str_slice(text->text, import->start, MIN((size_t)import->end, text->text.len));
    size_t at = str_find(whole, import->name);
    if (at == STR_NONE || !import->name.len)
        return false;
    *start = import->start + at;
    *end = *start + import->name.len;
    *rooted = false;
    char last = import->name.ptr[import->name.len - 1];
    size_t quote = byte_in(last, "'\"") ? str_find_byte(import->name, last) : STR_NONE;
    if (quote == STR_NONE)
        return str_find_byte(import->name, '$') == STR_NONE;
    Str head = str_trim(str_slice(import->name, 0, quote));
    Str literal = str_slice(import->name, quote + 1, import->name.len - 1);
    *start += quote + 1;
    *end -= 1;
    *rooted = head.len && literal.len && literal.ptr[0] == '/';
    *start += *rooted;
    return str_find_byte(literal, '$') == STR_NONE && str_find_byte(literal, last) == STR_NONE &&
           (!head.len || (*rooted && (str_equal(head, STR("__DIR__ .")) ||
                                      str_equal(head, STR("dirname(__FILE__) .")))));
}

static bool is_near(const RelocateText *text, const Import *import)
{
    if (import->angled)
        return false;
    Str statement = str_slice(text->text, import->start, MIN((size_t)import->end, text->text.len));
    Str word = str_slice(statement, 0, str_word_end(statement, 0));
    return text->facts->near || name_is_listed(text->facts->near_loads, word);
}

static void change_import(Relocate *relocate, RelocateText *text, const Import *import)
{
    size_t start, end;
    bool rooted;
    uint32_t target = relocate_target(relocate, text, import);
    bool moved = relocate_moves(relocate, target) || !str_equal(text->before, text->after);
    if (!path_of_import(text, import, &start, &end, &rooted)) {
        relocate_object(relocate, text, import->start, true, "it loads a file by a computed path");
        return;
    }
    if (target != FILE_NOWHERE || !relocate->stem.len)
        relocate_settle(relocate, text, import->start, import->end);
    if (target != FILE_NOWHERE && moved)
        change(relocate, text, start, end, rooted || is_near(text, import), target);
}

/* A call that loads a file: `require("./x")`. */
static void change_call(Relocate *relocate, RelocateText *text, size_t token)
{
    size_t start, end;
    if (!relocate_literal(text, token, &start, &end))
        return;
    Str path = str_slice(text->text, start, end);
    uint32_t target = relocate_target_named(relocate, text, path);
    if (target != FILE_NOWHERE || !str_starts(path, STR(".")))
        relocate_settle(relocate, text, start, end);
    if (target != FILE_NOWHERE)
        change(relocate, text, start, end, text->facts->near, target);
}

/* A first argument that is no plain string. Its front may say which folder is meant. */
static void judge_computed(Relocate *relocate, RelocateText *text, size_t token)
{
    const Token *argument = &text->tokens.ptr[token];
    Str said = str_slice(text->text, argument->start, argument->end);
    size_t hole = MIN(str_find_byte(said, '{'), said.len);
    Str front = said.len > 1 ? str_slice(said, 1, hole) : (Str){0}, joined;
    size_t slash = str_find_last_byte(front, '/');
    bool relative = argument->kind == TOKEN_STRING && str_starts(front, STR(".")) &&
                    slash != STR_NONE &&
                    imports_join(relocate->frame->request->arena, imports_folder(text->before),
                                 str_slice(front, 0, slash), &joined);
    if (relative && !str_starts(relocate->old, joined) && !str_starts(relocate->new, joined) &&
        str_equal(text->before, text->after))
        return;
    if (relocate_may_be_loaded(relocate, text->facts))
        relocate_object(relocate, text, argument->start, true,
                        "it loads a file whose name is computed");
}

static void read_calls(Relocate *relocate, RelocateText *text)
{
    for (size_t i = 1; i < text->tokens.len; i++) {
        const Token *token = &text->tokens.ptr[i];
        if (text->text.ptr[text->tokens.ptr[i - 1].start] != '(' && token->kind != TOKEN_STRING)
            continue;
        Str callee = relocate_callee(text, i);
        if (!callee.len || !name_is_listed(text->facts->loads, callee) ||
            relocate_is_settled(text, token->start))
            continue;
        size_t start, end;
        bool alone = i + 1 < text->tokens.len &&
                     byte_in(text->text.ptr[text->tokens.ptr[i + 1].start], "),;\n");
        if (relocate_literal(text, i, &start, &end) &&
            (alone || i + 1 == text->tokens.len ||
             text->text.ptr[text->tokens.ptr[i - 1].start] != '('))
            change_call(relocate, text, i);
        else if (token->start < token->end && text->text.ptr[token->start] != ')')
            judge_computed(relocate, text, i);
    }
}

/* A function of the file may have the name of one that loads: `function go(require) { … }`. */
static void check_loads(Relocate *relocate, const RelocateText *text)
{
    const RenameFacts *names = rename_facts(text->language);
    for (size_t i = 0; names && i < text->tokens.len; i++) {
        const Token *token = &text->tokens.ptr[i];
        Str word = str_slice(text->text, token->start, token->end);
        char next = i + 1 < text->tokens.len ? text->text.ptr[text->tokens.ptr[i + 1].start] : 0;
        if (token->kind != TOKEN_WORD || !text->facts->loads_are_calls || byte_in(next, "(.") ||
            !name_is_listed(text->facts->loads, word) || name_is_listed(names->reserved, word) ||
            relocate_is_settled(text, token->start) ||
            (i && text->text.ptr[text->tokens.ptr[i - 1].start] == '.'))
            continue;
        relocate_object(relocate, text, token->start, true, "'%.*s' may be a variable of this file",
                        STR_ARG(word));
        return;
    }
}

void relocate_by_path(Relocate *relocate, RelocateText *text)
{
    for (size_t i = 0; i < text->outline.imports.len; i++)
        change_import(relocate, text, &text->outline.imports.ptr[i]);
    read_calls(relocate, text);
    check_loads(relocate, text);
}
