/* Changing the parameters of a function with all its callers: one is added, removed, or all are
   reordered. The places are those of a rename to a name that nothing has: each is surely the
   function, or the change is refused. A place that is no declaration, call or import uses the
   function as a value, whose calls are not seen. After the edit, each import and each exact
   reference of the tree must lead where it led.

   call_form.c       the change of one function with its family
   call_form_list.c  parameters and arguments in the text (call_form_list.h) */
#pragma once

#include "refactor/call_form_facts.h"
#include "refactor/rename.h"

typedef struct SignatureChange {
    Str add, value; /* a parameter as it is declared, and what callers pass for it */
    Str remove;     /* a parameter's name */
    Str order;      /* all names, separated by commas */
} SignatureChange;

/* Makes the edits and adds conflicts to the rename, which has been begun. */
bool call_form_plan(Rename *rename, const SignatureChange *change, EditSet *set, Err *err) MUST_USE;
