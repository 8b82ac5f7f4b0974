/* Lists of directory and file names decide. In the content only marks of generated files and the
   length of lines count. */
#include "index/catalog/classify.h"

#include "base/path.h"
#include "index/catalog/generated.h"

/* People write short lines; a bundle's lines have thousands of bytes. */
#define MINIFIED_LINE_BYTES 1000
#define MINIFIED_FILE_BYTES (8 * KB)
/* From git-lfs's specification. */
#define POINTER_BYTES_MAX 1024

static bool has_part(Str path, const char *const *parts, size_t count)
{
    Str part;
    while (str_take_until(&path, '/', &part))
        for (size_t i = 0; i < count; i++)
            if (part.len && (part.ptr[0] | 0x20) == (parts[i][0] | 0x20) &&
                str_equal_nocase(part, str_from(parts[i])))
                return true;
    return false;
}

/* Quilt keeps the unpatched versions of files in .pc. */
static bool is_vendored(Str directory)
{
    static const char *const parts[] = {"node_modules",  "vendor",     "third_party",
                                        "third-party",   "thirdparty", "bower_components",
                                        "external",      "Godeps",     "site-packages",
                                        "dist-packages", ".pc"};
    return has_part(directory, parts, COUNT(parts));
}

bool classify_is_foreign(Str path)
{
    static const char *const parts[] = {"deps",     "extern",    "externals",
                                        "3rdparty", "3rd_party", "3rd-party"};
    return has_part(path_directory(path), parts, COUNT(parts));
}

/* `core-tests`, `unit_tests`, `unittests`, `App.Tests`, `AppTests`; not `contests`. */
static bool is_test_folder(Str part)
{
    static const char *const ends[] = {"-tests", "_tests", ".tests", "unittests"};
    for (size_t i = 0; i < COUNT(ends); i++) {
        Str end = str_from(ends[i]);
        if (part.len >= end.len && str_equal_nocase(str_from_offset(part, part.len - end.len), end))
            return true;
    }
    return str_ends(part, STR("Tests"));
}

static bool has_test_folder(Str directory)
{
    Str part;
    while (str_take_until(&directory, '/', &part))
        if (is_test_folder(part))
            return true;
    return false;
}

static const char *const test_parts[] = {"test",  "tests",    "testing", "__tests__", "spec",
                                         "specs", "testdata", "e2e",     "selftests", "testsuite"};
static const char *const doc_parts[] = {"doc", "docs", "documentation"};
static const char *const aside_parts[] = {"example",      "examples",  "demo",       "demos",
                                          "sample",       "samples",   "fixture",    "bench",
                                          "benches",      "benchmark", "benchmarks", "fixtures",
                                          "__fixtures__", "__mocks__", "playground"};

/* `tests.py`, as Django calls it, and `test.js`, which Jest looks for. */
static bool has_test_stem(Str name)
{
    static const Str stems[] = {STR_INIT("test"), STR_INIT("tests"), STR_INIT("selftest"),
                                STR_INIT("selftests"), STR_INIT("runtests")};
    Str stem = str_slice(name, 0, MIN(str_find_byte(name, '.'), name.len));
    for (size_t i = 0; i < COUNT(stems); i++)
        if (str_equal_nocase(stem, stems[i]))
            return true;
    return false;
}

static bool is_test(Str path, Str name)
{
    static const char *const marks[] = {"_test", "_tests", ".test",  ".tests", ".spec",
                                        "_spec", "-test",  "-tests", "Test",   "Tests"};
    for (size_t dot = 0; dot < name.len; dot++)
        for (size_t i = 0; name.ptr[dot] == '.' && i < COUNT(marks); i++)
            if (str_ends(str_slice(name, 0, dot), str_from(marks[i])))
                return true;
    Str directory = path_directory(path), extension = path_extension(path);
    return str_equal(extension, STR("t")) || str_equal(extension, STR("bats")) ||
           str_starts(name, STR("test_")) || has_test_stem(name) ||
           has_part(directory, test_parts, COUNT(test_parts)) || has_test_folder(directory);
}

bool classify_is_named_as_test(Str path)
{
    return is_test(path, path_base(path));
}

static bool is_doc(Str path, const Language *language)
{
    if (lang_facts(language)->holds_prose)
        return true;
    return has_part(path_directory(path), doc_parts, COUNT(doc_parts)) &&
           lang_engine(language) != ENGINE_GRAMMAR;
}

