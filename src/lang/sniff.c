/* Each test looks in the head of a file for words or beginnings of lines that one of the languages
   has and the others lack. */
#include "lang/sniff.h"

/* Any of the alternatives, separated by `|`. */
static bool starts_with_any(Str line, const char *words, bool nocase)
{
    Str rest = str_from(words), word;
    while (str_take_until(&rest, '|', &word)) {
        Str start = str_slice(line, 0, word.len);
        if (nocase ? str_equal_nocase(start, word) : str_equal(start, word))
            return true;
    }
    return false;
}

static bool has_line(Str head, const char *starts)
{
    Str line;
    while (str_take_line(&head, &line))
        if (starts_with_any(line, starts, false))
            return true;
    return false;
}

bool sniff_php(Str head)
{
    return str_find(str_slice(head, 0, 512), STR("<?php")) != STR_NONE;
}

/* ---- C ---- */

/* Most lines of code end so; those of Lisp begin so. */
static bool is_like_c(Str line)
{
    return line.ptr[0] != '(' && str_find_byte(STR(";{},:)\\"), line.ptr[line.len - 1]) != STR_NONE;
}

bool sniff_c(Str head)
{
    size_t code = 0, like = 0;
    Str line;
    if (sniff_php(head) || sniff_pascal(head) || sniff_cpp(head))
        return false;
    while (str_take_line(&head, &line)) {
        line = str_trim(line);
        if (starts_with_any(line, "#include <|#include \"|#define |#ifdef |#ifndef |#pragma ",
                            false))
            return true;
        if (!line.len || starts_with_any(line, "//|/*|*", false))
            continue;
        code++;
        like += is_like_c(line);
    }
    return code && like * 3 >= code * 2;
}

/* ---- Pascal ---- */

/* Takes `{ … }`, `(* … *)` and `// …` off the front. True when only Pascal has that: a directive
   (`{$IFDEF …}`), or braces that are followed by neither a comma nor a semicolon. */
static bool take_comments(Str *text)
{
    for (;;) {
        *text = str_trim(*text);
        bool brace = str_starts(*text, STR("{")), paren = str_starts(*text, STR("(*"));
        if (str_starts(*text, STR("//"))) {
            Str line;
            str_take_line(text, &line);
            continue;
        }
        if (!brace && !paren)
            return false;
        size_t end = brace ? str_find_byte(*text, '}') : str_find(*text, STR("*)"));
        *text = end == STR_NONE ? (Str){0} : str_from_offset(*text, end + (brace ? 1 : 2));
        if (brace && !str_starts(*text, STR(",")) && !str_starts(*text, STR(";")))
            return true;
    }
}

bool sniff_pascal(Str head)
{
    static const char routines[] = "function |procedure |constructor |destructor |operator |"
                                   "class function |class procedure ";
    Str line = {0};
    if (take_comments(&head))
        return true;
    if (!str_take_line(&head, &line))
        return false;
    line = str_trim(line);
    if (starts_with_any(line, routines, true))
        return !str_ends(line, STR("{"));
    if (starts_with_any(line, "unit |program |library |uses |resourcestring", true))
        return str_find_byte(line, '{') == STR_NONE && str_find_byte(line, '=') == STR_NONE;
    return str_equal_nocase(line, STR("const")) || str_equal_nocase(line, STR("type")) ||
           str_equal_nocase(line, STR("var")) || str_equal_nocase(line, STR("uses")) ||
           str_equal_nocase(line, STR("begin")) || str_equal_nocase(line, STR("interface")) ||
           str_find(line, STR(" = class")) != STR_NONE ||
           str_find(line, STR(" = interface")) != STR_NONE;
}

/* ---- others ---- */

bool sniff_lex(Str head)
{
    return has_line(head, "%%|%{|%option|%top|%pointer|%array");
}

bool sniff_verilog(Str head)
{
    return !has_line(head,
                     "Require Import |Require Export |From |Theorem |Lemma |Proof.|Definition |"
                     "Inductive |Fixpoint |fn |pub fn |import ");
}

bool sniff_perl(Str head)
{
    return str_starts(head, STR("#!")) || !has_line(head, ":- |:-module|:-use_module|:-dynamic");
}

bool sniff_latex(Str head)
{
    head = str_trim(head);
    return str_starts(head, STR("%")) || str_starts(head, STR("\\"));
}

bool sniff_basic(Str head)
{
    return has_line(head, "VERSION |Attribute VB_");
}

/* The first line that is no comment declares something or has an annotation. Classes of
 * ObjectScript begin with a capital. */
bool sniff_apex(Str head)
{
    static const char declares[] = "public |Public |global |Global |private |Private |abstract |"
                                   "virtual |class |interface |enum |with sharing |"
                                   "without sharing |inherited sharing |@";
    Str line;
    while (str_take_line(&head, &line)) {
        line = str_trim(line);
        if (line.len && !starts_with_any(line, "//|/*|*", false))
            return starts_with_any(line, declares, false);
    }
    return false;
}

/* The first line that is no comment, template or list ends in a colon. */
bool sniff_yaml(Str head)
{
    Str line;
    while (str_take_line(&head, &line)) {
        line = str_trim(line);
        if (line.len && !starts_with_any(line, "#|{|---|- ", false))
            return str_ends(line, STR(":"));
    }
    return false;
}

bool sniff_xml(Str head)
{
    if (str_starts(head, STR("\xef\xbb\xbf")))
        head = str_from_offset(head, 3);
    return str_starts(head, STR("<?xml")) || str_starts(head, STR("<!DOCTYPE"));
}

bool sniff_json(Str head)
{
    Str inside = str_trim(str_from_offset(head, MIN(head.len, 1)));
    return str_starts(head, STR("{")) &&
           (str_starts(inside, STR("\"")) || str_starts(inside, STR("}")));
}

bool sniff_jsonl(Str head)
{
    Str line = {0}, second = {0};
    if (!str_take_line(&head, &line) || !str_take_line(&head, &second))
        return false;
    line = str_trim(line);
    second = str_trim(second);
    return str_starts(line, STR("{\"")) && str_ends(line, STR("}")) &&
           str_starts(second, STR("{\""));
}

bool sniff_ini(Str head)
{
    bool section = false;
    Str line;
    while (str_take_line(&head, &line)) {
        line = str_trim(line);
        if (!line.len || line.ptr[0] == '#' || line.ptr[0] == ';')
            continue;
        if (section)
            return str_find_byte(line, '=') != STR_NONE;
        if (line.ptr[0] != '[' || line.ptr[line.len - 1] != ']' || line.len < 3)
            return false;
        section = byte_is_alpha(line.ptr[1]);
    }
    return false;
}
