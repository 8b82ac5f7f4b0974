# packages.sh: Debian source packages through apt-get with a private deb-src list made from the
# system's own sources. Sourced by scripts that have set $apt, a folder for the lists, and $log.

fail() {
    printf 'Error: %s\n' "$1" >&2
    printf 'Hint: %s\n' "$2" >&2
    exit 1
}

apt_options() {
    printf '%s\n' -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts="$apt/parts" \
        -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=
}

# Source indices of the suites that the system itself uses.
apt_update() {
    [ -e "$apt/ready" ] && return
    mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial"
    : >"$apt/sources.list"
    local file
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -e "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" >"$apt/parts/$(basename "$file")"
    done
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -e "$file" ] && sed -n 's/^deb /deb-src /p' "$file" >>"$apt/sources.list"
    done
    mapfile -t options < <(apt_options)
    apt-get "${options[@]}" update >"$log" 2>&1 && touch "$apt/ready"
}

download_deb() {
    apt_update || return 1
    mapfile -t options < <(apt_options)
    local version
    for version in '' $(apt-cache "${options[@]}" showsrc --only-source "$1" |
        sed -n 's/^Version: /=/p' | sort -ru); do
        # A mirror may lack a version, or its packaging; the upstream tarball is what counts.
        apt-get "${options[@]}" source --download-only "$1$version" >"$log" 2>&1 && return
        compgen -G '*.orig*' >/dev/null && return
    done
    return 1
}