/* The class of a file that is the repository's own. */
static FileClass classify_own(Str path, const Language *language)
{
    if (is_doc(path, language))
        return FILE_DOC;
    if (lang_facts(language)->holds_data)
        return FILE_DATA;
    return is_test(path, path_base(path)) ? FILE_TEST : FILE_SOURCE;
}

bool classify_is_code(Str path)
{
    const LangFacts *facts = lang_facts(lang_detect(path, (Str){0}));
    return !facts->is_plain_text && !facts->holds_prose && !facts->holds_data;
}

FileClass classify_path(Str path, uint64_t size, const Language *language)
{
    if (size > INDEX_FILE_BYTES_MAX)
        return FILE_LARGE;
    return is_vendored(path_directory(path)) ? FILE_VENDORED : classify_own(path, language);
}

bool classify_is_aside(Str path)
{
    return has_part(path_directory(path), aside_parts, COUNT(aside_parts));
}

FolderRole classify_folder(Str directory)
{
    Str part;
    while (str_take_until(&directory, '/', &part)) {
        if (is_test_folder(part) || has_part(part, test_parts, COUNT(test_parts)))
            return FOLDER_TESTS;
        if (has_part(part, aside_parts, COUNT(aside_parts)))
            return FOLDER_ASIDE;
        if (has_part(part, doc_parts, COUNT(doc_parts)))
            return FOLDER_DOCS;
    }
    return FOLDER_OWN;
}

unsigned classify_order(Str path, uint64_t size)
{
    FileClass class = classify_path(path, size, lang_detect(path, (Str){0}));
    if (class == FILE_SOURCE && classify_is_foreign(path))
        return 3;
    if (str_find(path_base(path), STR(".min.")) != STR_NONE)
        return 5;
    switch (class) {
    case FILE_SOURCE: return classify_is_aside(path);
    case FILE_TEST: return 2;
    case FILE_DOC: return 4;
    default: return 5;
    }
}

static bool is_minified(const Language *language, Str text)
{
    if (!lang_facts(language)->may_be_minified || text.len < MINIFIED_FILE_BYTES)
        return false;
    size_t lines = 1;
    for (size_t i = 0; i < text.len; i++)
        lines += text.ptr[i] == '\n';
    return text.len / lines > MINIFIED_LINE_BYTES;
}

bool classify_is_pointer(Str text)
{
    return text.len <= POINTER_BYTES_MAX &&
           str_starts(text, STR("version https://git-lfs.github.com/spec/v"));
}

static AttributeState attribute(const ClassifyBy *by, Str path, const char *name)
{
    return by->attributes ? git_attributes_find(by->attributes, path, str_from(name))
                          : ATTRIBUTE_UNSPECIFIED;
}

static FileClass classify_origin(const ClassifyBy *by, Str path, const Language *language,
                                 uint64_t size)
{
    FileClass class = classify_path(path, size, language);
    AttributeState vendored = attribute(by, path, CLASSIFY_VENDORED);
    if (class == FILE_LARGE || vendored == ATTRIBUTE_UNSPECIFIED)
        return class;
    return vendored == ATTRIBUTE_YES ? FILE_VENDORED : classify_own(path, language);
}

static bool is_made(const ClassifyBy *by, FileClass class, Str path, const Language *language,
                    Str text)
{
    uint32_t line;
    AttributeState state = attribute(by, path, CLASSIFY_GENERATED);
    bool code = class == FILE_SOURCE || class == FILE_TEST;
    if (state != ATTRIBUTE_UNSPECIFIED)
        return state == ATTRIBUTE_YES;
    return code && !by->no_header && generated_mark(language, text, &line);
}

FileClass classify_file(const ClassifyBy *by, Str path, const Language *language, Str text)
{
    BinaryType type;
    if (lang_is_binary(text, &type))
        return FILE_BINARY;
    if (classify_is_pointer(text))
        return FILE_POINTER;
    FileClass class = classify_origin(by, path, language, text.len);
    if (class == FILE_LARGE || class == FILE_VENDORED)
        return class;
    if ((class == FILE_SOURCE || class == FILE_TEST) && is_minified(language, text))
        return FILE_MINIFIED;
    return is_made(by, class, path, language, text) ? FILE_GENERATED : class;
}

bool classify_is_indexed(FileClass class, Str path)
{
    return class == FILE_SOURCE || class == FILE_TEST || class == FILE_DOC || class == FILE_DATA ||
           class == FILE_GENERATED ||
           (class == FILE_VENDORED && !is_vendored(path_directory(path)));
}
