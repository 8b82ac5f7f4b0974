/* The text is searched for the word; only a text that has it is tokenised and parsed. Each site is
   then looked up in the tree by its bytes. */
#include "lang/name_sites.h"

#include "lang/lexical/code_tokens.h"
#include "lang/parse.h"
#include "lang/registry.h"

typedef struct Search {
    Arena *arena;
    const Language *language;
    Str text, name;
    NameHints hints;
    const TokenVec *tokens;
    NameSiteVec *sites;
    size_t first; /* of the sites that this search added */
} Search;

/* ---- words ---- */

bool name_is_listed(const char *words, Str word)
{
    Str rest = words ? str_from(words) : (Str){0}, part;
    while (str_take_until(&rest, ' ', &part))
        if (part.len && str_equal(part, word))
            return true;
    return false;
}

bool lang_is_name_byte(const Language *language, char byte)
{
    const char *letters = language ? lang_facts(language)->name_letters : NULL;
    return byte_is_word(byte) || (letters && byte_in(byte, letters));
}

/* Whether a name cannot go on over the byte at `end - 1`, or over one of these characters there. */
static bool ends_name(const Language *language, Str text, size_t end)
{
    Str before = str_slice(text, 0, end), mark;
    if (!end || !lang_is_name_byte(language, text.ptr[end - 1]))
        return true;
    const char *marks =
        (unsigned char)text.ptr[end - 1] >= 0x80 ? lang_facts(language)->separators : NULL;
    Str rest = marks ? str_from(marks) : (Str){0};
    while (str_take_until(&rest, ' ', &mark))
        if (mark.len && str_ends(before, mark))
            return true;
    return false;
}

static bool is_word_at(const Language *language, Str text, size_t at, Str name)
{
    size_t end = at + name.len;
    bool folds = lang_folds_case(language);
    Str found = str_slice(text, at, end);
    if (lang_is_name_byte(language, name.ptr[0]) && !ends_name(language, text, at))
        return false;
    if (end < text.len && lang_is_name_byte(language, text.ptr[end]) &&
        lang_is_name_byte(language, name.ptr[name.len - 1]))
        return false;
    return folds ? str_equal_nocase(found, name) : str_equal(found, name);
}

/* Offset of the next whole word from `at` on, or STR_NONE. */
static size_t next_word(const Language *language, Str text, Str name, size_t at)
{
    bool folds = lang_folds_case(language);
    while (at + name.len <= text.len) {
        if (!folds) {
            size_t found = str_find(str_from_offset(text, at), name);
            if (found == STR_NONE)
                return STR_NONE;
            at += found;
        }
        if (is_word_at(language, text, at, name))
            return at;
        at++;
    }
    return STR_NONE;
}

bool lang_has_name(const Language *language, Str text, Str name)
{
    return name.len && next_word(language, text, name, 0) != STR_NONE;
}

/* ---- the bytes around ---- */

static size_t before_blanks(Str text, size_t at)
{
    while (at && byte_is_space(text.ptr[at - 1]))
        at--;
    return at;
}

/* Bytes before the name that only mark it as one: `@`, `r#`, a backtick. */
static uint32_t raw_before(Str text, const char *marks, size_t start)
{
    Str rest = marks ? str_from(marks) : (Str){0}, mark;
    while (str_take_until(&rest, ' ', &mark))
        if (mark.len && str_ends(str_slice(text, 0, start), mark) &&
            !(byte_is_word(mark.ptr[0]) && start > mark.len &&
              byte_is_word(text.ptr[start - mark.len - 1])))
            return (uint32_t)mark.len;
    return 0;
}

static void read_access(Str text, bool arrows, NameSite *site)
{
    size_t at = before_blanks(text, site->start - site->raw);
    if (!at)
        return;
    char last = text.ptr[at - 1], before = at > 1 ? text.ptr[at - 2] : 0;
    size_t mark = 0;
    if (last == '.' && before != '.') {
        site->access = ACCESS_MEMBER;
        mark = byte_in(before, "?&!") ? 2 : 1;
    } else if (last == '>' && before == '-' && arrows) {
        site->access = ACCESS_MEMBER;
        mark = 2;
    } else if (last == ':' && before == ':') {
        site->access = ACCESS_SCOPE;
        mark = 2;
    } else if (last == '\\' && site->start == at) {
        site->access = ACCESS_SCOPE;
        mark = 1;
    }
    if (mark)
        site->qualifier = str_word_before(text, before_blanks(text, at - mark));
}

