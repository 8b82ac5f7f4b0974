#include "agent/own_text.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/fs_output.h"
#include "base/path.h"
#include "config/config.h"

/* Files of a directory, texts of a kind. Nobody has more commands. */
#define NAMES_MAX 500
#define TEXTS_MAX 100
/* A longer text is no prompt. */
#define TEXT_BYTES_MAX ((size_t)32 * KB)
#define OWN_NAME_BYTES_MAX 64
#define ABOUT_CHARS 120

/* ---- directories ---- */

/* Where the texts are: below the directory of the user's settings, or below home. */
static const struct {
    OwnKind kind;
    bool of_settings;
    const char *path;
} places[] = {
    {OWN_COMMAND, true, "fovea/commands"},   {OWN_COMMAND, false, ".claude/commands"},
    {OWN_COMMAND, true, "opencode/command"}, {OWN_COMMAND, true, "opencode/commands"},
    {OWN_SKILL, true, "fovea/skills"},       {OWN_SKILL, false, ".claude/skills"},
};

/* Empty when the user has no such directory. */
static Str place_path(Arena *arena, size_t place)
{
    Str settings = path_directory(path_directory(config_user_file(arena)));
    Str base = places[place].of_settings ? settings : fs_environment("HOME");
    return path_is_absolute(base) ? path_join(arena, base, str_from(places[place].path)) : (Str){0};
}

static bool is_name(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_word(name.ptr[i]) && name.ptr[i] != '-')
            return false;
    return name.len && name.len <= OWN_NAME_BYTES_MAX;
}

/* The name of a text, by that of its file or folder; empty: it is no text of this kind. */
static Str name_of(OwnKind kind, Str entry)
{
    Str ending = STR(".md");
    bool is_file = str_ends(entry, ending);
    Str name = kind == OWN_SKILL ? entry
               : is_file         ? str_slice(entry, 0, entry.len - ending.len)
                                 : (Str){0};
    return is_name(name) ? name : (Str){0};
}

/* ---- texts ---- */

static Str unquote(Str value)
{
    bool quoted =
        value.len > 1 && byte_in(value.ptr[0], "\"'") && value.ptr[value.len - 1] == value.ptr[0];
    return quoted ? str_slice(value, 1, value.len - 1) : value;
}

/* Splits off the front matter: lines `key: value` between two lines `---`. */
static void read_text(Arena *arena, Str bytes, OwnText *text)
{
    Str rest = bytes, line, key = STR("description:");
    text->body = bytes;
    if (!str_take_line(&rest, &line) || !str_equal(str_trim(line), STR("---")))
        return;
    while (str_take_line(&rest, &line)) {
        if (str_equal(str_trim(line), STR("---"))) {
            text->body = rest;
            return;
        }
        if (str_starts(line, key))
            text->about = str_cut_chars(
                arena, str_fold_space(arena, unquote(str_trim(str_from_offset(line, key.len)))),
                ABOUT_CHARS);
    }
}

static bool read_file(Arena *arena, OwnKind kind, Str directory, Str entry, OwnText *text)
{
    Str path = path_join(arena, directory, entry), bytes;
    bool found = false;
    Err ignored;
    if (kind == OWN_SKILL)
        path = path_join(arena, path, STR("SKILL.md"));
    if (!fs_read_own(arena, path, TEXT_BYTES_MAX, &bytes, &found, &ignored) || !found ||
        !str_is_utf8(bytes) || str_find_byte(bytes, '\0') != STR_NONE)
        return false;
    read_text(arena, bytes, text);
    text->body = str_trim(text->body);
    return text->body.len > 0;
}

static bool has_name(const OwnTextVec *texts, Str name)
{
    for (size_t i = 0; i < texts->len; i++)
        if (str_equal(texts->ptr[i].name, name))
            return true;
    return false;
}

static void list_directory(Arena *arena, OwnKind kind, Str directory, OwnTextVec *texts)
{
    Str *names;
    size_t count;
    if (!directory.len || !fs_is_directory(arena, directory) ||
        !fs_list_names(arena, directory, NAMES_MAX, &names, &count))
        return;
    for (size_t i = 0; i < count && texts->len < TEXTS_MAX; i++) {
        OwnText text = {.name = name_of(kind, names[i])};
        if (text.name.len && !has_name(texts, text.name) &&
            read_file(arena, kind, directory, names[i], &text))
            *VEC_PUSH(arena, texts) = text;
    }
}

static int by_name(const void *a, const void *b)
{
    return str_compare(((const OwnText *)a)->name, ((const OwnText *)b)->name);
}

OwnTextVec own_text_list(Arena *arena, OwnKind kind)
{
    OwnTextVec texts = {0};
    for (size_t i = 0; i < COUNT(places); i++)
        if (places[i].kind == kind)
            list_directory(arena, kind, place_path(arena, i), &texts);
    if (texts.len)
        qsort(texts.ptr, texts.len, sizeof(OwnText), by_name);
    return texts;
}

bool own_text_find(Arena *arena, OwnKind kind, Str name, OwnText *text)
{
    OwnTextVec texts = own_text_list(arena, kind);
    for (size_t i = 0; i < texts.len; i++)
        if (str_equal(texts.ptr[i].name, name)) {
            *text = texts.ptr[i];
            return true;
        }
    return false;
}

/* ---- arguments ---- */

static Str word_at(Str text, unsigned number)
{
    Str word = {0};
    for (unsigned i = 0; i < number; i++) {
        text = str_trim(text);
        word = str_slice(text, 0, MIN(str_find_byte(text, ' '), text.len));
        text = str_from_offset(text, word.len);
    }
    return word;
}

Str own_text_fill(Arena *arena, Str body, Str arguments)
{
    static const Str all = STR_INIT("$ARGUMENTS");
    Buf out = buf_open(arena, 0);
    bool used = false;
    for (size_t i = 0, next; i < body.len; i = next) {
        Str rest = str_from_offset(body, i);
        bool is_word = rest.len > 1 && rest.ptr[0] == '$' && rest.ptr[1] >= '1' &&
                       rest.ptr[1] <= '9' && (rest.len == 2 || !byte_is_digit(rest.ptr[2]));
        bool is_all = str_starts(rest, all);
        next = i + (is_all ? all.len : is_word ? 2 : 1);
        used |= is_all || is_word;
        buf_put(&out, is_all    ? arguments
                      : is_word ? word_at(arguments, (unsigned)(rest.ptr[1] - '0'))
                                : str_slice(rest, 0, 1));
    }
    if (!used && arguments.len)
        buf_printf(&out, "\n\n%.*s", STR_ARG(arguments));
    return buf_str(&out);
}
