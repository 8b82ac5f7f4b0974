/* Shapes are unpacked on first use and dropped by resolve_trim. */
#include "index/resolve/file_shape.h"

#include "index/catalog/catalog_shape.h"
#include "index/resolve/file_scope.h"

FileShape *file_shape_of(Resolver *resolver, uint32_t id)
{
    FileScope *scope = &resolver->files[id];
    Arena *arena = &resolver->shapes;
    if (scope->shape)
        return scope->shape;
    FileShape *shape = NEW(arena, FileShape, 1);
    catalog_shape(resolver->catalog, arena, id, &shape->outline);
    for (size_t i = shape->outline.references.len; i-- > 0;) {
        const Reference *reference = &shape->outline.references.ptr[i];
        bool types = reference->kind == REFERENCE_TYPE && !reference->name.len;
        bool signature =
            reference->kind == REFERENCE_TYPE && str_equal(reference->name, STR(SHAPE_SIGNATURE));
        IdMap *map = types ? &shape->parameters : signature ? &shape->signatures : &shape->bodies;
        id_map_put(map, arena, reference->symbol, (uint32_t)i);
    }
    *VEC_PUSH(arena, &resolver->shaped) = id;
    return scope->shape = shape;
}

static Str text_of(const FileShape *shape, const IdMap *map, uint32_t index)
{
    uint32_t at = id_map_get(map, index);
    return at == ID_MAP_NONE ? (Str){0} : shape->outline.references.ptr[at].receiver;
}

Str file_shape_signature(Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const FileShape *shape = file_shape_of(resolver, place.file);
    return text_of(shape, &shape->signatures, place.index);
}

Str file_shape_parameters(Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const FileShape *shape = file_shape_of(resolver, place.file);
    return text_of(shape, &shape->parameters, place.index);
}
