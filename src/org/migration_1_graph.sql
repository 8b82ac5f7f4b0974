-- What files refer to: imports and edges of the call graph, by the digest of both; and the packages by
-- which repositories refer to one another.

-- Imports and edges of a file, stored once for all files that have the same.
CREATE TABLE fovea.links (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL UNIQUE
);

-- What is outside a repository: a package, or with a name something in it.
CREATE TABLE fovea.external (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    package text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    UNIQUE (name, package)
);

-- A target in the same branch is named by the key of its file's path and by its identity, which stay
-- the same when other symbols of the file come or go. kind, confidence: numbers of the program's.
CREATE TABLE fovea.edge (
    links_id bigint NOT NULL,
    caller int NOT NULL,   -- index of the symbol; 0: the file
    target_file bigint,    -- NULL: it is external
    target bigint,         -- 0: the file itself
    external_id bigint,
    line int NOT NULL,
    count int NOT NULL,
    kind smallint NOT NULL,
    confidence smallint NOT NULL
);
CREATE INDEX edge_links ON fovea.edge (links_id, caller);
CREATE INDEX edge_target ON fovea.edge (target, target_file) WHERE target_file IS NOT NULL;
CREATE INDEX edge_external ON fovea.edge (external_id) WHERE external_id IS NOT NULL;

CREATE TABLE fovea.import (
    links_id bigint NOT NULL,
    target_file bigint,
    external_id bigint, -- NULL with target_file
    name text NOT NULL, -- `*`: all; empty: the module itself
    alias text NOT NULL,
    line int NOT NULL,
    flags int NOT NULL
);
CREATE INDEX import_links ON fovea.import (links_id);
CREATE INDEX import_target ON fovea.import (target_file) WHERE target_file IS NOT NULL;
CREATE INDEX import_external ON fovea.import (external_id) WHERE external_id IS NOT NULL;

ALTER TABLE fovea.file ADD key bigint NOT NULL, -- hash of the path
    ADD links_id bigint;
CREATE INDEX file_key ON fovea.file (branch_id, key);
CREATE INDEX file_links ON fovea.file (links_id);

-- Packages that a branch publishes, by the names that others import.
CREATE TABLE fovea.package (
    branch_id int NOT NULL REFERENCES fovea.branch ON DELETE CASCADE,
    system text COLLATE "C" NOT NULL, -- fovea.system_of
    name text COLLATE "C" NOT NULL,   -- npm, go: package; python, cargo: module; maven: Java package; c: header
    path text COLLATE "C" NOT NULL,   -- of its directory; of the header in C; empty for maven
    label text NOT NULL,              -- as people call it: distribution, coordinates, pkg-config name
    PRIMARY KEY (branch_id, system, name, path)
);
CREATE INDEX package_name ON fovea.package (name, system);

