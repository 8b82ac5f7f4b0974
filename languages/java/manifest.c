/* pom.xml, and build scripts of Gradle, which are read by line. */
#include "languages_manifest.h"

#include "manifest/manifest_reader.h"

/* The text of the first element `<tag>`. */
static Str element(Str text, const char *tag)
{
    char open[32], close[32];
    snprintf(open, sizeof open, "<%s>", tag);
    snprintf(close, sizeof close, "</%s>", tag);
    size_t at = str_find(text, str_from(open));
    if (at == STR_NONE)
        return (Str){0};
    text = str_from_offset(text, at + strlen(open));
    size_t end = str_find(text, str_from(close));
    return end == STR_NONE ? (Str){0} : str_trim(str_slice(text, 0, end));
}

/* The same outside of `<parent>`, whose values are inherited. */
static Str own_element(Str text, const char *tag)
{
    size_t parent = str_find(text, STR("<parent>")), end = str_find(text, STR("</parent>"));
    bool inherits = parent != STR_NONE && end != STR_NONE && parent < end;
    Str found = element(inherits ? str_slice(text, 0, parent) : text, tag);
    return found.len || !inherits ? found : element(str_from_offset(text, end), tag);
}

/* The coordinates, `group:artifact`; the group may be the parent's. */
void manifest_pom(Manifest *manifest)
{
    Str text = str_slice(manifest->text, 0, str_find(manifest->text, STR("<dependencies>")));
    Str artifact = own_element(text, "artifactId"), group = own_element(text, "groupId");
    if (!group.len)
        group = element(element(text, "parent"), "groupId");
    manifest->name = artifact.len && group.len ? str_format(manifest->arena, "%.*s:%.*s",
                                                            STR_ARG(group), STR_ARG(artifact))
                                               : artifact;
}

void manifest_requires_maven(Manifest *manifest)
{
    Str rest = manifest->text;
    for (size_t at = str_find(rest, STR("<dependency>")); at != STR_NONE;
         at = str_find(rest, STR("<dependency>"))) {
        rest = str_from_offset(rest, at + 12);
        Str block = str_slice(rest, 0, str_find(rest, STR("</dependency>")));
        Str name = element(block, "artifactId"), version = element(block, "version");
        bool any = str_equal(version, STR("LATEST")) || str_equal(version, STR("RELEASE"));
        bool range = version.len && byte_in(version.ptr[0], "[(");
        manifest_require(manifest, name, version, any ? OPEN_ALL : range ? OPEN_UP : OPEN_NOT);
    }
}

/* `implementation "group:name:version"`. */
void manifest_requires_gradle(Manifest *manifest)
{
    static const Str words[] = {STR_INIT("implementation"),
                                STR_INIT("api"),
                                STR_INIT("compile"),
                                STR_INIT("runtimeOnly"),
                                STR_INIT("testImplementation"),
                                STR_INIT("kapt"),
                                STR_INIT("annotationProcessor")};
    Str rest = manifest->text, line;
    while (str_take_line(&rest, &line)) {
        Str text;
        bool is = false;
        line = str_trim(line);
        for (size_t i = 0; i < COUNT(words); i++)
            is = is || str_starts(line, words[i]);
        if (!is || !manifest_take_quoted(&line, &text))
            continue;
        size_t colon = str_find_last_byte(text, ':');
        if (colon == STR_NONE || str_find_byte(text, ':') == colon)
            continue;
        Str version = str_from_offset(text, colon + 1);
        bool any = str_find_byte(version, '+') != STR_NONE;
        manifest_require(manifest, str_slice(text, 0, colon), version, any ? OPEN_ALL : OPEN_NOT);
    }
}
