/* A name is a run of the letters of paths. It counts if it has a dot or a folder, or if a file may
   be called so without them (`Makefile`, README). A line number follows it in one of few forms. */
#include "agent/task_places.h"

/* A longer run is no path. */
#define NAME_BYTES_MAX 400

static bool is_name_byte(char c)
{
    return byte_is_word(c) || byte_in(c, "-./\\@+~$%");
}

/* The text that follows a file's name, and where its number ends. */
static const Str line_marks[] = {STR_INIT(":line "),     STR_INIT(":"),         STR_INIT("("),
                                 STR_INIT("\", line "),  STR_INIT("', line "),  STR_INIT(", line "),
                                 STR_INIT(" line "),     STR_INIT(" on line "), STR_INIT("` line "),
                                 STR_INIT("` on line "), STR_INIT(" at line ")};

static uint32_t number_at(Str text, size_t at)
{
    uint64_t number = 0;
    size_t end = at;
    while (end < text.len && byte_is_digit(text.ptr[end]))
        end++;
    return str_parse_u64(str_slice(text, at, end), &number) && number <= UINT32_MAX
               ? (uint32_t)number
               : 0;
}

/* `line 12 of` and `line 12 in` before a name. */
static uint32_t line_before(Str text, size_t at)
{
    Str before = str_trim_end(str_slice(text, at > 40 ? at - 40 : 0, at));
    while (before.len && byte_in(before.ptr[before.len - 1], "`'\""))
        before = str_trim_end(str_slice(before, 0, before.len - 1));
    if (!str_ends(before, STR(" of")) && !str_ends(before, STR(" in")))
        return 0;
    before = str_trim_end(str_slice(before, 0, before.len - 3));
    size_t digits = before.len;
    while (digits && byte_is_digit(before.ptr[digits - 1]))
        digits--;
    bool named = str_ends(str_slice(before, 0, digits), STR("line ")) ||
                 str_ends(str_slice(before, 0, digits), STR("lines "));
    return named ? number_at(before, digits) : 0;
}

static uint32_t line_of(Str text, size_t start, size_t end)
{
    Str rest = str_from_offset(text, end);
    for (size_t i = 0; i < COUNT(line_marks); i++) {
        uint32_t line = str_starts(rest, line_marks[i]) ? number_at(rest, line_marks[i].len) : 0;
        if (line)
            return line;
    }
    return line_before(text, start);
}

/* Whether a word without a dot or a folder may be a file: it has a capital, as `Makefile` and
   `LICENSE` do. Whether a file is called so is not decided here. */
static bool may_be_file(Str word)
{
    return word.len > 2 && word.ptr[0] >= 'A' && word.ptr[0] <= 'Z';
}

static Str clean_name(Arena *arena, Str name)
{
    Str clean = str_copy(arena, name);
    char *bytes = (char *)clean.ptr;
    for (size_t i = 0; i < clean.len; i++)
        bytes[i] = bytes[i] == '\\' ? '/' : bytes[i];
    while (clean.len && byte_in(clean.ptr[clean.len - 1], "./-+~$%@"))
        clean.len--;
    while (str_starts(clean, STR("./")))
        clean = str_from_offset(clean, 2);
    return clean;
}

static bool is_mention(Str name)
{
    bool parts = str_find_byte(name, '.') != STR_NONE || str_find_byte(name, '/') != STR_NONE;
    bool letters = false;
    for (size_t i = 0; i < name.len; i++)
        letters |= byte_is_alpha(name.ptr[i]) || (unsigned char)name.ptr[i] >= 0x80;
    return letters && name.len > 1 && (parts || may_be_file(name));
}

static void add(Arena *arena, TaskPlaceVec *places, const TaskPlace *place)
{
    if (places->len == TASK_PLACES_MAX) {
        size_t kept = TASK_PLACES_MAX / 2;
        memmove(places->ptr, places->ptr + kept, kept * sizeof(TaskPlace));
        places->len = kept;
    }
    *VEC_PUSH(arena, places) = *place;
}

TaskPlaceVec task_places_read(Arena *arena, Str text)
{
    TaskPlaceVec places = {0};
    for (size_t at = 0, end; at < text.len; at = end) {
        end = at + 1;
        if (!is_name_byte(text.ptr[at]) || text.ptr[at] == '@')
            continue;
        while (end < text.len && is_name_byte(text.ptr[end]))
            end++;
        if (end - at > NAME_BYTES_MAX)
            continue;
        TaskPlace place = {.name = clean_name(arena, str_slice(text, at, end)),
                           .line = line_of(text, at, end),
                           .at = at};
        if (is_mention(place.name))
            add(arena, &places, &place);
    }
    return places;
}

bool task_places_end_innermost(Str text)
{
    return str_find(text, STR("most recent call last")) != STR_NONE;
}