SELECT fovea.protect('links', 'EXISTS (SELECT FROM fovea.file f WHERE f.links_id = links.id)');
SELECT fovea.protect('edge', 'EXISTS (SELECT FROM fovea.file f WHERE f.links_id = edge.links_id)');
SELECT fovea.protect('import', 'EXISTS (SELECT FROM fovea.file f WHERE f.links_id = import.links_id)');
SELECT fovea.protect('external', 'EXISTS (SELECT FROM fovea.edge e WHERE e.external_id = external.id)
    OR EXISTS (SELECT FROM fovea.import i WHERE i.external_id = external.id)');
SELECT fovea.protect('package', 'EXISTS (SELECT FROM fovea.branch b WHERE b.id = package.branch_id)');

-- Symbols by their identity, the second half of their hashes, from `low` to `high`.
CREATE FUNCTION fovea.find_identity(low bigint, high bigint, branch text, most int)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    SELECT r.name, f.path, f.class, f.size, f.lines, f.content_id, s.index, c.language, c.package,
           c.degraded
    FROM fovea.symbol s
    JOIN fovea.file f ON f.content_id = s.content_id
    JOIN fovea.content c ON c.id = s.content_id
    JOIN fovea.branch b ON b.id = f.branch_id
    JOIN fovea.repository r ON r.id = b.repository_id
    WHERE s.identity BETWEEN low AND high AND f.branch_id = ANY (seen)
    ORDER BY f.class, r.name, f.path, s.index
    LIMIT most;
END
$$;

-- Symbols around a line of files with one of these paths, whole (`repository/path`) or within their
-- repository.
CREATE FUNCTION fovea.find_line(wanted text, line int, branch text, most int)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    SELECT r.name, f.path, f.class, f.size, f.lines, f.content_id, s.index, c.language, c.package,
           c.degraded
    FROM fovea.branch b
    JOIN fovea.repository r ON r.id = b.repository_id
    JOIN fovea.file f ON f.branch_id = b.id
        AND f.path = CASE WHEN starts_with(wanted, r.name || '/')
                          THEN substr(wanted, length(r.name) + 2) ELSE wanted END
    JOIN fovea.content c ON c.id = f.content_id
    JOIN fovea.symbol s ON s.content_id = f.content_id
    WHERE b.id = ANY (seen) AND s.start_line <= line AND line <= s.end_line
    ORDER BY r.name, f.path, s.index
    LIMIT most;
END
$$;

-- Edges that end in symbols of a branch, each with the place where it begins. n: of the asked symbols,
-- from 1.
CREATE FUNCTION fovea.edges_in(repositories text[], paths text[], indexes int[], branch text,
                               most int)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean,
               n bigint, line int, count int, kind smallint, confidence smallint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    WITH asked AS MATERIALIZED (
        SELECT w.n, r.name, f.branch_id, f.key, coalesce(s.identity, 0) AS identity
        FROM unnest(repositories, paths, indexes) WITH ORDINALITY AS w(repository, path, index, n)
        JOIN fovea.repository r ON r.name = w.repository
        JOIN fovea.branch b ON b.repository_id = r.id AND b.id = ANY (seen)
        JOIN fovea.file f ON f.branch_id = b.id AND f.path = w.path
        LEFT JOIN fovea.symbol s ON s.content_id = f.content_id AND s.index = w.index
        WHERE w.index = 0 OR s.index > 0
    )
    SELECT a.name, f.path, f.class, f.size, f.lines, f.content_id, e.caller,
           coalesce(c.language, ''), coalesce(c.package, ''), coalesce(c.degraded, false),
           a.n, e.line, e.count, e.kind, e.confidence
    FROM asked a
    JOIN fovea.edge e ON e.target = a.identity AND e.target_file = a.key
    JOIN fovea.file f ON f.links_id = e.links_id AND f.branch_id = a.branch_id
    LEFT JOIN fovea.content c ON c.id = f.content_id
    LEFT JOIN fovea.symbol s ON s.content_id = f.content_id AND s.index = e.caller
    ORDER BY a.n, f.class, s.end_line - s.start_line DESC NULLS LAST, a.name, f.path, e.caller, e.line
    LIMIT most;
END
$$;

-- Edges that begin in symbols of a branch, each with the place where it ends. Of external ones the
-- place is NULL, and external and name say what is meant.
CREATE FUNCTION fovea.edges_out(repositories text[], paths text[], indexes int[], branch text,
                                most int)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean,
               n bigint, line int, count int, kind smallint, confidence smallint,
               external text, name text, system text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    WITH asked AS MATERIALIZED (
        SELECT w.n, w.index, r.name, f.branch_id, f.links_id, fovea.system_of(c.language) AS system
        FROM unnest(repositories, paths, indexes) WITH ORDINALITY AS w(repository, path, index, n)
        JOIN fovea.repository r ON r.name = w.repository
        JOIN fovea.branch b ON b.repository_id = r.id AND b.id = ANY (seen)
        JOIN fovea.file f ON f.branch_id = b.id AND f.path = w.path
        LEFT JOIN fovea.content c ON c.id = f.content_id
    )
    SELECT CASE WHEN t.path IS NOT NULL THEN a.name END, t.path, t.class, t.size, t.lines,
           t.content_id, CASE WHEN e.target = 0 THEN 0 ELSE s.index END,
           coalesce(c.language, ''), coalesce(c.package, ''), coalesce(c.degraded, false),
           a.n, e.line, e.count, e.kind, e.confidence, x.package, x.name, a.system
    FROM asked a
    JOIN fovea.edge e ON e.links_id = a.links_id AND e.caller = a.index
    LEFT JOIN fovea.file t ON t.branch_id = a.branch_id AND t.key = e.target_file
    LEFT JOIN fovea.content c ON c.id = t.content_id
    LEFT JOIN fovea.symbol s ON s.content_id = t.content_id AND s.identity = e.target
    LEFT JOIN fovea.external x ON x.id = e.external_id
    WHERE x.id IS NOT NULL OR (t.path IS NOT NULL AND (e.target = 0 OR s.index > 0))
    ORDER BY a.n, e.line, x.package, x.name, t.path, s.index
    LIMIT most;
END
$$;

-- Edges that leave their repositories towards a name of a package, or with `beneath` (one character)
-- of a package beneath it; in C towards the name alone, from files that import the header `package`.
CREATE FUNCTION fovea.edges_across(repositories text[], systems text[], packages text[],
                                   beneath text[], names text[], branch text, most int)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean,
               n bigint, line int, count int, kind smallint, external text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    SELECT r.name, f.path, f.class, f.size, f.lines, f.content_id, e.caller, c.language, c.package,
           c.degraded, w.n, e.line, e.count, e.kind,
           CASE WHEN w.system = 'c' THEN w.package ELSE x.package END
    FROM unnest(repositories, systems, packages, beneath, names) WITH ORDINALITY
        AS w(repository, system, package, beneath, name, n)
    JOIN fovea.external x ON x.name = w.name
        AND (x.package = CASE WHEN w.system = 'c' THEN 'c' ELSE w.package END
             OR (w.beneath <> '' AND starts_with(x.package, w.package || w.beneath)))
    JOIN fovea.edge e ON e.external_id = x.id
    JOIN fovea.file f ON f.links_id = e.links_id AND f.branch_id = ANY (seen)
    JOIN fovea.content c ON c.id = f.content_id AND fovea.system_of(c.language) = w.system
    JOIN fovea.branch b ON b.id = f.branch_id
    JOIN fovea.repository r ON r.id = b.repository_id AND r.name <> w.repository
    LEFT JOIN fovea.symbol s ON s.content_id = f.content_id AND s.index = e.caller
    WHERE w.system <> 'c' OR EXISTS (
        SELECT FROM fovea.import i JOIN fovea.external h ON h.id = i.external_id
        WHERE i.links_id = e.links_id AND h.package = w.package AND h.name = '')
    ORDER BY w.n, f.class, s.end_line - s.start_line DESC NULLS LAST, r.name, f.path, e.caller, e.line
    LIMIT most;
END
$$;

-- Packages that have a symbol's file in them, as those who import it name them.
CREATE FUNCTION fovea.packages_of(repositories text[], paths text[], indexes int[], branch text)
RETURNS TABLE (n bigint, system text, name text, path text, label text, symbol text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    WITH asked AS MATERIALIZED (
        SELECT w.n, f.branch_id, f.path, c.package, s.name_id, t.text,
               fovea.system_of(c.language) AS system
        FROM unnest(repositories, paths, indexes) WITH ORDINALITY AS w(repository, path, index, n)
        JOIN fovea.repository r ON r.name = w.repository
        JOIN fovea.branch b ON b.repository_id = r.id AND b.id = ANY (seen)
        JOIN fovea.file f ON f.branch_id = b.id AND f.path = w.path
        JOIN fovea.content c ON c.id = f.content_id
        JOIN fovea.symbol s ON s.content_id = f.content_id AND s.index = w.index
        JOIN fovea.name t ON t.id = s.name_id
    )
    SELECT a.n, p.system, p.name, p.path, p.label, a.text
    FROM asked a
    JOIN fovea.package p ON p.branch_id = a.branch_id AND p.system = a.system
    WHERE CASE a.system
          WHEN 'maven' THEN p.name = a.package
          WHEN 'c' THEN EXISTS (SELECT FROM fovea.file h JOIN fovea.symbol d ON d.content_id = h.content_id
                                WHERE h.branch_id = a.branch_id AND h.path = p.path AND d.name_id = a.name_id)
          ELSE p.path = '' OR starts_with(a.path, p.path || '/') END
    ORDER BY a.n, length(p.path) DESC, p.name;
END
$$;

-- Who publishes packages of these names.
CREATE FUNCTION fovea.published(systems text[], names text[], branch text)
RETURNS TABLE (n bigint, repository text, name text, path text, label text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    SELECT w.n, r.name, p.name, p.path, p.label
    FROM unnest(systems, names) WITH ORDINALITY AS w(system, name, n)
    JOIN fovea.package p ON p.name = w.name AND p.system = w.system AND p.branch_id = ANY (seen)
    JOIN fovea.branch b ON b.id = p.branch_id
    JOIN fovea.repository r ON r.id = b.repository_id
    ORDER BY w.n, r.name, p.path;
END
$$;

-- Symbols of these names in a repository's files of that system below a directory (or in the file
-- DIRECTORY.py); at most 20 of each.
CREATE FUNCTION fovea.find_in(repositories text[], systems text[], directories text[], names text[],
                              branch text)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean,
               n bigint, kind text, modifiers int, parent int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    SELECT r.name, m.path, m.class, m.size, m.lines, m.content_id, m.index, m.language, m.package,
           m.degraded, w.n, m.kind, m.modifiers, m.parent
    FROM unnest(repositories, systems, directories, names) WITH ORDINALITY
        AS w(repository, system, directory, name, n)
    JOIN fovea.repository r ON r.name = w.repository
    JOIN fovea.branch b ON b.repository_id = r.id AND b.id = ANY (seen)
    JOIN fovea.name t ON t.text = w.name
    CROSS JOIN LATERAL (
        SELECT f.path, f.class, f.size, f.lines, f.content_id, s.index, c.language, c.package,
               c.degraded, s.kind, s.modifiers, s.parent
        FROM fovea.symbol s
        JOIN fovea.file f ON f.content_id = s.content_id AND f.branch_id = b.id
        JOIN fovea.content c ON c.id = s.content_id
        WHERE s.name_id = t.id AND fovea.system_of(c.language) = w.system
            AND (w.directory = '' OR starts_with(f.path, w.directory || '/')
                 OR f.path = w.directory || '.py')
        ORDER BY f.class, f.path, s.index
        LIMIT 20) m
    ORDER BY w.n, m.class, m.path, m.index;
END
$$;

-- Headers and other packages that a file imports from outside.
CREATE FUNCTION fovea.imports_of(repositories text[], paths text[], branch text)
RETURNS TABLE (n bigint, package text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    SELECT DISTINCT w.n, x.package
    FROM unnest(repositories, paths) WITH ORDINALITY AS w(repository, path, n)
    JOIN fovea.repository r ON r.name = w.repository
    JOIN fovea.branch b ON b.repository_id = r.id AND b.id = ANY (seen)
    JOIN fovea.file f ON f.branch_id = b.id AND f.path = w.path
    JOIN fovea.import i ON i.links_id = f.links_id
    JOIN fovea.external x ON x.id = i.external_id
    ORDER BY w.n, x.package;
END
$$;
