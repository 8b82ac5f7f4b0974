#!/bin/bash
# sizes.sh NPM DEB: the sizes of the packages in these folders, a row each: package, packed, installed, as docs/packaging.md
# shows them (packaging/sizes). Sizes as the hosts count them: npm by its own list, Debian by Installed-Size.
set -eu
megabytes() { awk -v bytes="$1" 'BEGIN { if (bytes < 100000) printf "%d KB", bytes / 1000 + .5; else printf "%.1f MB", bytes / 1e6 }'; }
for file in "$1"/*.tgz; do
    name=$(tar -xzOf "$file" package/package.json | node -p 'JSON.parse(fs.readFileSync(0)).name')
    installed=$(tar -tvzf "$file" | awk '{ sum += $3 } END { print sum }')
    printf '%s\t%s\t%s\n' "$name" "$(megabytes "$(stat -c %s "$file")")" "$(megabytes "$installed")"
done
for file in "$2"/*.deb; do
    printf '%s\t%s\t%s\n' "$(dpkg-deb -f "$file" Package)" "$(megabytes "$(stat -c %s "$file")")" \
        "$(megabytes "$(($(dpkg-deb -f "$file" Installed-Size) * 1024))")"
done
