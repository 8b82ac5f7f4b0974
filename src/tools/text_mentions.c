/* Counts whole-word mentions of a name in the files of one class (tests, templates, code), as
   additional evidence where the call graph has no edges. If there are too many files, nothing is
   read. */
#include "tools/text_mentions.h"

#include "base/path.h"
#include "base/shell.h"
#include "lang/registry.h"
#include "search/text.h"

/* Limits of the additional reading for an answer: some tens of milliseconds. */
#define NAMED_FILES_MAX 3000
#define NAMED_BYTES_MAX (32 * MB)

static const char *const template_ends[] = {
    ".html", ".htm",   ".xhtml",  ".jinja",    ".jinja2", ".j2",     ".erb",       ".haml",
    ".slim", ".ejs",   ".hbs",    ".mustache", ".njk",    ".vue",    ".svelte",    ".astro",
    ".jsp",  ".jspx",  ".jspf",   ".twig",     ".phtml",  ".tpl",    ".tmpl",      ".gotmpl",
    ".pug",  ".jade",  ".liquid", ".cshtml",   ".razor",  ".vbhtml", ".ftl",       ".ftlh",
    ".vm",   ".mako",  ".heex",   ".eex",      ".leex",   ".templ",  ".blade.php", ".handlebars",
    ".xaml", ".axaml", ".qml",    ".fxml",     ".ui"};

static bool is_template(Str path)
{
    for (size_t i = 0; i < COUNT(template_ends); i++)
        if (str_ends(path, str_from(template_ends[i])))
            return true;
    return false;
}

bool text_mentions_has_templates(const Language *language)
{
    return lang_facts(language)->is_called_by_templates;
}

/* Whether the file is searched. Files of unknown languages count as text, and text as
   documentation. */
static bool is_meant(const CatalogFile *file, NamedWhere where)
{
    bool doc = file->class == FILE_DOC && !lang_facts(file->language)->is_plain_text;
    if (where == NAMED_IN_TEMPLATES)
        return !doc && file->class != FILE_VENDORED && is_template(file->path);
    if (where == NAMED_IN_CODE || where == NAMED_IN_ALL_CODE)
        return file->class == FILE_SOURCE ||
               (where == NAMED_IN_ALL_CODE && file->class == FILE_TEST);
    return file->class == FILE_TEST;
}

/* Lists the files; false if there are too many. */
static bool list_files(Arena *arena, const Catalog *catalog, NamedWhere where, TextFileVec *list)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!is_meant(file, where))
            continue;
        *VEC_PUSH(arena, list) = (TextFile){.path = file->path, .size = file->size};
        bytes += file->size;
    }
    return list->len <= NAMED_FILES_MAX && bytes <= NAMED_BYTES_MAX;
}

/* The directory that contains all files with hits; empty: the root. */
static Str common_directory(const TextFileVec *list)
{
    Str common = {0};
    bool any = false;
    for (size_t i = 0; i < list->len; i++) {
        Str directory = path_directory(list->ptr[i].path);
        size_t len = 0, slash = 0;
        if (!list->ptr[i].hits)
            continue;
        if (!any)
            common = directory;
        any = true;
        while (len < MIN(common.len, directory.len) && common.ptr[len] == directory.ptr[len]) {
            slash = common.ptr[len] == '/' ? len : slash;
            len++;
        }
        bool whole = (len == common.len || common.ptr[len] == '/') &&
                     (len == directory.len || directory.ptr[len] == '/');
        common = str_slice(common, 0, whole ? len : slash);
    }
    return str_equal(common, STR(".")) ? (Str){0} : common;
}

static Str search_for(ToolCall *call, Str name, Str directory)
{
    Str quoted = shell_quote(call->arena, name);
    Str quoted_place =
        directory.len ? str_join(call->arena, STR(" "), shell_quote_path(call->arena, directory))
                      : (Str){0};
    return tool_hint(call, str_format(call->arena, "fovea grep %.*s%.*s --whole-word",
                                      STR_ARG(quoted), STR_ARG(quoted_place)));
}

TextMentions text_mentions(ToolCall *call, const IndexSession *session, NamedWhere where, Str name)
{
    TextMentions named = {.call = search_for(call, name, (Str){0})};
    TextFileVec list = {0};
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    Pattern *pattern SCOPED(pattern_close) = NULL;
    FsPolicy policy = tool_policy(call);
    Err ignored = {0};
    bool few = list_files(call->arena, session->catalog, where, &list);
    named.there = (uint32_t)list.len;
    if (!few || !name.len ||
        !pattern_open(call->arena, name, (PatternOptions){.whole_word = true}, &pattern, &ignored))
        return named;
    if (list.len && !fs_tree_open(call->arena, &policy, session->repo.root, &tree, &ignored))
        return named;
    bool code = where == NAMED_IN_CODE || where == NAMED_IN_ALL_CODE;
    TextSearch search = {&tree, pattern, call->context->cancel, .matches = code};
    if (list.len && !text_count(&search, list.ptr, list.len, &ignored))
        return named;
    named.looked = true;
    for (size_t i = 0; i < list.len; i++) {
        named.hits += list.ptr[i].hits;
        named.further += list.ptr[i].further;
        named.files += list.ptr[i].hits > 0;
        if (list.ptr[i].hits && named.paths.len < NAMED_PATHS_MAX)
            *VEC_PUSH(call->arena, &named.paths) = list.ptr[i].path;
        named.looked &= list.ptr[i].state == TEXT_SEARCHED || list.ptr[i].state == TEXT_BINARY;
    }
    if (named.hits && !code)
        named.call = search_for(call, name, common_directory(&list));
    return named;
}
