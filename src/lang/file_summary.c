/* A scanner of the head of a file. It goes from comment to comment as long as only blank lines and
   lines that open a file lie between. Each comment is divided into paragraphs, and the first that
   is neither legal text nor a setting of a tool gives its first sentence. */
#include "lang/file_summary.h"

#include "base/buf.h"
#include "lang/registry.h"
#include "text/prose.h"

#include <string.h>

/* Comments of a head: licences and settings come before the one that tells. */
#define COMMENTS_MAX 16
/* A longer paragraph is cut: its first sentence ends before. */
#define PARAGRAPH_BYTES 1000
/* Paragraphs of one comment: legal texts have some ten. */
#define PARAGRAPHS_MAX 40
/* A shorter paragraph with a mail address only names an author. */
#define ADDRESS_BYTES 80

typedef struct Head {
    Arena *arena;
    const Language *language;
    const Outline *outline;
    Str text, rest; /* rest: the text not scanned yet */
    uint32_t line;  /* of its start, from 1 */
} Head;

/* ---- paragraphs ---- */

static bool has_any(Str text, const char *const *marks)
{
    for (; *marks; marks++)
        for (size_t i = 0, len = strlen(*marks); i + len <= text.len; i++)
            if (str_equal_nocase(str_slice(text, i, i + len), str_from(*marks)))
                return true;
    return false;
}

static bool is_legal(Str paragraph)
{
    static const char *const marks[] = {"copyright",
                                        "license",
                                        "licence",
                                        "spdx-",
                                        "(c) 1",
                                        "(c) 2",
                                        "all rights reserved",
                                        "redistribution",
                                        "redistributions",
                                        "permission is hereby",
                                        "permission is granted",
                                        "origin of this software",
                                        "altered source",
                                        "this notice may not",
                                        "permission to use",
                                        "without warrant",
                                        "as is\"",
                                        "liable for",
                                        "contributed by",
                                        "public domain",
                                        NULL};
    return has_any(paragraph, marks);
}

/* Whether the line speaks to a tool: an encoding, an editor, a linter, a build. */
static bool is_setting(Str line)
{
    static const char *const marks[] = {
        "-*-",        "vim:",        "ex: ",      "coding:", "coding=",    "eslint",
        "go:build",   "go:generate", "go:embed",  "+build",  "@ts-",       "@flow",
        "@jsx",       "$id",         "pylint:",   "noqa",    "shellcheck", "clang-format",
        "rubocop",    "jshint",      "prettier-", "type: ",  "flake8",     "frozen_string_",
        "<reference", "mode: ",      "region",    "fmt: o",  "globals ",   "$freebsd",
        "$openbsd",   "$netbsd",     "nolint",    "mypy:",   "c++ -",      NULL};
    static const char *const leads[] = {
        "@author",       "@file ",      "\\file ",     "@version",    "@since",      "@package",
        "Author:",       "Authors:",    "Created by ", "Created on ", "Written by ", "Date:",
        "Last modified", "Maintainer:", "Version:",    "Filename:",   "by ",         NULL};
    for (const char *const *lead = leads; *lead; lead++)
        if (str_starts(line, str_from(*lead)))
            return true;
    return line.len < 120 && has_any(line, marks);
}

static bool is_letter(char c)
{
    return byte_is_alpha(c) || (unsigned char)c >= 0x80;
}

static size_t count_letters(Str text)
{
    size_t letters = 0;
    for (size_t i = 0; i < text.len; i++)
        letters += is_letter(text.ptr[i]);
    return letters;
}

/* Whether the paragraph is only a file's name: `adlist.c`, `File: src/adlist.c`. */
static bool is_file_name(Str text)
{
    size_t space = str_find_last_byte(text, ' '), dot = str_find_last_byte(text, '.');
    Str first = str_slice(text, 0, str_find_byte(text, ' '));
    bool labelled = space != STR_NONE && str_ends(first, STR(":")) && first.len == space;
    return (space == STR_NONE || labelled) && dot != STR_NONE && dot + 1 < text.len;
}

static bool ends_sentence(Str text, size_t at)
{
    char c = text.ptr[at];
    bool stop = c == '.' || c == '!' || c == '?';
    if (!stop || at + 1 == text.len)
        return stop;
    /* Not in `e.g. this`, `J. Doe`, `vs. that`. */
    bool abbreviated = c == '.' && at >= 2 &&
                       (text.ptr[at - 2] == '.' || text.ptr[at - 2] == ' ' ||
                        text.ptr[at - 2] == '(' || str_ends(str_slice(text, 0, at), STR(" vs")) ||
                        str_ends(str_slice(text, 0, at), STR(" etc")));
    return text.ptr[at + 1] == ' ' && !abbreviated;
}

