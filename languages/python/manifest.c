/* pyproject.toml, setup.cfg, setup.py and requirements. */
#include "languages_manifest.h"

#include "manifest/manifest_reader.h"

void manifest_pyproject(Manifest *manifest)
{
    const Json *project = json_get(manifest->root, STR("project"));
    const Json *poetry = MANIFEST_VALUE(manifest->root, "tool", "poetry");
    Str name = manifest_text(project, "name"), description = manifest_text(project, "description");
    manifest->name = name.len ? name : manifest_text(poetry, "name");
    manifest->description = description.len ? description : manifest_text(poetry, "description");
    manifest_add_items(manifest, &manifest->programs, json_get(project, STR("scripts")));
    manifest_add_members(manifest,
                         MANIFEST_VALUE(manifest->root, "tool", "uv", "workspace", "members"));
}

/* The text after `key =` on a line, without quotes. */
static Str value_after(Str text, const char *key)
{
    Str line;
    while (str_take_line(&text, &line)) {
        line = str_trim(line);
        if (!str_starts(line, str_from(key)))
            continue;
        line = str_trim(str_from_offset(line, strlen(key)));
        if (!str_starts(line, STR("=")))
            continue;
        line = str_trim(str_from_offset(line, 1));
        while (line.len && byte_in(line.ptr[line.len - 1], ",'\")"))
            line.len--;
        while (line.len && byte_in(line.ptr[0], "'\""))
            line = str_from_offset(line, 1);
        bool plain = line.len > 0;
        for (size_t i = 0; i < line.len && plain; i++)
            plain = byte_is_word(line.ptr[i]) || byte_in(line.ptr[i], "-.");
        return plain ? line : (Str){0};
    }
    return (Str){0};
}

void manifest_setup_py(Manifest *manifest)
{
    manifest->name = value_after(manifest->text, "name");
}

/* Reads the name, and the programs: `console_scripts =`, and below it `name = module:function`. */
void manifest_setup_cfg(Manifest *manifest)
{
    bool inside = false;
    Str line, rest = manifest->text;
    manifest->name = value_after(manifest->text, "name");
    while (str_take_line(&rest, &line)) {
        size_t equals = str_find_byte(line, '=');
        bool indented = line.len && byte_is_space(line.ptr[0]);
        Str name = str_trim(str_slice(line, 0, MIN(equals, line.len)));
        if (!indented && str_trim(line).len)
            inside = str_equal(name, STR("console_scripts"));
        if (inside && indented && equals != STR_NONE)
            manifest_add_item(manifest, &manifest->programs, name,
                              str_trim(str_from_offset(line, equals + 1)));
    }
}

/* ---- dependencies ---- */

/* A requirement `name[extra] >=1.2; marker` or `name @ address`. */
static void require_one(Manifest *manifest, Str text)
{
    text = str_slice(text, 0, str_find_byte(text, ';'));
    size_t comment = str_find(text, STR(" #"));
    text = str_trim(str_slice(text, 0, comment));
    size_t end = 0;
    while (end < text.len && (byte_is_word(text.ptr[end]) || byte_in(text.ptr[end], "-.")))
        end++;
    Str name = str_slice(text, 0, end), version = str_trim(str_from_offset(text, end));
    if (version.len && version.ptr[0] == '[')
        version = str_trim(str_from_offset(version, str_find_byte(version, ']') + 1));
    Openness openness = OPEN_UP;
    if (!version.len)
        openness = OPEN_ALL;
    else if (version.ptr[0] == '@')
        openness = OPEN_PLACE;
    else if (str_starts(version, STR("~=")))
        openness = OPEN_PATCH;
    else if (str_starts(version, STR("==")))
        openness = str_find_byte(version, '*') == STR_NONE ? OPEN_NOT : OPEN_MINOR;
    manifest_require(manifest, name, version, openness);
}

void manifest_requires_lines(Manifest *manifest)
{
    Str rest = manifest->text, line;
    while (str_take_line(&rest, &line)) {
        line = str_trim(line);
        bool option = str_starts(line, STR("-")) && !str_starts(line, STR("-e "));
        if (!line.len || line.ptr[0] == '#' || option)
            continue;
        line = str_trim(str_from_offset(line, str_starts(line, STR("-e ")) ? 3 : 0));
        size_t place = str_find(line, STR("://"));
        if (place == STR_NONE || str_find(line, STR(" @ ")) < place)
            require_one(manifest, line);
        else
            manifest_require(manifest, line, line, OPEN_PLACE);
    }
}

static void require_all(Manifest *manifest, const Json *list)
{
    for (const Json *item = list ? list->first : NULL; item; item = item->next) {
        if (item->type == JSON_STRING)
            require_one(manifest, item->text);
        else if (item->type == JSON_ARRAY)
            require_all(manifest, item);
    }
}

/* A table of Poetry, which also lists the version of Python. */
static void require_poetry(Manifest *manifest, const Json *table)
{
    DependencyVec *list = &manifest->required;
    size_t kept = list->len;
    manifest_require_table(manifest, table, OPEN_NOT);
    for (size_t i = kept; i < list->len; i++)
        if (!str_equal(list->ptr[i].name, STR("python")))
            list->ptr[kept++] = list->ptr[i];
    list->len = kept;
}

void manifest_requires_pyproject(Manifest *manifest)
{
    const Json *root = manifest->root, *poetry = MANIFEST_VALUE(root, "tool", "poetry");
    const Json *groups = json_get(poetry, STR("group"));
    require_all(manifest, MANIFEST_VALUE(root, "project", "dependencies"));
    require_all(manifest, MANIFEST_VALUE(root, "build-system", "requires"));
    require_all(manifest, MANIFEST_VALUE(root, "project", "optional-dependencies"));
    require_all(manifest, json_get(root, STR("dependency-groups")));
    require_poetry(manifest, json_get(poetry, STR("dependencies")));
    require_poetry(manifest, json_get(poetry, STR("dev-dependencies")));
    for (const Json *group = groups ? groups->first : NULL; group; group = group->next)
        require_poetry(manifest, json_get(group, STR("dependencies")));
}
