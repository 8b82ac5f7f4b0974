/* Content tests for extensions that several languages share; named by `.sniff` in lang.def. */
#pragma once

#include "base/str.h"

bool sniff_c(Str head);       /* an .inc or .cl file that is C */
bool sniff_cpp(Str head);     /* an .h or .inc file that is C++ */
bool sniff_objc(Str head);    /* an .h or .m file that is Objective-C */
bool sniff_php(Str head);     /* an .inc file that is PHP */
bool sniff_pascal(Str head);  /* a .pp (else Puppet) or .inc file that is Pascal */
bool sniff_xml(Str head);     /* a .ts file with translations */
bool sniff_lex(Str head);     /* an .ll file that is not LLVM's */
bool sniff_verilog(Str head); /* a .v file that is neither Coq's nor V's */
bool sniff_perl(Str head);    /* a .pl file that is not Prolog's */
bool sniff_latex(Str head);   /* a .cls file that is LaTeX */
bool sniff_basic(Str head);   /* a .cls or .frm file that is Visual Basic */
bool sniff_apex(Str head);    /* a .cls file that is Apex */
bool sniff_yaml(Str head);    /* an .sls file that is Salt's, not Scheme's */

/* Data without a telling name. */
bool sniff_json(Str head);  /* an object with a key, or an empty one */
bool sniff_jsonl(Str head); /* two lines that are one object each */
bool sniff_ini(Str head);   /* a section, then a key with a value */