/* The first sentence of a paragraph; empty when it does not describe the file. */
static Str sentence_of(Arena *arena, Str paragraph)
{
    static const Str tags[] = {STR_INIT("@brief "),        STR_INIT("\\brief "),
                               STR_INIT("@fileoverview "), STR_INIT("@overview "),
                               STR_INIT("@module "),       STR_INIT("@description ")};
    Str text = str_fold_space(arena, paragraph);
    for (size_t i = 0; i < COUNT(tags); i++)
        if (str_starts(text, tags[i]))
            text = str_from_offset(text, tags[i].len);
    size_t at_sign = str_find_byte(text, '@');
    bool address = at_sign != STR_NONE && at_sign && byte_is_word(text.ptr[at_sign - 1]) &&
                   text.len < ADDRESS_BYTES;
    if (address || count_letters(text) < 3 || is_legal(text) || is_file_name(text) ||
        !str_is_utf8(text))
        return (Str){0};
    for (size_t i = 0; i < text.len; i++)
        if (ends_sentence(text, i))
            return str_slice(text, 0, i + 1);
    return text;
}

/* A line of a comment without its marks. */
static Str plain_line(Str line)
{
    line = str_trim(line);
    while (line.len && byte_in(line.ptr[0], "*/!#;%|=~+-"))
        line = str_from_offset(line, 1);
    while (line.len && byte_in(line.ptr[line.len - 1], "*/#;%|=~+"))
        line.len--;
    return str_trim(line);
}

/* Whether the line ends a paragraph: it is empty or a rule. */
static bool is_break(Str line)
{
    return !count_letters(line) && line.len < 200 && !byte_is_digit(line.len ? line.ptr[0] : 'x');
}

/* Whether the paragraph is a heading: one word, or capitals alone. */
static bool is_heading(Str text)
{
    bool lower = false;
    for (size_t i = 0; i < text.len; i++)
        lower |= text.ptr[i] >= 'a' && text.ptr[i] <= 'z';
    return str_find_byte(text, ' ') == STR_NONE || !lower;
}

/* A heading is taken if nothing follows it. */
static Str first_sentence(Arena *arena, Str comment)
{
    Buf paragraph = buf_open(arena, 0);
    Str line, found = {0}, heading = {0};
    bool more = true, legal = false;
    for (size_t count = 0; more && !found.len && count < PARAGRAPHS_MAX;) {
        more = str_take_line(&comment, &line);
        Str plain = more ? plain_line(line) : (Str){0};
        if (more && is_setting(plain)) {
            legal = legal || is_legal(plain); // `Written by … and released to the public domain,`
            continue;
        }
        if (more && !is_break(plain)) {
            if (paragraph.len < PARAGRAPH_BYTES)
                buf_printf(&paragraph, "%.*s ", STR_ARG(plain));
            continue;
        }
        count += paragraph.len > 0;
        found = legal ? (Str){0} : sentence_of(arena, buf_str(&paragraph));
        legal = false;
        if (found.len && is_heading(found)) {
            heading = heading.len ? heading : found;
            found = (Str){0};
        }
        paragraph = buf_open(arena, 0);
    }
    return found.len ? found : heading;
}

/* ---- the head ---- */

static void skip(Head *head, size_t bytes)
{
    for (size_t i = 0; i < bytes && i < head->rest.len; i++)
        head->line += head->rest.ptr[i] == '\n';
    head->rest = str_from_offset(head->rest, MIN(bytes, head->rest.len));
}

static size_t line_bytes(Str text)
{
    size_t end = str_find_byte(text, '\n');
    return end == STR_NONE ? text.len : end + 1;
}

static void skip_space(Head *head)
{
    size_t bytes = 0;
    while (bytes < head->rest.len && byte_is_space(head->rest.ptr[bytes]))
        bytes++;
    skip(head, bytes);
}

/* Whether the line may come before a file's description. */
static bool opens_file(Str line)
{
    static const char *const leads[] = {
        "#!",        "#ifndef ",     "#define ",       "#pragma ",
        "# pragma",  "<?php",        "<?xml",          "<!DOCTYPE",
        "<!doctype", "'use strict'", "\"use strict\"", "---",
        "%YAML",     "package ",     "@echo off",      "declare(strict_types"};
    for (size_t i = 0; i < COUNT(leads); i++)
        if (str_starts(line, str_from(leads[i])))
            return true;
    return false;
}

/* Length of the mark of a line comment at the start of the text; 0: none. `#[` is an attribute, a
   directive has `#` too. */
static size_t line_mark(const Language *language, Str text)
{
    Str marks = str_from(language->line_comment), mark;
    while (str_take_until(&marks, ' ', &mark))
        if (mark.len && str_starts(text, mark))
            return mark.len;
    return 0;
}

/* Takes lines with the same kind of mark. */
static Str take_lines(Head *head)
{
    size_t bytes = 0;
    for (;;) {
        Str rest = str_from_offset(head->rest, bytes);
        size_t space = 0;
        while (space < rest.len && byte_in(rest.ptr[space], " \t"))
            space++;
        if (!line_mark(head->language, str_from_offset(rest, space)))
            break;
        bytes += line_bytes(rest);
    }
    Str comment = str_slice(head->rest, 0, bytes);
    skip(head, bytes);
    return comment;
}

