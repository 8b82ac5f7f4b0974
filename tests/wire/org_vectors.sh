#!/bin/bash
# Vectors in an organisation's database, on a PostgreSQL that this test starts and a false embedding server. Skipped without it.
cd "$(dirname "$0")" || exit 2
bin=$( (pg_config --bindir; ls -d /usr/lib/postgresql/*/bin) 2>/dev/null | while read -r d; do [ -x "$d/initdb" ] && echo "$d"; done | tail -1)
[ -n "$bin" ] || { echo 'skipped: there is no PostgreSQL server'; exit 0; }
[ -x "$build/fovea-postgres" ] || { echo 'skipped: fovea-postgres is not built'; exit 0; }
exec node org_vectors.mjs "$build/fovea" "$bin"
