/* Recognises Lex among .ll files, which may be LLVM's. */
#include "languages_lang.h"

#include "lang/sniff.h"

bool sniff_lex(Str head)
{
    return sniff_has_line(head, "%%|%{|%option|%top|%pointer|%array");
}
