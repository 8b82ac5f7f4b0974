#!/bin/bash
# floors.sh: checks the layering: a module may include itself and strictly lower floors, never its neighbours.
# Tests, fuzz targets and the app's own tools are above all floors. The name of a C file of languages/<id>/
# determines its module. It may include headers of its own folder, which nothing else may include.
cd "$(dirname "$0")/.." || exit 2
grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"' src/*/*.[ch] src/*/*/*.[ch] languages/*/[!s]*.[ch] languages/*/s[!a]*.[ch] /dev/null | awk -F: '
BEGIN {
    split("base text net postgres lang git manifest model terminal edit index search share formats", name, " ")
    split("0    1    1   2        2    2   2        2     2        3    3     4      4     4", floor, / +/)
    for (i in name) height[name[i]] = floor[i]
    split("org change config view review session query project relations overview differ explore refactor", name, " ")
    split("5   5      5      6    6      7       8     8       9         10       10     10      10", floor, / +/)
    for (i in name) height[name[i]] = floor[i]
    split("exchange tools serve setup agent lsp acp app", name, " ")
    split("11       12    13    13    13    13  14  15", floor, / +/)
    for (i in name) height[name[i]] = floor[i]
    split("scan sniff prepare bindings argument call_value elide", own, " ")
    for (i in own) room[own[i]] = "lang"
    split("imports resolve signature", own, " ")
    for (i in own) room[own[i]] = "index"
    room["manifest"] = "manifest"
    split("project", own, " ")
    for (i in own) room[own[i]] = "project"
    room["project_manifests"] = room["project_starts"] = "overview"
}
# The module of languages/<id>/<name>.c or <name>_<part>.c.
function module_of(name) {
    sub(/\.[ch]$/, "", name)
    while (!(name in room) && sub(/_[a-z]+$/, "", name)) {}
    return (name in room) ? room[name] : ""
}
{
    split($1, path, "/"); module = path[1] == "languages" ? module_of(path[3]) : path[2]
    match($3, /"[^"]*"/); file = substr($3, RSTART + 1, RLENGTH - 2)
    split(file, part, "/"); target = part[1]
    if (!(module in height)) { complain((module == "" ? path[3] : "src/" module) " is on no floor"); next }
    if (target == "languages" && file !~ /\.def$/) { shared(file, part[2], module_of(part[3])); next }
    if (index(file, "/") == 0 || target == "languages") { bare(file); next }
    if (target == module) next
    if (!(target in height)) complain("includes \"" file "\": src/" target " is on no floor")
    else if (height[target] + 0 >= height[module] + 0)
        complain(module " (floor " height[module] ") includes \"" file "\" (floor " height[target] ")")
}
# fovea.h is the public interface of tools and app; languages/ and files generated from it belong to
# lang, the generated parts of pages to view.
function bare(file) {
    if (path[1] == "languages" && index(file, "languages/" path[2] "/") == 1) return
    if (file == "languages_lang.h" && module == "lang") return
    if (file ~ /^languages_(imports|calls)\.h$/ && module == "index") return
    if (file ~ /^languages_manifest\.(h|inc)$/ && module == "manifest") return
    if (file ~ /^languages_(project|rename|relocate)\.h$/ && module ~ /^(project|overview|refactor|tools)$/) return
    if (file == "fovea.h" && height[module] + 0 >= 8) return
    if (file ~ /^languages(_rules)?\.inc$/ && module == "lang") return
    if (file ~ /^languages_(imports|effects|calls|library)\.inc$/ && module == "index") return
    if (file ~ /^languages_(project|renamed?|relocate|signature)\.inc$/ && module ~ /^(project|refactor|tools)$/) return
    if (file ~ /^(view|setup|org)_[a-z0-9_]+\.inc$/ && index(file, module "_") == 1) return
    complain("includes \"" file "\": name it \"module/file.h\"")
}
# A header of a language: for C files of that language in the same module or a higher one.
function shared(file, id, of) {
    if (path[1] == "languages" && path[2] == id && height[of] + 0 <= height[module] + 0) return
    complain(module " includes \"" file "\", which belongs to " of " of languages/" id)
}
function complain(what) { print $1 ":" $2 ": " what; bad = 1 }
END { exit bad }'
