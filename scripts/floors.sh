#!/bin/bash
# floors.sh: a module may include itself and strictly lower floors; neighbours never meet.
# Tests, fuzz targets and the app's own tools stand above all.
cd "$(dirname "$0")/.." || exit 2
grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"' src/*/*.[ch] src/*/*/*.[ch] /dev/null | awk -F: '
BEGIN {
    split("base text net lang git model index search change view review session tools serve setup app", name, " ")
    split("0    1    1   2    2   2     3     4      5      6    6      7       8     9     9     10", floor, / +/)
    for (i in name) height[name[i]] = floor[i]
}
{
    split($1, path, "/"); module = path[2]
    match($3, /"[^"]*"/); file = substr($3, RSTART + 1, RLENGTH - 2)
    split(file, part, "/"); target = part[1]
    if (!(module in height)) { complain("src/" module " is on no floor"); next }
    if (index(file, "/") == 0 || target == "languages") { bare(file); next }
    if (target == module) next
    if (!(target in height)) complain("includes \"" file "\": src/" target " is on no floor")
    else if (height[target] + 0 >= height[module] + 0)
        complain(module " (floor " height[module] ") includes \"" file "\" (floor " height[target] ")")
}
# fovea.h is the public face of tools and app; languages/ and what is generated of it belong to
# lang, the generated parts of pages to view.
function bare(file) {
    if (file == "fovea.h" && height[module] + 0 >= 8) return
    if ((file ~ /^languages(_[a-z]+)?\.inc$/ || file ~ /^languages\//) && module == "lang") return
    if (file ~ /^(view|setup)_[a-z_]+\.inc$/ && index(file, module "_") == 1) return
    complain("includes \"" file "\": name it \"module/file.h\"")
}
function complain(what) { print $1 ":" $2 ": " what; bad = 1 }
END { exit bad }'
