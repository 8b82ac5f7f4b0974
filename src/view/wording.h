/* The text of an answer, printed from the value that JSON shows. A wording is a template: text with
   fields in braces.

     {name}              the member, as text of one line; name.other: a member of it; .: the
                         element itself; @: its name in an object.
     {#name}             how many elements the list has.
     {name:FORM}         in a form: see below.
     {?name} … {:} … {/} the first part, if the member is there and not empty, 0 or false.
                         Otherwise the second, which may be left out.
                         {?one|other}: if either is there. {?name=text}: if it is this text.
                         {?name>20}: if the list has more elements.
     {*name|, } … {/}    the part for each element of the list, with ", " in between.
                         {*one,other 3|, }: of two lists, three elements at most.
     {>}, {>name}        `path:12-40  kind name` of a symbol's row (path, start, end, kind, name).
     {-}                 its lines: `12-40`, or `12`.
     {!text}             a text that names the next call, in the words of the caller.

   Forms: `address`: a path or a place (text/address.h); `raw`: lines that were made safe;
   `thousands`: 10,247; `size`: 3.1 MB. `s`: the plural's s, unless the number is 1; `is one|many`:
   the word for the number. `cut 60`: at most that many bytes; `first 10`: the first bytes alone.
   `past 20`: the number less 20.

   A name is looked for in the element, then in what contains it; in each of them first in the
   value, then in the words. Words have the shape of the value: an element of a list has the words
   at its number in the list of that name. A member that is missing prints nothing. */
#pragma once

#include "base/json.h"

typedef struct Wording {
    const char *text;
    const Json *value;
    const Json *words; /* what only text says */
    Str (*reword)(const void *caller, Str text);
    const void *caller;
} Wording;

void wording_put(Buf *out, Arena scratch, const Wording *wording);
