#include "review/unknown.h"

#include "base/path.h"
#include "git/objects.h"
#include "lang/lang.h"
#include "manifest/manifest.h"

/* Extensions of prose, data, keys, and what tools write. */
static const char *const known[] = {
    "txt",     "text",    "out",   "err",      "log",    "in",   "list",     "lst",     "csv",
    "tsv",     "dict",    "dic",   "aff",      "tmpl",   "tpl",  "template", "conf",    "cnf",
    "cfg",     "lock",    "sum",   "mod",      "work",   "snap", "gold",     "golden",  "ref",
    "ok",      "diff",    "patch", "expected", "sample", "po",   "pot",      "srt",     "example",
    "license", "version", "acl",   "map",      "guess",  "sub",  "tbl",      "filters", "ics",
    "vcf",     "geojson", "bib",   "pod",      "man",    "wiki", "textile",  "sln",     "pem",
    "key",     "crt",     "cer",   "csr",      "pub",    "asc",  "sig",      "meta",    "asset",
    "prefab",  "unity",   "mmd",   "puml",     "dot",    "gv",   "pbxproj",  "http",    "rest"};

static bool is_known(Str extension)
{
    bool digits = true; /* a page of the manual, or the end of a version */
    for (size_t i = 0; i < extension.len; i++)
        digits = digits && byte_is_digit(extension.ptr[i]);
    for (size_t i = 0; i < COUNT(known) && !digits; i++)
        if (str_equal_nocase(extension, str_from(known[i])))
            return true;
    return digits;
}

bool review_is_unknown(const ChangedFile *file)
{
    const Language *language = file->new.outline.language;
    Str base = path_base(file->new.path);
    size_t dot = str_find_last_byte(base, '.');
    bool extension = dot != STR_NONE && dot && dot + 1 < base.len;
    if (!file->new.path.len || file->link || !file->hunks.len || !language ||
        !lang_facts(language)->is_plain_text || manifest_kind_with_dependencies(file->new.path))
        return false;
    if (str_starts(file->new.text, STR("#!")))
        return true;
    return extension ? !is_known(str_from_offset(base, dot + 1))
                     : file->new_mode == GIT_MODE_EXECUTABLE;
}
