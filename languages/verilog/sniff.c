/* Recognises Verilog among .v files, which may be Coq's or V's. */
#include "languages_lang.h"

#include "lang/sniff.h"

bool sniff_verilog(Str head)
{
    return !sniff_has_line(
        head, "Require Import |Require Export |From |Theorem |Lemma |Proof.|Definition |"
              "Inductive |Fixpoint |fn |pub fn |import ");
}
