-- Repositories, their branches, the files of each, and symbols by content. What depends on a
-- content's bytes alone is stored once, however many branches and repositories have it.

CREATE TABLE fovea.repository (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    default_branch text COLLATE "C" NOT NULL
);

-- Roles whose members read a repository.
CREATE TABLE fovea.repository_reader (
    repository_id int NOT NULL REFERENCES fovea.repository ON DELETE CASCADE,
    role name NOT NULL,
    PRIMARY KEY (repository_id, role)
);

CREATE TABLE fovea.branch (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    repository_id int NOT NULL REFERENCES fovea.repository ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    commit text NOT NULL,
    version text NOT NULL,      -- of what the publishing program made of the contents
    generation bigint NOT NULL, -- number of times that it was published
    published_at timestamptz NOT NULL,
    files int NOT NULL,
    symbols bigint NOT NULL,
    UNIQUE (repository_id, name)
);

-- Digests of a branch's files by the highest ten bits of their keys, and one (1024) of its packages, as
-- the publisher made them: what has the same one is not sent again.
CREATE TABLE fovea.listing (
    branch_id int NOT NULL REFERENCES fovea.branch ON DELETE CASCADE,
    bucket int NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (branch_id, bucket)
);

CREATE TABLE fovea.name (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    text text COLLATE "C" NOT NULL UNIQUE
);
CREATE INDEX name_lower ON fovea.name (lower(text));

CREATE TABLE fovea.content (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL, -- of language and bytes: the first half of a SHA-256
    version int NOT NULL, -- of the facts
    language text NOT NULL,
    package text NOT NULL,
    lines int NOT NULL,
    degraded boolean NOT NULL,
    symbols int NOT NULL,
    UNIQUE (hash, version)
);

-- Membership: which branch has which content where. content_id is NULL for a file that is listed
-- but not indexed.
CREATE TABLE fovea.file (
    branch_id int NOT NULL REFERENCES fovea.branch ON DELETE CASCADE,
    path text COLLATE "C" NOT NULL,
    content_id bigint,
    name_id bigint NOT NULL, -- of the last component of the path
    class smallint NOT NULL,
    size bigint NOT NULL,
    lines int NOT NULL,
    embedded boolean NOT NULL DEFAULT false, -- the repository had vectors of it
    PRIMARY KEY (branch_id, path)
);
CREATE INDEX file_embedded ON fovea.file (branch_id, content_id) WHERE embedded;
CREATE INDEX file_content ON fovea.file (content_id, branch_id);
CREATE INDEX file_name ON fovea.file (name_id);

-- Whatever is here follows from the bytes: a reader of one repository must not see in it what another
-- one, with the same content, says of the symbol. So there are no callers, ranks or risks.
CREATE TABLE fovea.symbol (
    content_id bigint NOT NULL,
    index int NOT NULL, -- from 1; 0 would be the file itself
    name_id bigint NOT NULL,
    kind text NOT NULL,
    parent int NOT NULL, -- index of the enclosing symbol; 0: the file
    start_line int NOT NULL,
    end_line int NOT NULL,
    modifiers int NOT NULL, -- bits, of the program's catalog
    complexity int NOT NULL,
    arity smallint NOT NULL,
    identity bigint NOT NULL, -- second half of the symbol's hash
    owner text,
    type text,
    signature text,
    doc text,
    PRIMARY KEY (content_id, index)
);
CREATE INDEX symbol_name ON fovea.symbol (name_id);
CREATE INDEX symbol_identity ON fovea.symbol (identity);

-- ---- who may see what ----

-- The role that asks, also within a function with the rights of its owner. SET ROLE narrows it.
CREATE FUNCTION fovea.asker() RETURNS name
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$ SELECT CASE WHEN current_setting('role') IN ('none', '') THEN session_user
             ELSE current_setting('role')::name END $$;

-- These are in PL/pgSQL because every question asks them several times: it plans their statements once
-- in a session, where SQL would plan them in each call.
CREATE FUNCTION fovea.may_publish() RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    asker CONSTANT name := fovea.asker();
BEGIN
    RETURN coalesce((SELECT bool_or(pg_has_role(asker, r.oid, 'MEMBER'))
                     FROM pg_roles r
                     WHERE r.rolname = 'fovea_writer'
                        OR r.oid = (SELECT nspowner FROM pg_namespace WHERE nspname = 'fovea')),
                    false);
END
$$;

CREATE FUNCTION fovea.readable() RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    asker CONSTANT name := fovea.asker();
BEGIN
    IF fovea.may_publish() THEN
        RETURN QUERY SELECT r.id FROM fovea.repository r;
        RETURN;
    END IF;
    RETURN QUERY SELECT DISTINCT g.repository_id
                 FROM fovea.repository_reader g JOIN pg_roles r ON r.rolname = g.role
                 WHERE pg_has_role(asker, r.oid, 'MEMBER');
