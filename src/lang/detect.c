/* Language detection: by whole file name, extension, shebang, modeline, then content. */
#include "lang/registry.h"

#include "base/path.h"
#include "lang/sniff.h"

#include <pthread.h>

/* Editors also read modelines in the last lines of a file, but only the head is available here. */
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

/* ---- names ---- */

/* Index of the names and extensions of all languages: linked lists by first byte, in the order of
   the languages. A linear search over all of them takes longer than reading a small file. It is
   filled once and then shared by all threads. */
#define CLAIMS_MAX 4096
#define CLAIMED_MAX 8

typedef struct Claim {
    Str text;
    uint16_t language;
    uint16_t next; /* index + 1 */
    bool shared;   /* holds only if the language's content test agrees */
} Claim;

typedef struct ClaimList {
    uint16_t first[256], last[256]; /* index + 1 */
} ClaimList;

typedef struct Claims {
    Claim all[CLAIMS_MAX];
    uint16_t count;
    ClaimList filenames, extensions;
} Claims;

static bool has_word(const char *const *list, Str word)
{
    for (; list && *list; list++)
        if (word.len && (**list | 0x20) == (word.ptr[0] | 0x20) &&
            str_equal_nocase(str_from(*list), word))
            return true;
    return false;
}

static void add_claim(Claims *claims, ClaimList *list, size_t language, const char *text)
{
    unsigned char byte = (unsigned char)text[0];
    Str name = str_from(text);
    bool shared = list == &claims->extensions && has_word(lang_at(language)->shared, name);
    assert(claims->count < CLAIMS_MAX);
    claims->all[claims->count++] = (Claim){name, (uint16_t)language, 0, shared};
    if (list->last[byte])
        claims->all[list->last[byte] - 1].next = claims->count;
    else
        list->first[byte] = claims->count;
    list->last[byte] = claims->count;
}

static Claims the_claims;

static void make_claims(void)
{
    for (size_t i = 0; i < lang_count(); i++) {
        for (const char *const *p = lang_filenames(lang_at(i)); *p; p++)
            add_claim(&the_claims, &the_claims.filenames, i, *p);
        for (const char *const *p = lang_extensions(lang_at(i)); *p; p++)
            add_claim(&the_claims, &the_claims.extensions, i, *p);
    }
}

static const Claims *claims_of_all(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_claims);
    return &the_claims;
}

/* The languages that claim a name, in their order. */
typedef struct Claimed {
    const Claim *list[CLAIMED_MAX];
    size_t count;
} Claimed;

static void put_claimed(Claimed *claimed, const Claim *claim)
{
    size_t at = claimed->count;
    for (size_t i = 0; i < claimed->count; i++)
        if (claimed->list[i]->language == claim->language)
            return;
    if (claimed->count == CLAIMED_MAX)
        return;
    for (claimed->count++; at && claimed->list[at - 1]->language > claim->language; at--)
        claimed->list[at] = claimed->list[at - 1];
    claimed->list[at] = claim;
}

static void find_filename(Claimed *claimed, Str name, unsigned char byte)
{
    const Claims *claims = claims_of_all();
    for (uint16_t i = claims->filenames.first[byte]; i; i = claims->all[i - 1].next)
        if (name_matches(claims->all[i - 1].text, name))
            put_claimed(claimed, &claims->all[i - 1]);
}

static void find_extension(Claimed *claimed, Str extension, unsigned char byte)
{
    const Claims *claims = claims_of_all();
    for (uint16_t i = claims->extensions.first[byte]; i; i = claims->all[i - 1].next)
        if (str_equal_nocase(claims->all[i - 1].text, extension))
            put_claimed(claimed, &claims->all[i - 1]);
}

/* The first language with a shared claim whose content test agrees, else the first with an
   unconditional claim, or NULL. */
static const Language *choose(const Claimed *claimed, Str head)
{
    for (size_t i = 0; i < claimed->count; i++) {
        const Language *language = lang_at(claimed->list[i]->language);
        if (claimed->list[i]->shared && language->sniff(head))
            return language;
    }
    for (size_t i = 0; i < claimed->count; i++)
        if (!claimed->list[i]->shared)
            return lang_at(claimed->list[i]->language);
    return NULL;
}

/* If at most one language claims the whole name, those that claim its extension are candidates
   too, after that one. */
static const Language *by_name(Str base, Str head)
{
    Claimed named = {0}, extended = {0};
    Str extension = path_extension(base);
    if (!base.len)
        return NULL;
    find_filename(&named, base, (unsigned char)base.ptr[0]);
    find_filename(&named, base, '*');
    if (named.count > 1 || !extension.len)
        return choose(&named, head);
    find_extension(&extended, extension, (unsigned char)extension.ptr[0]);
    if (byte_is_alpha(extension.ptr[0])) /* the other case has its own list */
        find_extension(&extended, extension, (unsigned char)extension.ptr[0] ^ 0x20);
    for (size_t i = 0; i < extended.count && named.count < CLAIMED_MAX; i++)
        if (!named.count || extended.list[i]->language != named.list[0]->language)
            named.list[named.count++] = extended.list[i];
    return choose(&named, head);
}

/* `config.h.in`, `settings.py.example`: the language of the name without that suffix. Suffixes of
   templates are left out, as most templates are in no language. */
static const Language *by_inner_name(Str base, Str head)
{
    static const char *const kinds[] = {"in", "example", "sample", "default", "dist", NULL};
    Str extension = path_extension(base);
    if (!has_word(kinds, extension) || extension.len + 1 >= base.len)
        return NULL;
    return by_name(str_slice(base, 0, base.len - extension.len - 1), head);
}

/* `#!/usr/bin/env -S python3.11 -u` names python3.11; versions are cut off until an interpreter is
   found: python3.11, python3., python3, python. */
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
        {"<?xml", "xml"},   {"<!DOCTYPE html", "html"}, {"<!doctype html", "html"},
        {"<html", "html"},  {"<?php", "php"},           {"diff --git ", "diff"},
        {"--- a/", "diff"}, {"%YAML", "yaml"},          {"[{", "json"},
        {"[\n", "json"},
    };
    if (str_starts(head, STR("\xEF\xBB\xBF")))
        head = str_from_offset(head, 3);
    head = str_trim(head);
    if (sniff_jsonl(head))
        return lang_find(STR("jsonl"));
    if (sniff_ini(head))
        return lang_find(STR("ini"));
    if (sniff_json(head))
        return lang_find(STR("json"));
    for (size_t i = 0; i < COUNT(starts); i++)
        if (str_starts(head, str_from(starts[i].start)))
            return lang_find(str_from(starts[i].language));
    return NULL;
}

const Language *lang_detect(Str path, Str head)
{
    Str base = path_base(path);
    const Language *found = by_name(base, head);
    if (!found)
        found = by_inner_name(base, head);
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
