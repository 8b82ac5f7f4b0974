/* Recognises C among .inc and .cl files, and among .def, .x and the like, which C files include for
   their tables. */
#include "languages_lang.h"

#include "lang/sniff.h"

/* Whether the line ends as most lines of C do, and does not begin as lines of Lisp do. */
static bool is_like_c(Str line)
{
    return line.ptr[0] != '(' && str_find_byte(STR(";{},:)\\"), line.ptr[line.len - 1]) != STR_NONE;
}

/* Whether lines begin as in module definitions of Windows and Modula-2, or as in linker scripts. */
static bool is_foreign(Str head)
{
    return sniff_has_line(head, "EXPORTS|LIBRARY |NAME |DEFINITION MODULE|DEFINITION FOR|SECTIONS|"
                                "OUTPUT_FORMAT|program |BEGIN PROGRAM");
}

bool sniff_c(Str head)
{
    size_t code = 0, like = 0;
    Str line;
    if (sniff_php(head) || sniff_pascal(head) || sniff_cpp(head) || is_foreign(head))
        return false;
    while (str_take_line(&head, &line)) {
        line = str_trim(line);
        if (sniff_starts(line, "#include <|#include \"|#define |#ifdef |#ifndef |#pragma ", false))
            return true;
        if (!line.len || sniff_starts(line, "//|/*|*", false))
            continue;
        code++;
        like += is_like_c(line);
    }
    return code && like * 3 >= code * 2;
}
