/* An outline as text, for tests of scanners: one symbol a line, `kind owner.name [first-last]`,
   children indented by two spaces. */
#pragma once

#include "outline_valid.h"
#include "test.h"

#include "base/buf.h"

static inline Outline scan_outline(const char *language, Str text, bool want_cuts)
{
    Outline outline;
    OutlineOptions options = {.want_cuts = want_cuts, .want_docs = true, .no_ctags = true};
    const Language *found = lang_find(str_from(language));
    if (!found)
        found = lang_detect(STR("unknown"), (Str){0});
    lang_outline(test_arena(), test_scratch(), found, text, &options, &outline);
    const char *wrong = outline_invalid(&outline, text);
    if (wrong)
        fprintf(stderr, "%s: %s\n", language, wrong);
    EXPECT(!wrong);
    return outline;
}

static inline Str scan_listing(const char *language, const char *text)
{
    Outline outline = scan_outline(language, str_from(text), false);
    Buf buf = buf_open(test_arena(), 0);
    for (size_t i = 0; i < outline.symbols.len; i++) {
        const Symbol *symbol = &outline.symbols.ptr[i];
        Str kind = symbol_kind_name(symbol->kind);
        buf_put_repeat(&buf, STR("  "), symbol->depth);
        buf_printf(&buf, "%.*s %.*s%s%.*s [%u-%u]\n", STR_ARG(kind), STR_ARG(symbol_owner(symbol)),
                   symbol_owner(symbol).len ? "." : "", STR_ARG(symbol->name), symbol->start_line,
                   symbol->end_line);
    }
    return buf_str(&buf);
}

/* `line:depth` of each cut point, separated by spaces. */
static inline Str scan_cuts(const char *language, const char *text)
{
    Outline outline = scan_outline(language, str_from(text), true);
    Buf buf = buf_open(test_arena(), 0);
    for (size_t i = 0; i < outline.cuts.len; i++) {
        uint32_t line = 1;
        for (uint32_t at = 0; at < outline.cuts.ptr[i].offset; at++)
            line += text[at] == '\n';
        buf_printf(&buf, "%s%u:%u", i ? " " : "", line, outline.cuts.ptr[i].depth);
    }
    return buf_str(&buf);
}
