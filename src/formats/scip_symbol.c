/* Symbols as strings. The grammar is that of the protocol's definition:
     symbol      `local ` id, or scheme ` ` manager ` ` package ` ` version ` ` descriptors
     descriptor  name `/ # . : !`, name `(` disambiguator `).`, `[` name `]`, `(` name `)`
   Spaces in the first four parts are doubled, and backticks in an escaped name. */
#include "formats/scip.h"

#define LOCAL "local "

static bool is_simple(char byte)
{
    return byte_is_alpha(byte) || byte_is_digit(byte) || byte_in(byte, "_+-$");
}

/* ---- writing ---- */

static void put_part(Buf *out, Str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == ' ')
            buf_put_byte(out, ' ');
        buf_put_byte(out, text.ptr[i]);
    }
    if (!text.len)
        buf_put_byte(out, '.');
    buf_put_byte(out, ' ');
}

void scip_put_scheme(Buf *out, Str package)
{
    buf_put(out, STR("fovea . "));
    put_part(out, package);
    buf_put(out, STR(". "));
}

/* A name in the grammar's form: between backticks if it has characters other than `_+-$`, letters
   and digits. It must not be empty. */
static void scip_put_name(Buf *out, Str name)
{
    size_t plain = 0;
    while (plain < name.len && is_simple(name.ptr[plain]))
        plain++;
    if (plain == name.len) {
        buf_put(out, name);
        return;
    }
    buf_put_byte(out, '`');
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] == '`')
            buf_put_byte(out, '`');
        buf_put_byte(out, name.ptr[i]);
    }
    buf_put_byte(out, '`');
}

void scip_put_descriptor(Buf *out, Str name, ScipSuffix suffix, uint32_t ordinal)
{
    static const char marks[] = {
        [SCIP_IN_NAMESPACE] = '/', [SCIP_IN_TYPE] = '#', [SCIP_TERM] = '.',
        [SCIP_METHOD] = '.',       [SCIP_META] = ':',    [SCIP_MACRO] = '!'};
    if (ordinal && suffix != SCIP_METHOD)
        buf_printf(out, "%u:", ordinal);
    scip_put_name(out, name);
    if (suffix == SCIP_METHOD && ordinal)
        buf_printf(out, "(+%u)", ordinal);
    else if (suffix == SCIP_METHOD)
        buf_put(out, STR("()"));
    buf_put_byte(out, marks[suffix]);
}

/* ---- reading ---- */

bool scip_symbol_is_local(Str symbol)
{
    return str_starts(symbol, STR(LOCAL));
}

/* Skips one of the first parts and the space after it. */
static bool skip_part(Str *rest)
{
    for (size_t i = 0; i < rest->len; i++) {
        if (rest->ptr[i] != ' ')
            continue;
        if (i + 1 < rest->len && rest->ptr[i + 1] == ' ') {
            i++;
            continue;
        }
        *rest = str_from_offset(*rest, i + 1);
        return i > 0;
    }
    return false;
}

static bool take_name(Str *rest, ScipDescriptor *descriptor)
{
    size_t end = 0;
    descriptor->is_escaped = rest->len && rest->ptr[0] == '`';
    if (!descriptor->is_escaped) {
        while (end < rest->len && is_simple(rest->ptr[end]))
            end++;
        descriptor->name = str_slice(*rest, 0, end);
        *rest = str_from_offset(*rest, end);
        return end > 0;
    }
    for (end = 1; end < rest->len; end++) {
        if (rest->ptr[end] != '`')
            continue;
        if (end + 1 == rest->len || rest->ptr[end + 1] != '`')
            break;
        end++;
    }
    if (end >= rest->len)
        return false;
    descriptor->name = str_slice(*rest, 1, end);
    *rest = str_from_offset(*rest, end + 1);
    return end > 1;
}

static bool take_byte(Str *rest, char byte)
{
    bool there = rest->len && rest->ptr[0] == byte;
    if (there)
        *rest = str_from_offset(*rest, 1);
    return there;
}

static bool take_descriptor(Str *rest, ScipDescriptor *descriptor)
{
    *descriptor = (ScipDescriptor){0};
    if (take_byte(rest, '[')) {
        descriptor->suffix = '[';
        return take_name(rest, descriptor) && take_byte(rest, ']');
    }
    if (take_byte(rest, '(')) {
        descriptor->suffix = ')';
        return take_name(rest, descriptor) && take_byte(rest, ')');
    }
    if (!take_name(rest, descriptor) || !rest->len || !byte_in(rest->ptr[0], "/#.:!("))
        return false;
    descriptor->suffix = rest->ptr[0];
    *rest = str_from_offset(*rest, 1);
    if (descriptor->suffix != '(')
        return true;
    while (rest->len && is_simple(rest->ptr[0]))
        *rest = str_from_offset(*rest, 1);
    return take_byte(rest, ')') && take_byte(rest, '.');
}

bool scip_symbol_parse(Arena *arena, Str symbol, ScipDescriptorVec *descriptors)
{
    Str rest = symbol;
    if (!str_is_utf8(symbol))
        return false;
    if (scip_symbol_is_local(symbol)) {
        rest = str_from_offset(symbol, sizeof LOCAL - 1);
        ScipDescriptor id;
        return take_name(&rest, &id) && !id.is_escaped && !rest.len;
    }
    for (int part = 0; part < 4; part++)
        if (!skip_part(&rest))
            return false;
    while (rest.len) {
        ScipDescriptor descriptor;
        if (descriptors->len == SCIP_DESCRIPTORS_MAX || !take_descriptor(&rest, &descriptor))
            return false;
        *VEC_PUSH(arena, descriptors) = descriptor;
    }
    return descriptors->len > 0;
}
