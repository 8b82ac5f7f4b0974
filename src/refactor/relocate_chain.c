/* Code that reaches a module through another: `pkg.util.f()`. The first name is bound by an import
   of the file, or is a value that may be a package. */
#include "refactor/relocate_dotted.h"

#include "base/path.h"
#include "index/imports/imports_paths.h"
#include "text/lines.h"

static Str word_at(const RelocateText *text, size_t token)
{
    const Token *found = &text->tokens.ptr[token];
    return str_slice(text->text, found->start, found->end);
}

static bool is_mark(const RelocateText *text, size_t token, char mark)
{
    return token < text->tokens.len && text->tokens.ptr[token].kind == TOKEN_MARK &&
           text->text.ptr[text->tokens.ptr[token].start] == mark;
}

static bool is_word(const RelocateText *text, size_t token)
{
    return token < text->tokens.len && text->tokens.ptr[token].kind == TOKEN_WORD;
}

static const DottedHead *find_head(const DottedHeadVec *heads, Str name)
{
    for (size_t i = 0; i < heads->len; i++)
        if (str_equal(heads->ptr[i].name, name))
            return &heads->ptr[i];
    return NULL;
}

/* Whether what moves is below a package: its attribute, then. */
static bool holds(const Relocate *relocate, Str path)
{
    Str old = dotted_path(relocate->old);
    return str_starts(old, path) && old.len > path.len && old.ptr[path.len] == '/';
}

static bool has_import(const RelocateText *text, Str dotted)
{
    for (size_t i = 0; i < text->outline.imports.len; i++)
        if (str_equal(text->outline.imports.ptr[i].name, dotted))
            return true;
    return false;
}

/* Changes a chain from `first` to `last`, whose names lead to a module that moves. */
static void change(Relocate *relocate, RelocateText *text, const DottedHead *head, size_t first,
                   size_t last, Str path)
{
    Arena *arena = relocate->frame->request->arena;
    size_t start = text->tokens.ptr[first].start, end = text->tokens.ptr[last].end;
    Str after = dotted_path_after(relocate, path), with;
    Str above = dotted_path_after(relocate, head->path);
    if (relocate_binds(text, head->name)) {
        relocate_object(relocate, text, start, true, "'%.*s' may be a variable here",
                        STR_ARG(head->name));
        return;
    }
    if (head->whole &&
        has_import(text,
                   dotted_name(arena, str_from_offset(path, head->path.len - head->name.len)))) {
        Str root = str_slice(head->path, 0, head->path.len - head->name.len);
        if (str_starts(after, root)) {
            with = dotted_name(arena, str_from_offset(after, root.len));
            relocate_splice(relocate, text, start, end, with);
            return;
        }
    }
    if (!str_starts(after, above) || after.len <= above.len || after.ptr[above.len] != '/' ||
        (head->whole && !str_equal(path_base(above), head->name))) {
        relocate_object(relocate, text, start, false,
                        "'%.*s' would not lead to the module from here", STR_ARG(head->name));
        return;
    }
    with = str_format(arena, "%.*s.%.*s", STR_ARG(head->name),
                      STR_ARG(dotted_name(arena, str_from_offset(after, above.len + 1))));
    relocate_splice(relocate, text, start, end, with);
}

/* A chain whose first name an import binds. */
static void read_bound(Relocate *relocate, RelocateText *text, const DottedHead *head, size_t first)
{
    Arena *arena = relocate->frame->request->arena;
    Str path = head->path;
    size_t last = first, found = 0;
    Str whole = path;
    while (is_mark(text, last + 1, '.') && is_word(text, last + 2)) {
        Str next = str_format(arena, "%.*s/%.*s", STR_ARG(path), STR_ARG(word_at(text, last + 2)));
        last += 2;
        path = next;
        if (dotted_moves(relocate, path) && !found) {
            found = last;
            whole = path;
        }
    }
    if (found)
        change(relocate, text, head, first, found, whole);
    else if (head->whole && last == first && dotted_moves(relocate, head->path) &&
             !str_equal(dotted_path_after(relocate, head->path), head->path))
        relocate_object(relocate, text, text->tokens.ptr[first].start, true,
                        "'%.*s' is used as a value here", STR_ARG(head->name));
    if (last == first && holds(relocate, head->path))
        relocate->hands = true;
}

/* A package is renamed as a whole: `old.x` with `import old.x`. */
static void read_top(Relocate *relocate, RelocateText *text, const DottedHead *head, size_t first)
{
    Arena *arena = relocate->frame->request->arena;
    Str after = dotted_path_after(relocate, head->path);
    Str root = str_slice(head->path, 0, head->path.len - head->name.len);
    if (relocate_binds(text, head->name))
        relocate_object(relocate, text, text->tokens.ptr[first].start, true,
                        "'%.*s' may be a variable here", STR_ARG(head->name));
    else if (!str_starts(after, root))
        relocate_object(relocate, text, text->tokens.ptr[first].start, false,
                        "'%.*s' would not lead to the package from here", STR_ARG(head->name));
    else
        relocate_splice(relocate, text, text->tokens.ptr[first].start, text->tokens.ptr[first].end,
                        dotted_name(arena, str_from_offset(after, root.len)));
}

/* The old name after a value of which nothing is known. */
static void note_reached(Relocate *relocate, const RelocateText *text, size_t token)
{
    Arena *arena = relocate->frame->request->arena;
    size_t at = text->tokens.ptr[token].start;
    *VEC_PUSH(arena, &relocate->reached) = (RenameConflict){
        .path = text->before,
        .line = (uint32_t)lines_at_offset(text->text, at),
        .message = str_format(arena, "'.%.*s' may be the module: a package is used as a value",
                              STR_ARG(relocate->stem)),
        .may_be_told = true};
}

/* The old name alone, which no import of the file binds: a star import may, or the package itself.
 */
static void judge_bare(Relocate *relocate, RelocateText *text, size_t token)
{
    size_t at = text->tokens.ptr[token].start;
    bool own = !imports_folder(relocate->old).len
                   ? false
                   : str_equal(dotted_path(text->before), imports_folder(relocate->old));
    bool star = false;
    for (size_t i = 0; i < text->outline.imports.len; i++)
        for (size_t k = 0; k < text->outline.imports.ptr[i].bindings.len; k++)
            star |= str_equal(text->outline.imports.ptr[i].bindings.ptr[k].name, STR("*"));
    if ((own || star) && !relocate_binds(text, relocate->stem))
        relocate_object(relocate, text, at, true, "'%.*s' may be the module here",
                        STR_ARG(relocate->stem));
}

void dotted_read_chains(Relocate *relocate, RelocateText *text, const DottedHeadVec *heads)
{
    for (size_t i = 0; i < text->tokens.len; i++) {
        size_t at = text->tokens.ptr[i].start;
        if (!is_word(text, i) || relocate_is_settled(text, at))
            continue;
        bool member = i && is_mark(text, i - 1, '.');
        Str word = word_at(text, i);
        bool stem = str_equal(word, relocate->stem);
        const DottedHead *head = member ? NULL : find_head(heads, word);
        bool top = head && head->whole && dotted_moves(relocate, head->path);
        if (top)
            read_top(relocate, text, head, i);
        else if (head)
            read_bound(relocate, text, head, i);
        else if (stem && member)
            note_reached(relocate, text, i);
        else if (stem && !member)
            judge_bare(relocate, text, i);
    }
}
