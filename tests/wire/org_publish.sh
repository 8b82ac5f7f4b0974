#!/bin/bash
# Publishing into an organisation's database by differences, and by several at once, on a PostgreSQL that this test starts.
# seconds: 400 - about 40 alone, and several times as many where the server shares its processors
cd "$(dirname "$0")" || exit 2
bin=$( (pg_config --bindir; ls -d /usr/lib/postgresql/*/bin) 2>/dev/null | while read -r d; do [ -x "$d/initdb" ] && echo "$d"; done | tail -1)
[ -n "$bin" ] || { echo 'skipped: there is no PostgreSQL server'; exit 0; }
[ -x "$build/fovea-postgres" ] || { echo 'skipped: fovea-postgres is not built'; exit 0; }
exec node org_publish.mjs "$build/fovea" "$bin"
