/* A file is a module, which a statement of its parent's file declares: `pub mod a;`. The parents
   are read one after the other, up to the file that is the library, or the program, itself. */
#include "review/module_reach.h"

#include "base/path.h"
#include "lang/lang.h"

/* Modules within modules; far more than people nest. */
#define PARENTS_MAX 16
/* Files that may declare a module: one in its directory, or one beside that. */
#define PLACES 4

/* Whether a statement of that beginning has the word: `pub use a::b;`. */
static bool has_statement(Str text, Str begin, Str word)
{
    for (size_t at = str_find(text, begin); at != STR_NONE; at = str_find(text, begin)) {
        Str rest = str_from_offset(text, at + begin.len);
        Str statement = str_slice(rest, 0, str_find_byte(rest, ';'));
        for (size_t i = str_find(statement, word); i != STR_NONE; i = str_find(statement, word)) {
            bool begins = !i || !byte_is_word(statement.ptr[i - 1]);
            statement = str_from_offset(statement, i + word.len);
            if (begins && !(statement.len && byte_is_word(statement.ptr[0])))
                return true;
        }
        text = rest;
    }
    return false;
}

typedef enum Declared {
    DECLARED_NOT,
    DECLARED_INSIDE,
    DECLARED_SHOWN
} Declared;

/* How a file's text declares the module. What gives its contents on shows it. */
static Declared declared_in(Arena *arena, const LangModules *modules, Str text, Str name)
{
    Str statement = str_format(arena, "%s%.*s;", modules->statement, STR_ARG(name)), line;
    Str all = text;
    while (str_take_line(&all, &line)) {
        line = str_trim(line);
        size_t at = str_find(line, statement);
        if (at == STR_NONE || (at && !byte_is_space(line.ptr[at - 1])))
            continue;
        bool shown = str_equal(str_trim(str_slice(line, 0, at)), str_from(modules->shown)) ||
                     has_statement(text, str_from(modules->gives), name);
        return shown ? DECLARED_SHOWN : DECLARED_INSIDE;
    }
    return DECLARED_NOT;
}

typedef struct Module {
    Str path; /* of its file */
    Str name;
    Str directory; /* of its parent */
} Module;

static Module module_at(const LangModules *modules, Str path)
{
    Str base = path_base(path), directory = path_directory(path), extension = path_extension(path);
    Module module = {path, str_slice(base, 0, base.len - extension.len - (extension.len > 0)),
                     directory};
    if (str_equal(base, str_from(modules->folder)))
        module = (Module){path, path_base(directory), path_directory(directory)};
    return module;
}

/* Finds the file that declares the module. */
static bool find_parent(const ReviewContext *review, const LangModules *modules,
                        const Module *module, Str *path, Declared *declared, Err *err)
{
    Arena *arena = review->arena;
    Str dot = path_extension(module->path);
    const Str places[PLACES] = {
        path_join(arena, module->directory, str_from(modules->library)),
        path_join(arena, module->directory, str_from(modules->folder)),
        str_format(arena, "%.*s.%.*s", STR_ARG(module->directory), STR_ARG(dot)),
        path_join(arena, module->directory, str_from(modules->program)),
    };
    *declared = DECLARED_NOT;
    for (size_t i = 0; i < PLACES && *declared == DECLARED_NOT; i++) {
        Str text = {0};
        bool found = false;
        *path = str_starts(places[i], STR("./")) ? str_from_offset(places[i], 2) : places[i];
        if (!review_read(review, *path, &text, &found, err))
            return false;
        if (found)
            *declared = declared_in(arena, modules, text, module->name);
    }
    return true;
}

bool module_is_kept_inside(const ReviewContext *review, const ChangedFile *file, bool *inside,
                           Err *err)
{
    const ChangeSide *side = file->new.path.len ? &file->new : &file->old;
    const LangModules *modules = &lang_facts(side->outline.language)->modules;
    Str path = side->path;
    *inside = false;
    for (size_t i = 0; modules->statement && i < PARENTS_MAX; i++) {
        const Module module = module_at(modules, path);
        Declared declared;
        if (str_equal(path_base(path), str_from(modules->library)))
            return true;
        *inside = str_equal(path_base(path), str_from(modules->program)) ||
                  str_equal(path_base(module.directory), str_from(modules->programs));
        if (*inside)
            return true;
        if (!find_parent(review, modules, &module, &path, &declared, err))
            return false;
        *inside = declared == DECLARED_INSIDE;
        if (declared != DECLARED_SHOWN)
            return true;
    }
    return true;
}
