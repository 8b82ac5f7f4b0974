/* Arguments and the parameters that they are for, in the texts of lang/walk/given.h and
   call_signature.h. */
#include "index/resolve/signatures.h"

#include "index/resolve/call_signature.h"
#include "index/resolve/infer.h"
#include "lang/registry.h"
#include "lang/walk/type_head.h"

static const Value unknown = {.kind = VALUE_UNKNOWN};

/* ---- lists ---- */

bool signatures_take(Str *rest, SignatureParameter *parameter)
{
    Str part;
    if (!type_head_take(rest, ',', &part))
        return false;
    *parameter = (SignatureParameter){0};
    for (; part.len && byte_in(part.ptr[0], "?*"); part = str_from_offset(part, 1)) {
        parameter->optional = parameter->optional || part.ptr[0] == '?';
        parameter->many = parameter->many || part.ptr[0] == '*';
    }
    size_t sign = str_find_byte(part, '=');
    parameter->label = sign == STR_NONE ? (Str){0} : str_slice(part, 0, sign);
    parameter->type = str_from_offset(part, sign == STR_NONE ? 0 : sign + 1);
    return true;
}

Str signatures_label(Str *argument)
{
    size_t len = 0;
    while (len < argument->len && byte_is_word(argument->ptr[len]))
        len++;
    if (!len || len >= argument->len || argument->ptr[len] != '=')
        return (Str){0};
    Str label = str_slice(*argument, 0, len);
    *argument = str_from_offset(*argument, len + 1);
    return label;
}

static bool is_function(Str argument)
{
    return str_starts(argument, STR("\\"));
}

static bool is_function_type(Str type)
{
    return str_starts(type, STR(TYPE_FUNCTION "<"));
}

bool signatures_find(Str list, size_t index, Str argument, SignatureParameter *parameter)
{
    Str label = signatures_label(&argument), rest = list;
    SignatureParameter next, last = {0};
    bool found = false;
    for (size_t i = 0; signatures_take(&rest, &next); i++) {
        bool meant =
            label.len ? str_equal(label, next.label) : i == index || (next.many && i < index);
        if (meant && !found)
            *parameter = next;
        found = found || meant;
        last = next;
    }
    bool trails = !label.len && is_function(argument) && is_function_type(last.type);
    if (trails && (!found || !is_function_type(parameter->type)))
        *parameter = last, found = true; // a block after the arguments is the last one
    return found;
}

/* ---- arguments ---- */

static const struct {
    Str text;
    const char *type;
} literals[] = {{STR_INIT("\"\""), "String"}, {STR_INIT("0"), "Int"},
                {STR_INIT("0.0"), "Double"},  {STR_INIT("0L"), "Long"},
                {STR_INIT("''"), "Char"},     {STR_INIT("true"), "Boolean"}};

Value signatures_literal(Resolver *resolver, Str argument)
{
    for (size_t i = 0; i < COUNT(literals); i++)
        if (str_equal(argument, literals[i].text))
            return (Value){.named =
                               names_put(&resolver->catalog->names, str_from(literals[i].type))};
    return unknown;
}

Value signatures_argument(const CallPlace *place, Str argument)
{
    Resolver *resolver = place->resolver;
    static const char *const nothing[] = {"_", "*", "null", "", NULL};
    bool small = argument.len &&
                 (argument.ptr[0] == '_' || (argument.ptr[0] >= 'a' && argument.ptr[0] <= 'z'));
    bool bare = small && !place->scope && !str_starts(argument, STR("new ")) &&
                !str_starts(argument, STR("$"));
    if (lang_lists(nothing, argument) || bare || is_function(argument))
        return unknown;
    Value literal = signatures_literal(resolver, argument);
    if (literal.named)
        return literal;
    if (str_starts(argument, STR("&")))
        return unknown;
    return value_instance(infer_expression(resolver, place->scope, place->at, argument));
}
