#!/bin/bash
# deb.sh BUILD OUT: CPack makes the Debian packages of the build folder BUILD, this script mends what CPack does
# not do as Debian's policy wants, and packs them into OUT:
# - CPack counts a file once more for each symbolic link to it: Installed-Size
# - it calls ldconfig from scripts although the package has the trigger
set -eu
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$1"
rm -rf "$out" packages
cpack -B packages >cpack.log 2>&1 || { cat cpack.log >&2 && exit 1; }
mkdir -p "$out"
for deb in packages/*.deb; do
    tree=packages/tree
    rm -rf "$tree"
    dpkg-deb -R "$deb" "$tree"
    rm -f "$tree"/DEBIAN/post{inst,rm}
    find "$tree" -type d -empty -delete
    size=$(du -sk --apparent-size --exclude=DEBIAN "$tree" | cut -f1)
    sed -i "s/^Installed-Size: .*/Installed-Size: $size/" "$tree/DEBIAN/control"
    dpkg-deb --root-owner-group -Zxz -b "$tree" "$out/$(basename "$deb")" >/dev/null
done
rm -rf packages