static void read_around(const Search *search, NameSite *site)
{
    Str text = search->text;
    size_t end = site->start + search->name.len, line = site->start;
    site->raw = raw_before(text, search->hints.raw, site->start);
    read_access(text, search->hints.arrows, site);
    end += site->raw && end < text.len && text.ptr[end] == '`';
    while (end < text.len && byte_is_space(text.ptr[end]))
        end++;
    site->next = end < text.len ? text.ptr[end] : 0;
    if (!(search->language->lexical.traits & LEXICAL_DIRECTIVES))
        return;
    do {
        while (line && text.ptr[line - 1] != '\n')
            line--;
    } while (line > 1 && text.ptr[line - 2] == '\\' && line--);
    while (line < text.len && byte_in(text.ptr[line], " \t"))
        line++;
    site->directive = line < text.len && text.ptr[line] == '#';
}

/* ---- tokens ---- */

/* The last token that begins at or before the offset, or NULL. */
static const Token *token_at(const TokenVec *tokens, uint32_t offset)
{
    size_t low = 0, high = tokens->len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (tokens->ptr[middle].start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    while (low && tokens->ptr[low - 1].kind == TOKEN_INDENT)
        low--;
    const Token *token = low ? &tokens->ptr[low - 1] : NULL;
    return token && token->end > offset ? token : NULL;
}

static void read_token(const Search *search, NameSite *site)
{
    const Token *token = token_at(search->tokens, site->start);
    site->where = !token                         ? NAME_IN_CODE
                  : token->kind == TOKEN_STRING  ? NAME_IN_STRING
                  : token->kind == TOKEN_COMMENT ? NAME_IN_COMMENT
                                                 : NAME_IN_CODE;
    if (site->where != NAME_IN_STRING)
        return;
    Str text = search->text;
    size_t end = site->start + search->name.len;
    site->whole = site->start && end < text.len && text.ptr[site->start - 1] == text.ptr[end] &&
                  byte_in(text.ptr[end], "\"'`");
}

/* ---- the tree ---- */

static bool kind_has(const char *kind, const char *part)
{
    return kind && strstr(kind, part);
}

/* Whether text of this kind cannot contain code. */
static bool is_comment(const char *kind)
{
    return kind_has(kind, "comment");
}

static bool is_string(const char *kind)
{
    return kind_has(kind, "string") || kind_has(kind, "char_literal") ||
           kind_has(kind, "heredoc") || kind_has(kind, "regex") || kind_has(kind, "template_chars");
}

/* Whether the node is one word of code. */
static bool is_name(TSNode node)
{
    const char *kind = ts_node_type(node);
    return !ts_node_child_count(node) && !is_comment(kind) && !is_string(kind) &&
           !kind_has(kind, "content") && !kind_has(kind, "text") && !kind_has(kind, "arg");
}

/* Whether the site is an element of a list that is assigned to hints.list. */
static bool is_listed(const Search *search, TSNode node)
{
    Str list = str_from(search->hints.list);
    for (node = ts_node_parent(node); !ts_node_is_null(node); node = ts_node_parent(node)) {
        Str text = str_slice(search->text, ts_node_start_byte(node), ts_node_end_byte(node));
        if (kind_has(ts_node_type(node), "assignment"))
            return str_starts(text, list) && text.len > list.len &&
                   !byte_is_word(text.ptr[list.len]);
        if (kind_has(ts_node_type(node), "function") || kind_has(ts_node_type(node), "block"))
            return false;
    }
    return false;
}

static const char *field_of(TSNode parent, TSNode node)
{
    uint32_t count = ts_node_child_count(parent);
    for (uint32_t i = 0; i < count; i++)
        if (ts_node_eq(ts_node_child(parent, i), node))
            return ts_node_field_name_for_child(parent, i);
    return NULL;
}

static void read_scope(const Search *search, TSNode node, NameSite *site)
{
    for (; search->hints.scopes && !ts_node_is_null(node); node = ts_node_parent(node))
        if (name_is_listed(search->hints.scopes, str_from(ts_node_type(node)))) {
            site->scope_start = ts_node_start_byte(node);
            site->scope_end = ts_node_end_byte(node);
            return;
        }
}

/* Whether a node around this one is listed, as `kind` or as `parent/kind`. */
static bool is_nameless(const Search *search, TSNode node, uint32_t *start)
{
    for (; search->hints.nameless && !ts_node_is_null(node); node = ts_node_parent(node)) {
        TSNode parent = ts_node_parent(node);
        const char *outer = ts_node_is_null(parent) ? "" : ts_node_type(parent);
        Str rest = str_from(search->hints.nameless), path;
        while (str_take_until(&rest, ' ', &path)) {
            Str kind = path, around = {0};
            size_t slash = str_find_byte(path, '/');
            if (slash != STR_NONE) {
                around = str_slice(path, 0, slash);
                kind = str_from_offset(path, slash + 1);
            }
            if (str_equal(kind, str_from(ts_node_type(node))) &&
                (!around.len || str_equal(around, str_from(outer)))) {
                *start = ts_node_start_byte(node);
                return true;
            }
        }
    }
    return false;
}

/* The end of the declaring statement around a node, unless a scope comes first. */
static void read_until(const Search *search, TSNode node, NameSite *site)
{
    for (; search->hints.statements && !ts_node_is_null(node); node = ts_node_parent(node)) {
        Str kind = str_from(ts_node_type(node));
        if (name_is_listed(search->hints.statements, kind))
            site->until = ts_node_end_byte(node);
        if (site->until || name_is_listed(search->hints.scopes, kind))
            return;
    }
}

/* Whether the node, an object, is assigned to one of hints.exports. */
static bool is_exported(const Search *search, TSNode object)
{
    TSNode whole = ts_node_parent(object);
    if (!search->hints.exports || ts_node_is_null(whole))
        return false;
    TSNode left = ts_node_child_by_field_name(whole, "left", 4);
    return !ts_node_is_null(left) &&
           name_is_listed(search->hints.exports, str_slice(search->text, ts_node_start_byte(left),
                                                           ts_node_end_byte(left)));
}

static void read_node(const Search *search, TSNode root, NameSite *site)
{
    uint32_t end = site->start + (uint32_t)search->name.len;
    TSNode node = ts_node_descendant_for_byte_range(root, site->start, end);
    if (ts_node_is_null(node))
        return;
    const char *kind = ts_node_type(node);
    if (is_comment(kind)) {
        site->where = NAME_IN_COMMENT;
    } else if (is_string(kind)) {
        site->where = NAME_IN_STRING;
    } else if (is_name(node) && ts_node_start_byte(node) + MAX(site->raw, 1u) >= site->start &&
               ts_node_start_byte(node) <= site->start) {
        site->where = NAME_IN_CODE;
        site->node = kind;
        TSNode parent = ts_node_parent(node);
        if (!ts_node_is_null(parent)) {
            site->parent = ts_node_type(parent);
            site->field = field_of(parent, node);
            TSNode outer = ts_node_parent(parent);
            site->outer = ts_node_is_null(outer) ? NULL : ts_node_type(outer);
            site->outer_field = ts_node_is_null(outer) ? NULL : field_of(outer, parent);
        }
        read_scope(search, parent, site);
        read_until(search, parent, site);
        site->nameless = is_nameless(search, parent, &site->nameless_start);
        site->exported = !ts_node_is_null(parent) && is_exported(search, parent);
    }
    if (site->where == NAME_IN_STRING && search->hints.list)
        site->in_list = site->whole && is_listed(search, node);
}

static void read_tree(void *context, TSTree *tree)
{
    Search *search = context;
    TSNode root = ts_tree_root_node(tree);
    for (size_t i = search->first; i < search->sites->len; i++)
        read_node(search, root, &search->sites->ptr[i]);
}

static void parse(Search *search, Arena scratch)
{
    const Language *language = search->language;
    if (!language->grammar)
        return;
    ParseSource source = {.text = parse_prepare(&scratch, language, search->text)};
    OutlineOptions options = {0};
    /* Without a tree the lexical tier's judgement stays. */
    (void)!(parse_visit(scratch, language->grammar(), &source, &options, read_tree, search) ==
            PARSE_OK);
}

static bool add_sites(Search *search)
{
    uint32_t line = 1, from = 0;
    size_t at = 0, counted = 0;
    while ((at = next_word(search->language, search->text, search->name, at)) != STR_NONE) {
        if (search->sites->len == NAME_SITES_MAX)
            return false;
        for (; counted < at; counted++)
            if (search->text.ptr[counted] == '\n') {
                line++;
                from = (uint32_t)counted + 1;
            }
        NameSite *site = VEC_PUSH(search->arena, search->sites);
        site->start = (uint32_t)at;
        site->line = line;
        site->column = (uint32_t)at - from + 1;
        read_around(search, site);
        read_token(search, site);
        at += search->name.len;
    }
    return true;
}

bool lang_name_sites(Arena *arena, Arena scratch, const NameQuery *query, NameSiteVec *sites)
{
    TokenVec tokens = {0};
    if (!lang_has_name(query->language, query->text, query->name))
        return true;
    code_tokens_read(&scratch, query->language, query->text, &tokens);
    Search search = {.arena = arena,
                     .language = query->language,
                     .text = query->text,
                     .name = query->name,
                     .hints = query->hints,
                     .tokens = &tokens,
                     .sites = sites,
                     .first = sites->len};
    if (!add_sites(&search))
        return false;
    parse(&search, scratch);
    return true;
}

uint32_t name_site_symbol(const Outline *outline, uint32_t offset)
{
    uint32_t found = 0;
    for (size_t i = 0; i < outline->symbols.len && outline->symbols.ptr[i].start <= offset; i++)
        if (offset < outline->symbols.ptr[i].end)
            found = (uint32_t)i + 1;
    return found;
}
