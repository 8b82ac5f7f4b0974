/* Shapes: the references of a file that other files ask for (catalog_shape): bases, parameters,
   assignments to members. */
#pragma once

#include "index/resolve/resolver.h"

typedef struct FileShape {
    Outline outline;
    bool attributes_are_ready;
    IdMap attributes; /* type, name → index in outline.references of `self.name = …` */
    IdMap results;    /* function → index in outline.references of the first BIND of its result */
    IdMap bodies;     /* symbol → index in outline.references of the first reference in it */
    IdMap parameters; /* symbol → index in outline.references of the types of its parameters */
    IdMap signatures; /* … of its signature */
} FileShape;

/* Valid until resolve_trim. */
FileShape *file_shape_of(Resolver *resolver, uint32_t id);
/* The types of a function's parameters, as Rules.parameter_types, cpp_signature.h or
   callback_signature.h spells them; empty when not known. */
Str file_shape_parameters(Resolver *resolver, uint32_t symbol);
/* The signature of a function, as call_signature.h spells it; empty when not known. */
Str file_shape_signature(Resolver *resolver, uint32_t symbol);
