/* A line is `NAME TAB PATH TAB ADDRESS;" TAB KIND TAB KEY:VALUE …`. The address is a search
   pattern, so that editors find moved definitions. Values escape tabs, line ends and backslashes;
   patterns escape slashes and backslashes, and a `$` at the end. */
#include "formats/ctags.h"

#define OWN_PROGRAM "!_TAG_PROGRAM_NAME\tfovea\t"

static bool is_escaped(Str name, size_t i)
{
    unsigned char byte = (unsigned char)name.ptr[i];
    return byte < 0x20 || byte == 0x7F || byte == '\\' || (!i && (byte == '!' || byte == ' '));
}

static void put_escaped(Buf *out, char byte)
{
    switch (byte) {
    case '\t': buf_put(out, STR("\\t")); break;
    case '\n': buf_put(out, STR("\\n")); break;
    case '\r': buf_put(out, STR("\\r")); break;
    case '\\': buf_put(out, STR("\\\\")); break;
    default: buf_printf(out, "\\x%02X", (unsigned char)byte); break;
    }
}

Str ctags_name(Arena *arena, Str name)
{
    size_t plain = 0;
    while (plain < name.len && !is_escaped(name, plain))
        plain++;
    if (plain == name.len)
        return name;
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < name.len; i++) {
        if (is_escaped(name, i))
            put_escaped(&out, name.ptr[i]);
        else
            buf_put_byte(&out, name.ptr[i]);
    }
    return buf_str(&out);
}

static void put_value(Buf *out, Str value)
{
    for (size_t i = 0; i < value.len; i++) {
        unsigned char byte = (unsigned char)value.ptr[i];
        if (byte < 0x20 || byte == 0x7F || byte == '\\')
            put_escaped(out, (char)byte);
        else
            buf_put_byte(out, (char)byte);
    }
}

static void put_field(Buf *out, Str key, Str value)
{
    if (!value.len)
        return;
    buf_put_byte(out, '\t');
    buf_put(out, key);
    buf_put_byte(out, ':');
    put_value(out, value);
}

/* A line cannot be searched for if it has bytes that end lines in some reader. */
static bool can_be_quoted(Str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (byte_in(line.ptr[i], "\r\n\f\v") || !line.ptr[i])
            return false;
    return line.ptr && str_trim(line).len;
}

static void put_pattern(Buf *out, Str line)
{
    bool cut = line.len > CTAGS_PATTERN_BYTES_MAX;
    if (cut)
        line = str_slice(line, 0, str_char_floor(line, CTAGS_PATTERN_BYTES_MAX));
    buf_put(out, STR("/^"));
    for (size_t i = 0; i < line.len; i++) {
        bool end = i + 1 == line.len && line.ptr[i] == '$';
        if (line.ptr[i] == '/' || line.ptr[i] == '\\' || end)
            buf_put_byte(out, '\\');
        buf_put_byte(out, line.ptr[i]);
    }
    buf_put(out, cut ? STR("/") : STR("$/"));
}

void ctags_put(Buf *out, const CtagsTag *tag)
{
    buf_put(out, tag->name);
    buf_put_byte(out, '\t');
    put_value(out, tag->path);
    buf_put_byte(out, '\t');
    if (can_be_quoted(tag->source))
        put_pattern(out, tag->source);
    else
        buf_put_u64(out, tag->line);
    buf_put(out, STR(";\"\t"));
    put_value(out, tag->kind);
    buf_printf(out, "\tline:%u", tag->line);
    put_field(out, STR("language"), tag->language);
    put_field(out, tag->scope_kind, tag->scope);
    if (tag->file_only)
        buf_put(out, STR("\tfile:"));
    put_field(out, STR("access"), tag->access);
    put_field(out, STR("signature"), tag->signature);
    if (tag->end_line > tag->line)
        buf_printf(out, "\tend:%u", tag->end_line);
    buf_put_byte(out, '\n');
}

void ctags_put_head(Buf *out)
{
    buf_put(out, STR("!_TAG_FILE_FORMAT\t2\t/extended format; --format=1 will not append ;\" to "
                     "lines/\n"
                     "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/\n"
                     "!_TAG_OUTPUT_EXCMD\tmixed\t/number, pattern, mixed, or combineV2/\n"
                     "!_TAG_OUTPUT_FILESEP\tslash\t/slash or backslash/\n"
                     "!_TAG_OUTPUT_MODE\tu-ctags\t/u-ctags or e-ctags/\n"));
    buf_printf(out, "!_TAG_PATTERN_LENGTH_LIMIT\t%d\t/0 for no limit/\n", CTAGS_PATTERN_BYTES_MAX);
    buf_put(out, STR(OWN_PROGRAM "/code navigation within a token budget/\n"
                                 "!_TAG_PROGRAM_VERSION\t" FOVEA_VERSION "\t//\n"));
}

bool ctags_is_own(Str head)
{
    return str_starts(head, STR("!_TAG_FILE_FORMAT\t")) &&
           str_find(head, STR(OWN_PROGRAM)) != STR_NONE;
}
