#include "lang/sniff.h"

/* Whether any line starts (after blanks) with one of the words, followed by no word character. */
static bool line_starts(Str text, const char *const *words, size_t count)
{
    Str line;
    while (str_take_line(&text, &line)) {
        line = str_trim(line);
        for (size_t i = 0; i < count; i++) {
            Str word = str_from(words[i]);
            if (str_starts(line, word) && (line.len == word.len ||
                                           !byte_is_word(line.ptr[word.len])))
                return true;
        }
    }
    return false;
}

bool sniff_cpp(Str head)
{
    static const char *const words[] = {"namespace", "template", "class", "using", "public:",
                                        "private:", "protected:", "constexpr", "virtual",
                                        "explicit", "friend", "inline namespace"};
    static const char *const includes[] = {"#include <string>", "#include <vector>",
                                           "#include <memory>", "#include <iostream>",
                                           "#include <map>", "#include <cstdint>",
                                           "#include <cstddef>", "#include <functional>",
                                           "#include <utility>", "#include <type_traits>"};
    for (size_t i = 0; i < COUNT(includes); i++)
        if (str_find(head, str_from(includes[i])) != STR_NONE)
            return true;
    /* Headers for both languages guard the C++ part. */
    if (str_find(head, STR("#ifdef __cplusplus")) != STR_NONE ||
        str_find(head, STR("defined(__cplusplus)")) != STR_NONE)
        return false;
    return line_starts(head, words, COUNT(words));
}

bool sniff_objc(Str head)
{
    static const char *const words[] = {"@interface", "@implementation", "@protocol", "@import",
                                        "@class", "#import"};
    return line_starts(head, words, COUNT(words));
}

bool sniff_jsonl(Str head)
{
    Str line = {0}, second = {0};
    if (!str_take_line(&head, &line) || !str_take_line(&head, &second))
        return false;
    line = str_trim(line);
    second = str_trim(second);
    return str_starts(line, STR("{\"")) && str_ends(line, STR("}")) && str_starts(second, STR("{\""));
}

bool sniff_ini(Str head)
{
    bool section = false;
    Str line;
    while (str_take_line(&head, &line)) {
        line = str_trim(line);
        if (!line.len || line.ptr[0] == '#' || line.ptr[0] == ';')
            continue;
        if (section)
            return str_find_byte(line, '=') != STR_NONE;
        if (line.ptr[0] != '[' || line.ptr[line.len - 1] != ']' || line.len < 3)
            return false;
        section = byte_is_alpha(line.ptr[1]);
    }
    return false;
}
