/* What names of types mean in the new state of a change, by the declarations in its files: so that
   two types can be compared by more than their texts. */
#pragma once

#include "change/pair.h"

const TypeNames *type_names_read(Arena *arena, const ChangeSet *set, const Pairing *pairing);

/* The text of a type as users of `new` read it. Renamed types have their new names, and aliases are
   what they stand for. Type parameters that are left out have their defaults. A path is cut to the
   name that an import of one side gives it. `old` and `new` are the sides of one declaration;
   `before`: the text is the old one. */
Str type_names_settle(Arena *arena, const ChangeSet *set, const ChangeSide *old,
                      const ChangeSide *new, bool before, Str type);
/* Whether the first type has the second one among its bases. */
bool type_names_derive(const TypeNames *names, const Language *language, Str type, Str base);

/* The argument of that place that a type gives to its base in the new state: `extends Base<A, B>`;
   empty: none. */
Str type_names_base_argument(const TypeNames *names, const Language *language, Str type, Str base,
                             size_t index);

/* A type parameter of a declaration. */
typedef struct TypeParameter {
    Str name, value; /* its default, or empty */
} TypeParameter;
typedef VEC(TypeParameter) TypeParameterVec;

TypeParameterVec type_names_parameters(Arena *arena, const ChangeSide *side, uint32_t index);
/* What follows a declared name, without the list of type parameters that it may begin with. */
Str type_names_behind_parameters(Str text);
/* The type that an alias of that name stands for; empty: the change's files have no such alias, or
   several. */
Str type_names_alias(const TypeNames *names, const Language *language, Str name);
/* Whether an alias of the old name, beside the declaration, stands for what it is called now. */
bool type_names_keep(const ChangeSet *set, const ChangedSymbol *changed);
/* The text with each of the words `from` replaced by the text of that place in `to`. */
Str type_names_replace(Arena *arena, Str text, const StrVec *from, const StrVec *to);
/* Takes the next of the arguments in brackets, `A, B<C, D>`. */
Str type_names_take_argument(Str *rest);