END
$$;

-- Branches of that name that the asking role may read; the default ones for an empty name.
CREATE FUNCTION fovea.branches(branch text) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT b.id
    FROM fovea.branch b JOIN fovea.repository r ON r.id = b.repository_id
    WHERE b.name = CASE WHEN branches.branch = '' THEN r.default_branch ELSE branches.branch END
      AND r.id IN (SELECT fovea.readable());
END
$$;

-- Row level security of a table: publishers see and change every row, readers see those for which
-- `seen` holds. The owner's policy makes its own functions free of the others, so they can use indexes
-- whose operators are not leakproof; each of these functions looks at fovea.branches itself.
CREATE FUNCTION fovea.protect(t text, seen text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    EXECUTE format('ALTER TABLE fovea.%I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE fovea.%I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY owned ON fovea.%I TO CURRENT_USER USING (true)', t);
    EXECUTE format('CREATE POLICY published ON fovea.%I USING ((SELECT fovea.may_publish()))', t);
    EXECUTE format('CREATE POLICY granted ON fovea.%I FOR SELECT USING (%s)', t, seen);
END
$$;

SELECT fovea.protect('repository', 'id IN (SELECT fovea.readable())');
SELECT fovea.protect('repository_reader', 'false');
SELECT fovea.protect('branch', 'repository_id IN (SELECT fovea.readable())');
SELECT fovea.protect('listing', 'EXISTS (SELECT FROM fovea.branch b WHERE b.id = listing.branch_id)');
SELECT fovea.protect('file', 'EXISTS (SELECT FROM fovea.branch b WHERE b.id = file.branch_id)');
SELECT fovea.protect('content', 'EXISTS (SELECT FROM fovea.file f WHERE f.content_id = content.id)');
SELECT fovea.protect('symbol', 'EXISTS (SELECT FROM fovea.file f
    WHERE f.content_id = symbol.content_id)');
SELECT fovea.protect('name', 'EXISTS (SELECT FROM fovea.symbol s WHERE s.name_id = name.id)
    OR EXISTS (SELECT FROM fovea.file f WHERE f.name_id = name.id)');

-- ---- questions ----

-- Whether the name is of a symbol or a file in one of the branches.
CREATE FUNCTION fovea.is_name_in(name bigint, seen int[]) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$ SELECT EXISTS (SELECT FROM fovea.symbol s JOIN fovea.file m ON m.content_id = s.content_id
                     WHERE s.name_id = name AND m.branch_id = ANY (seen) OFFSET 0)
          OR EXISTS (SELECT FROM fovea.file m WHERE m.name_id = name AND m.branch_id = ANY (seen)
                     OFFSET 0) $$;

-- Names that may match: equal to one of the texts, beginning with `prefix`, or like `rarest` and
-- all of `patterns` (lower case; NULL: none). Only names of something that the asking role may see.
-- Best guesses first. Names are looked at before it is known whether the role may see them, since
-- that is quicker; if those that it may not see have taken up the limit, they are passed over.
CREATE FUNCTION fovea.find_names(equal text[], prefix text, rarest text, patterns text[],
                                 branch text, most int)
RETURNS TABLE (id bigint, text text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
    scanned CONSTANT int := 20000; -- a part of a name that more names have says too little
    checked boolean := false;
    few bigint[];
    texts text[];
    ids bigint[];
BEGIN
    LOOP
        SELECT array_agg(f.id), array_agg(f.text) INTO few, texts FROM (
            SELECT n.id, n.text FROM fovea.name n WHERE lower(n.text) = ANY (equal)
            UNION
            (SELECT n.id, n.text FROM fovea.name n
             WHERE lower(n.text) >= prefix AND lower(n.text) < prefix || chr(1114111)
                 AND (NOT checked OR fovea.is_name_in(n.id, seen)) LIMIT scanned)
            UNION
            (SELECT n.id, n.text FROM fovea.name n
             WHERE lower(n.text) LIKE rarest AND lower(n.text) LIKE ALL (patterns)
                 AND lower(n.text) LIKE coalesce(patterns[1], '%') -- the index takes these, but not ALL
                 AND lower(n.text) LIKE coalesce(patterns[2], '%')
                 AND lower(n.text) LIKE coalesce(patterns[3], '%')
                 AND (NOT checked OR fovea.is_name_in(n.id, seen)) LIMIT scanned)) f;
        ids := ARRAY(
            SELECT o.id
            FROM (SELECT n.id FROM unnest(few, texts) AS n(id, text)
                  ORDER BY lower(n.text) = ANY (equal) DESC,
                           coalesce(starts_with(lower(n.text), prefix), false) DESC,
                           length(n.text), n.text COLLATE "C") o
            WHERE EXISTS (SELECT FROM fovea.symbol s JOIN fovea.file m ON m.content_id = s.content_id
                          WHERE s.name_id = o.id AND m.branch_id = ANY (seen)
                          OFFSET 0) -- keeps the planner from reading every symbol once for all names
               OR EXISTS (SELECT FROM fovea.file m WHERE m.name_id = o.id AND m.branch_id = ANY (seen)
                          OFFSET 0)
            LIMIT most);
        EXIT WHEN checked OR cardinality(ids) >= most OR coalesce(cardinality(few), 0) < scanned;
        checked := true;
    END LOOP;
    RETURN QUERY SELECT n.id, n.text
                 FROM unnest(ids) WITH ORDINALITY AS w(id, place) JOIN fovea.name n ON n.id = w.id
                 ORDER BY w.place;
END
$$;

-- Names that are similar to the text: with typing errors. None where pg_trgm is missing.
CREATE FUNCTION fovea.find_near_names(folded text, branch text, most int)
RETURNS TABLE (id bigint, text text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET pg_trgm.similarity_threshold = 0.2
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
    place text;
BEGIN
    SELECT quote_ident(n.nspname) INTO place
    FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
    IF place IS NULL THEN
        RETURN;
    END IF;
    RETURN QUERY EXECUTE format($q$
        SELECT o.id, o.text FROM (
            SELECT n.id, n.text FROM fovea.name n
            WHERE lower(n.text) OPERATOR(%1$s.%%) $1
            ORDER BY %1$s.similarity(lower(n.text), $1) DESC, n.text) o
        WHERE EXISTS (SELECT FROM fovea.symbol s JOIN fovea.file m ON m.content_id = s.content_id
                      WHERE s.name_id = o.id AND m.branch_id = ANY ($2) OFFSET 0)
           OR EXISTS (SELECT FROM fovea.file m WHERE m.name_id = o.id AND m.branch_id = ANY ($2)
                      OFFSET 0)
        LIMIT $3 $q$, place) USING folded, seen, most;
END
$$;

-- The order of kinds in a list: types, functions, modules, then their parts.
CREATE FUNCTION fovea.kind_order(kind text) RETURNS int
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$ SELECT CASE
          WHEN kind IN ('class', 'struct', 'interface', 'trait', 'enum', 'type') THEN 0
          WHEN kind IN ('function', 'method', 'constructor', 'macro') THEN 1
          WHEN kind IN ('document', 'module', 'namespace', 'table') THEN 2
          ELSE 3 END $$;

-- Places of symbols with these names, by the names' groups. kind '': any; a path contains `part`.
-- index 0: the file itself.
CREATE FUNCTION fovea.find_places(names bigint[], groups int[], of_kind text, part text,
                                  branch text, most int)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    WITH hits AS (
        SELECT w.g, f.branch_id, f.path, f.class, f.size, f.lines, f.content_id, s.index,
               fovea.kind_order(s.kind) AS kinds, s.end_line - s.start_line AS span
        FROM unnest(names, groups) AS w(id, g)
        JOIN fovea.symbol s ON s.name_id = w.id
        JOIN fovea.file f ON f.content_id = s.content_id
        WHERE f.branch_id = ANY (seen) AND (of_kind = '' OR s.kind = of_kind)
        UNION ALL
        SELECT w.g, f.branch_id, f.path, f.class, f.size, f.lines, f.content_id, 0, 2, 0
        FROM unnest(names, groups) AS w(id, g)
        CROSS JOIN LATERAL (SELECT * FROM fovea.file m WHERE m.name_id = w.id
                            OFFSET 0) f -- by name, not in the order of all names
        WHERE f.branch_id = ANY (seen) AND of_kind IN ('', 'document')
    )
    SELECT r.name, h.path, h.class, h.size, h.lines, h.content_id, h.index,
           coalesce(c.language, ''), coalesce(c.package, ''), coalesce(c.degraded, false)
    FROM hits h
    JOIN fovea.branch b ON b.id = h.branch_id
    JOIN fovea.repository r ON r.id = b.repository_id
    LEFT JOIN fovea.content c ON c.id = h.content_id
    WHERE part = '' OR strpos(r.name || '/' || h.path, part) > 0
    ORDER BY h.g, h.class, h.kinds, h.span DESC, r.name, h.path, h.index
    LIMIT most;
END
$$;

-- Places of symbols for which `needed` of the patterns (lower case) match one of: the name, the names
-- of what encloses it, the path, the package; and at least one the name itself. A last row of index
-- -1 says that some names were not looked at: those of words that are too frequent, or of one or two
-- characters, for which all names would be read.
CREATE FUNCTION fovea.find_spread(patterns text[], needed int, of_kind text, part text,
                                  branch text, most int)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
    scanned CONSTANT int := 5000; -- each costs some look-ups
    pattern text;
    few bigint[];
    ids bigint[] := '{}';
    cut boolean := false;
BEGIN
    FOREACH pattern IN ARRAY patterns LOOP
        IF length(pattern) < 5 THEN -- `%ab%`
            cut := true;
            CONTINUE;
        END IF;
        few := ARRAY(SELECT n.id FROM fovea.name n WHERE lower(n.text) LIKE pattern LIMIT scanned);
        IF cardinality(few) = scanned THEN -- names that the role may not see take no places
            few := ARRAY(SELECT n.id FROM fovea.name n
                         WHERE lower(n.text) LIKE pattern AND fovea.is_name_in(n.id, seen) LIMIT scanned);
            cut := cut OR cardinality(few) = scanned;
        END IF;
        ids := ids || few;
    END LOOP;
    RETURN QUERY
    SELECT r.name, f.path, f.class, f.size, f.lines, f.content_id, s.index, c.language, c.package,
           c.degraded
    FROM (SELECT DISTINCT unnest(ids) AS id) w
    JOIN fovea.name n ON n.id = w.id
    JOIN fovea.symbol s ON s.name_id = w.id
    JOIN fovea.content c ON c.id = s.content_id
    JOIN fovea.file f ON f.content_id = s.content_id
    JOIN fovea.branch b ON b.id = f.branch_id
    JOIN fovea.repository r ON r.id = b.repository_id
    LEFT JOIN fovea.symbol p ON p.content_id = s.content_id AND p.index = s.parent
    LEFT JOIN fovea.name pn ON pn.id = p.name_id
    LEFT JOIN fovea.symbol q ON q.content_id = p.content_id AND q.index = p.parent
    LEFT JOIN fovea.name qn ON qn.id = q.name_id
    WHERE f.branch_id = ANY (seen) AND (of_kind = '' OR s.kind = of_kind)
        AND (part = '' OR strpos(r.name || '/' || f.path, part) > 0)
        AND (SELECT count(*) FROM unnest(patterns) AS t(pattern)
             WHERE lower(concat_ws(' ', n.text, s.owner, pn.text, p.owner, qn.text, r.name, f.path,
                                   c.package)) LIKE t.pattern) >= needed
    ORDER BY f.class, fovea.kind_order(s.kind), s.end_line - s.start_line DESC, r.name, f.path, s.index
    LIMIT most;
    IF cut THEN
        RETURN QUERY SELECT '', '', 0::smallint, 0::bigint, 0, 0::bigint, -1, '', '', false;
    END IF;
END
$$;

-- Symbols of contents by their indexes, with all that enclose them. OFFSET 0 makes the server look each
-- one up, since it takes the arrays to be longer than they are.
CREATE FUNCTION fovea.find_entries(contents bigint[], indexes int[], branch text)
RETURNS TABLE (content bigint, index int, name text, kind text, parent int, start_line int,
               end_line int, modifiers int, complexity int, arity smallint, identity bigint,
               owner text, type text, signature text, doc text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    WITH RECURSIVE up(content, index) AS (
        SELECT w.content, w.index
        FROM (SELECT DISTINCT u.content, u.index
              FROM unnest(contents, indexes) AS u(content, index)) w
        WHERE EXISTS (SELECT FROM fovea.file f
                      WHERE f.content_id = w.content AND f.branch_id = ANY (seen))
        UNION
        SELECT up.content, s.parent
        FROM up CROSS JOIN LATERAL (SELECT p.parent FROM fovea.symbol p
                                    WHERE p.content_id = up.content AND p.index = up.index
                                    OFFSET 0) s
        WHERE s.parent > 0
    )
    SELECT s.content_id, s.index, n.text, s.kind, s.parent, s.start_line, s.end_line, s.modifiers,
           s.complexity, s.arity, s.identity, s.owner, s.type, s.signature, s.doc
    FROM up
    CROSS JOIN LATERAL (SELECT * FROM fovea.symbol p
                        WHERE p.content_id = up.content AND p.index = up.index OFFSET 0) s
    JOIN fovea.name n ON n.id = s.name_id
    ORDER BY s.content_id, s.index;
END
$$;

-- What the asking role can ask: for the state of an answer, and for hints.
CREATE FUNCTION fovea.asked(branch text)
RETURNS TABLE (repositories bigint, generation bigint, trigrams boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT count(*), coalesce(bit_xor(hashtextextended(concat_ws(E'\n', r.name, b.name, b.commit),
                                                         b.generation)), 0),
             to_regclass('fovea.name_trigrams') IS NOT NULL
      FROM fovea.branch b JOIN fovea.repository r ON r.id = b.repository_id
      WHERE b.id IN (SELECT fovea.branches(asked.branch)) $$;
