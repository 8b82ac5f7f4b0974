/* Rules about names that are taken for others: letters of another script, and symbolic links. */
#include "review/rule_functions.h"

#include "base/path.h"
#include "git/objects.h"
#include "text/address.h"
#include "text/confusable.h"

/* ---- letters of another script ---- */

/* The first word of the text that mixes scripts; empty: none. */
static Str find_mixed(Str text)
{
    Str word;
    while (confusable_next_word(&text, &word))
        if (confusable_mixes(word))
            return word;
    return (Str){0};
}

static Finding *tell_mixed(const ReviewFind *find, const ChangedFile *file, Str word,
                           const char *in)
{
    Arena *arena = find->review->arena;
    Finding *finding = review_add(
        find, file, str_format(arena, "letters of another script stand for Latin ones in %s", in));
    review_add_evidence(find, finding,
                        str_format(arena, "%.*s looks like %.*s", STR_ARG(word),
                                   STR_ARG(confusable_plain(arena, word))));
    finding->key = word;
    finding->suggestion = STR("write it in one script");
    return finding;
}

/* Whether a symbol of the file has that name. */
static bool has_name(const ChangedFile *file, Str name)
{
    const SymbolVec *symbols = &file->new.outline.symbols;
    for (size_t i = 0; i < symbols->len; i++)
        if (str_equal(symbols->ptr[i].name, name))
            return true;
    return false;
}

/* Tells new names, wholly of another script, that look like another of the file. */
static void look_at_symbols(const ReviewFind *find, const ChangedFile *file)
{
    Arena *arena = find->review->arena;
    for (size_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (changed->new_symbol == SYMBOL_ABSENT || changed->old_symbol != SYMBOL_ABSENT)
            continue;
        Str name = file->new.outline.symbols.ptr[changed->new_symbol].name;
        Str plain = confusable_plain(arena, name);
        if (!plain.len || confusable_mixes(name) || !has_name(file, plain))
            continue;
        Finding *finding = review_add_symbol(
            find, changed,
            str_format(arena, "this name looks like %.*s, and is another", STR_ARG(plain)));
        finding->key = name;
        finding->suggestion = STR("give it a name of its own");
    }
}

static void look_at_lines(const ReviewFind *find, const ChangedFile *file)
{
    ReviewLines lines = review_lines(file, false);
    size_t count = 0;
    Str line;
    while (review_next_line(&lines, &line)) {
        Str word = find_mixed(line);
        if (!word.len || review_is_moved(find->review, line) || !review_tells_line(find, &count))
            continue;
        Finding *finding = tell_mixed(find, file, word, "this line");
        finding->start = finding->end = lines.line;
    }
}

bool review_find_confusables(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        FileClass class = review_class(review, file);
        Str word = find_mixed(file->new.path);
        if (word.len && !str_equal(file->old.path, file->new.path))
            tell_mixed(find, file, word, "the file's name");
        if (class != FILE_SOURCE && class != FILE_TEST)
            continue;
        look_at_symbols(find, file);
        look_at_lines(find, file);
    }
    return true;
}

/* ---- symbolic links ---- */

/* Whether the link leads out of the repository, or to what git keeps. */
static bool leads_out(Arena *arena, Str path, Str target)
{
    if (!target.len || path_is_absolute(target) || str_starts(target, STR("~")))
        return true;
    Str end = path_normalise(arena, path_join(arena, path_directory(path), target));
    return str_equal(end, STR("..")) || str_starts(end, STR("../")) ||
           str_equal(end, STR(".git")) || str_starts(end, STR(".git/"));
}

bool review_find_links(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    Arena *arena = review->arena;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        bool same = file->old_mode == GIT_MODE_LINK && str_equal(file->old.path, file->new.path) &&
                    str_equal(file->old.text, file->new.text);
        if (file->new_mode != GIT_MODE_LINK || same || file->unseen.len)
            continue;
        Str target = str_slice(file->new.text, 0, PATH_SHOWN_BYTES);
        bool out = leads_out(arena, file->new.path, file->new.text);
        Finding *finding = review_add(find, file,
                                      str_format(arena, "a symbolic link leads %s: %.*s",
                                                 out ? "out of the repository" : "to another file",
                                                 STR_ARG(address_shown(arena, target))));
        finding->key = file->new.text;
        if (!out)
            finding->severity = MIN(finding->severity, REVIEW_NOTE);
        finding->suggestion = out ? STR("commit the file itself, or let whoever needs it make the "
                                        "link")
                                  : STR("read what it leads to");
    }
    return true;
}