static bool take_between(Head *head, Str open, Str close, Str *inside)
{
    if (!open.len || !str_starts(head->rest, open))
        return false;
    Str body = str_from_offset(head->rest, open.len);
    size_t end = str_find(body, close);
    end = end == STR_NONE ? body.len : end;
    *inside = str_slice(body, 0, end);
    skip(head, MIN(open.len + end + close.len, head->rest.len));
    return true;
}

static bool take_docstring(Head *head, Str *inside)
{
    static const Str quotes[] = {STR_INIT("\"\"\""), STR_INIT("'''"), STR_INIT("\""),
                                 STR_INIT("'")};
    size_t prefix = 0;
    if (!head->language->strings_may_document)
        return false;
    while (prefix < 2 && prefix < head->rest.len && byte_in(head->rest.ptr[prefix], "rRuU"))
        prefix++;
    Head from = *head;
    skip(&from, prefix);
    for (size_t i = 0; i < COUNT(quotes); i++)
        if (take_between(&from, quotes[i], quotes[i], inside)) {
            *head = from;
            return true;
        }
    return false;
}

/* Takes the comment at the start, and the line end after it; false when it does not start with one.
 */
static bool take_comment(Head *head, Str *inside)
{
    Str marks = str_from(head->language->block_comment), open;
    str_take_until(&marks, ' ', &open);
    if (take_between(head, open, marks, inside)) {
        if (str_starts(head->rest, STR("\n")))
            skip(head, 1);
        return true;
    }
    if (!line_mark(head->language, head->rest))
        return false;
    *inside = take_lines(head);
    return true;
}

static bool is_declaration(const Symbol *symbol)
{
    return symbol_is_callable(symbol->kind) || symbol_is_type(symbol->kind) ||
           symbol->kind == SYMBOL_TYPE || symbol->kind == SYMBOL_VARIABLE ||
           symbol->kind == SYMBOL_CONSTANT || symbol->kind == SYMBOL_FIELD;
}

/* Whether the comment that ends here belongs to the declaration below it. */
static bool is_of_declaration(const Head *head)
{
    uint32_t line = head->line;
    for (size_t i = 0; i < head->outline->imports.len; i++) // Lua: `local a = require 'a'`
        if (head->outline->imports.ptr[i].line == line)
            return false;
    for (size_t i = 0; i < head->outline->symbols.len; i++) {
        const Symbol *symbol = &head->outline->symbols.ptr[i];
        if (symbol->start_line > line)
            break;
        if (symbol->start_line == line && is_declaration(symbol))
            return true;
    }
    return false;
}

static Str of_head(Head *head)
{
    Str comment, found = {0};
    for (size_t count = 0; count < COMMENTS_MAX;) {
        skip_space(head);
        Str line = str_slice(head->rest, 0, line_bytes(head->rest));
        if (take_docstring(head, &comment)) {
            Str said = first_sentence(head->arena, comment);
            return said.len ? said : found;
        }
        if (head->line == 1 && str_starts(line, STR("#!")) && !str_starts(line, STR("#!["))) {
            skip(head, line.len);
        } else if (take_comment(head, &comment)) {
            bool of_package = str_starts(head->rest, STR("package "));
            Str said = !is_of_declaration(head) ? first_sentence(head->arena, comment) : (Str){0};
            count++;
            if (of_package && said.len)
                return said;
            found = found.len ? found : said;
        } else if (line.len && opens_file(line)) {
            skip(head, line.len);
        } else {
            return found;
        }
    }
    return found;
}

/* The comment of the only type, when nothing else is at the top. */
static Str of_only_type(Arena *arena, const Outline *outline)
{
    const Symbol *only = NULL;
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if (symbol->depth || !is_declaration(symbol))
            continue;
        if (only || !symbol_is_type(symbol->kind))
            return (Str){0};
        only = symbol;
    }
    return only ? sentence_of(arena, symbol_doc(only)) : (Str){0};
}

static Str of_document(Arena *arena, const Outline *outline, Str text)
{
    Str found = prose_of_markup(arena, text);
    if (!found.len && outline->symbols.len)
        found = str_fold_space(arena, outline->symbols.ptr[0].name);
    return found;
}

Str file_summary(Arena *arena, const Language *language, const Outline *outline, Str text)
{
    text = str_slice(text, 0, SUMMARY_HEAD_BYTES);
    text = str_from_offset(text, str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0);
    if (!language)
        return (Str){0};
    if (language->facts.holds_prose)
        return of_document(arena, outline, text);
    Head head = {arena, language, outline, text, text, 1};
    Str found = of_head(&head);
    return found.len ? found : of_only_type(arena, outline);
}
