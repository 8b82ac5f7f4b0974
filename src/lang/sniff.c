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
