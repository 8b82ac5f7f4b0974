/* Which language a file is in: by whole name, extension, shebang, modeline, then content. */
#include "lang/registry.h"

#include "base/path.h"
#include "lang/sniff.h"

/* Modelines stand in the first or last lines; only the head is at hand. */
#define MODELINE_LINES 5

static const Language plain_text = {.id = "text", .name = "Text"};

static bool name_matches(Str pattern, Str name)
{
    if (str_ends(pattern, STR("*")))
        return str_starts(name, str_slice(pattern, 0, pattern.len - 1));
    if (str_starts(pattern, STR("*")))
        return str_ends(name, str_from_offset(pattern, 1));
    return str_equal(pattern, name);
}

static bool has_filename(const Language *language, Str name)
{
    for (const char *const *p = lang_filenames(language); *p; p++)
        if ((**p == '*' || (name.len && **p == name.ptr[0])) && name_matches(str_from(*p), name))
            return true;
    return false;
}

static bool has_word(const char *const *list, Str word)
{
    for (; list && *list; list++)
        if (word.len && (**list | 0x20) == (word.ptr[0] | 0x20) &&
            str_equal_nocase(str_from(*list), word))
            return true;
    return false;
}

/* Of the languages that claim the file, one whose content test agrees, else the first without. */
static const Language *choose(const Language *const *claims, size_t count, Str head)
{
    for (size_t i = 0; count > 1 && i < count; i++)
        if (claims[i]->sniff && claims[i]->sniff(head))
            return claims[i];
    for (size_t i = 0; i < count; i++)
        if (!claims[i]->sniff)
            return claims[i];
    return count ? claims[0] : NULL;
}

static const Language *by_name(Str path, Str head)
{
    const Language *claims[8];
    size_t count = 0;
    Str base = path_base(path), extension = path_extension(base);
    for (size_t i = 0; i < lang_count() && count < COUNT(claims); i++)
        if (has_filename(lang_at(i), base))
            claims[count++] = lang_at(i);
    if (count <= 1 && extension.len)
        for (size_t i = 0; i < lang_count() && count < COUNT(claims); i++)
            if ((!count || lang_at(i) != claims[0]) && has_word(lang_at(i)->extensions, extension))
                claims[count++] = lang_at(i);
    return choose(claims, count, head);
}

/* `#!/usr/bin/env -S python3.11 -u` gives python3.11, then python3 and python are tried. */
static const Language *by_shebang(Str head)
{
    Str line = {0}, word = {0};
    if (!str_starts(head, STR("#!")) || !str_take_line(&head, &line))
        return NULL;
    line = str_trim(str_from_offset(line, 2));
    str_take_until(&line, ' ', &word);
    word = path_base(word);
    if (str_equal(word, STR("env")))
        while (str_take_until(&line, ' ', &word))
            if (word.len && word.ptr[0] != '-' && str_find_byte(word, '=') == STR_NONE)
                break;
    word = path_base(word);
    while (word.len) {
        for (size_t i = 0; i < lang_count(); i++)
            if (has_word(lang_at(i)->interpreters, word))
                return lang_at(i);
        bool version = byte_is_digit(word.ptr[word.len - 1]) || word.ptr[word.len - 1] == '.';
        if (!version)
            return NULL;
        word.len--;
    }
    return NULL;
}

static Str word_at(Str text, size_t at)
{
    size_t end = at;
    while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '-' ||
                              text.ptr[end] == '+' || text.ptr[end] == '#'))
        end++;
    return str_slice(text, at, end);
}

static const Language *by_modeline(Str head)
{
    static const char *const keys[] = {"ft=", "filetype=", "syntax="};
    Str line;
    for (int i = 0; i < MODELINE_LINES && str_take_line(&head, &line); i++) {
        size_t emacs = str_find(line, STR("-*-"));
        if (emacs != STR_NONE) {
            Str mode = str_trim(str_from_offset(line, emacs + 3));
            size_t named = str_find(mode, STR("mode:"));
            mode = named == STR_NONE ? mode : str_trim(str_from_offset(mode, named + 5));
            const Language *found = lang_find(word_at(mode, 0));
            if (found)
                return found;
        }
        bool vim =
            str_find(line, STR("vim:")) != STR_NONE || str_find(line, STR("vi:")) != STR_NONE;
        for (size_t k = 0; vim && k < COUNT(keys); k++) {
            size_t at = str_find(line, str_from(keys[k]));
            const Language *found =
                at == STR_NONE ? NULL : lang_find(word_at(line, at + strlen(keys[k])));
            if (found)
                return found;
        }
    }
    return NULL;
}

static const Language *by_content(Str head)
{
    static const struct {
        const char *start;
        const char *language;
    } starts[] = {
        {"<?xml", "xml"},
        {"<!DOCTYPE html", "html"},
        {"<!doctype html", "html"},
        {"<html", "html"},
        {"<?php", "php"},
        {"diff --git ", "diff"},
        {"--- a/", "diff"},
        {"%YAML", "yaml"},
        {"{\"", "json"},
        {"{\n", "json"},
        {"[{", "json"},
        {"[\n", "json"},
    };
    if (str_starts(head, STR("\xEF\xBB\xBF")))
        head = str_from_offset(head, 3);
    head = str_trim(head);
    if (sniff_jsonl(head))
        return lang_find(STR("jsonl"));
    if (sniff_ini(head))
        return lang_find(STR("ini"));
    for (size_t i = 0; i < COUNT(starts); i++)
        if (str_starts(head, str_from(starts[i].start)))
            return lang_find(str_from(starts[i].language));
    return NULL;
}

const Language *lang_detect(Str path, Str head)
{
    const Language *found = by_name(path, head);
    if (!found)
        found = by_shebang(head);
    if (!found)
        found = by_modeline(head);
    if (!found)
        found = by_content(head);
    if (!found)
        found = lang_find(STR("text"));
    return found ? found : &plain_text;
}
