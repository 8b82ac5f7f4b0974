/* Entry points of the C family's scanner. Reading of tokens: c_token.h; of declarations:
   c_parse.h.

   Why not tree-sitter: with the C grammar 54 % of the Linux kernel's files have syntax
   errors, because of macros. */
#include "languages_lang.h"

#include "lang/c/c_parse.h"

/* Bytes of an Objective-C file that are searched for C++. */
#define SNIFF_BYTES (64 * KB)

void c_read(Scan *scan, unsigned dialect, CSource *source)
{
    *source = (CSource){.text = scan->text, .dialect = dialect};
    c_lex(scan, source);
    c_resolve_directives(&scan->scratch, source);
    c_mark_braced(scan->scratch, source);
    c_match_brackets(scan->scratch, source, &source->tokens, 0, (uint32_t)source->tokens.len);
    if (source->aside.len)
        c_match_brackets(scan->scratch, source, &source->aside, 0, (uint32_t)source->aside.len);
}

static int compare_imports(const void *a, const void *b)
{
    const Import *first = a, *second = b;
    return first->start < second->start ? -1 : first->start > second->start;
}

static void scan_family(Scan *scan, unsigned dialect)
{
    CSource source;
    c_read(scan, dialect, &source);
    CParse parse = {.scan = scan, .scratch = &scan->scratch, .source = &source};
    c_parse(&parse);
    c_emit_macros(&parse);
    c_emit_outline(&parse);
    ImportVec *imports = &scan->outline->imports;
    if (imports->len > 1)
        qsort(imports->ptr, imports->len, sizeof(Import), compare_imports);
    if (scan->options->want_references) {
        c_refer(&parse);
        c_flow(&parse);
    }
    if (scan->options->want_cuts)
        c_cut(&parse);
    scan->outline->degraded |= source.broken;
}

void scan_c(Scan *scan)
{
    scan_family(scan, C_PLAIN);
}

void scan_cpp(Scan *scan)
{
    scan_family(scan, C_PLUS);
}

void scan_cuda(Scan *scan)
{
    scan_family(scan, C_PLUS);
}

void scan_objc(Scan *scan)
{
    bool plus = sniff_cpp(str_slice(scan->text, 0, SNIFF_BYTES));
    scan_family(scan, (plus ? C_PLUS : C_PLAIN) | C_OBJECTIVE);
}

void scan_glsl(Scan *scan)
{
    scan_family(scan, C_PLAIN | C_SHADER);
}
