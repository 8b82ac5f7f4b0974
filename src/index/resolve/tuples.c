/* The parts are evaluated where the tuple is written, if the variables of the place are known; else
   when they are asked for. */
#include "index/resolve/tuples.h"

#include "index/resolve/infer.h"
#include "index/resolve/types.h"
#include "lang/walk/type_head.h"

static const Value unknown = {.kind = VALUE_UNKNOWN};

static size_t word_length(Str text)
{
    size_t len = 0;
    while (len < text.len && (byte_is_word(text.ptr[len]) || text.ptr[len] == '$'))
        len++;
    return len;
}

bool tuples_is(const Resolver *resolver, const Value *value)
{
    return value->kind == VALUE_UNKNOWN && value->argument && value->named && !value->suffix.len &&
           str_equal(catalog_name(resolver->catalog, value->named), STR("tuple"));
}

Value tuples_element(Resolver *resolver, const Value *value, size_t index, bool each)
{
    Value all[VALUE_ALTERNATIVES_MAX];
    uint32_t count = 0;
    Str rest = catalog_name(resolver->catalog, value->argument), part;
    for (size_t i = 0; count < VALUE_ALTERNATIVES_MAX && type_head_take(&rest, ',', &part); i++)
        if (index == STR_NONE || i == index)
            all[count++] = value->parts && i < VALUE_PARTS_MAX
                               ? resolver->others.ptr[value->parts - 1 + i]
                               : types_of_part(resolver, value->place, part);
    Value either = count ? value_either(resolver, all, count) : unknown;
    return each || !either.others ? either : unknown;
}

uint32_t tuples_values(Resolver *resolver, const Scope *scope, uint32_t at, Str list)
{
    Value all[VALUE_PARTS_MAX];
    uint32_t count = 0;
    for (Str part; count < VALUE_PARTS_MAX && type_head_take(&list, ',', &part); count++) {
        size_t word = word_length(part);
        bool named = str_starts(str_from_offset(part, word), STR(":")) &&
                     !str_starts(str_from_offset(part, word), STR("::"));
        part = str_from_offset(part, named ? word + 1 : 0);
        bool expression = str_starts(part, STR("="));
        all[count] = infer_expression(resolver, scope, at, str_from_offset(part, expression));
        all[count] = expression ? all[count] : value_instance(all[count]);
    }
    for (uint32_t i = 0; i < count; i++)
        *VEC_PUSH(&resolver->typed, &resolver->others) = all[i];
    return (uint32_t)resolver->others.len - count + 1;
}
