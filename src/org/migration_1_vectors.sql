-- Vectors of declarations, as an embedding model made them of their texts. All are of one model. The
-- server chooses candidates by the Hamming distance of sign bits, which says nearly what the angle
-- says and reads an eighth of the bytes; the program compares these by all their numbers.

-- The model. `exact`: up to so many vectors of the asked branches are compared one by one, also with
-- an index; an administrator may change it.
CREATE TABLE fovea.embedder (
    id int PRIMARY KEY CHECK (id = 1),
    model text NOT NULL,
    dims int NOT NULL,
    probe bytea NOT NULL, -- its vector of a fixed text
    exact bigint NOT NULL DEFAULT 20000
);

-- Contents that are embedded, also those all of whose declarations were left out.
CREATE TABLE fovea.embedded (
    content_id bigint PRIMARY KEY,
    parts int NOT NULL -- vectors
);

-- Sign bits, padded to whole bytes.
CREATE TABLE fovea.vector_sign (
    content_id bigint NOT NULL,
    index int NOT NULL, -- of the symbol; 0: the file itself
    signs bit varying NOT NULL,
    PRIMARY KEY (content_id, index)
);

-- The numbers, a byte each. A table of its own, so that a scan of the signs does not read them; not
-- named `vector`, which is a type of pgvector.
CREATE TABLE fovea.vector_numbers (
    content_id bigint NOT NULL,
    index int NOT NULL,
    numbers bytea NOT NULL,
    PRIMARY KEY (content_id, index)
);
ALTER TABLE fovea.vector_numbers ALTER numbers SET STORAGE EXTERNAL; -- nothing is won by compressing them

-- As of the branch's last publish: files that should be embedded, those that are, and vectors.
CREATE TABLE fovea.branch_vectors (
    branch_id int PRIMARY KEY REFERENCES fovea.branch ON DELETE CASCADE,
    files int NOT NULL,
    embedded int NOT NULL,
    parts bigint NOT NULL
);

SELECT fovea.protect('embedded', 'EXISTS (SELECT FROM fovea.file f
    WHERE f.content_id = embedded.content_id AND f.embedded)');
SELECT fovea.protect('vector_sign', 'EXISTS (SELECT FROM fovea.file f
    WHERE f.content_id = vector_sign.content_id AND f.embedded)');
SELECT fovea.protect('vector_numbers', 'EXISTS (SELECT FROM fovea.file f
    WHERE f.content_id = vector_numbers.content_id AND f.embedded)');
SELECT fovea.protect('branch_vectors', 'EXISTS (SELECT FROM fovea.branch b
    WHERE b.id = branch_vectors.branch_id)');
SELECT fovea.protect('embedder', 'EXISTS (SELECT FROM fovea.embedded)');

-- Where pgvector is installed, with the iterative scans of 0.8; NULL: it is not.
CREATE FUNCTION fovea.vector_schema() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT quote_ident(n.nspname)
      FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'vector' AND split_part(e.extversion, '.', 1)::int * 1000
          + split_part(e.extversion, '.', 2)::int >= 8 $$;

-- Number of sign bits of a vector. Not with the rights of its owner: readers see it as the model.
CREATE FUNCTION fovea.vector_width() RETURNS int
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$ SELECT (e.dims + 7) / 8 * 8 FROM fovea.embedder e $$;

-- Makes the index of sign bits where there are pgvector and a model. For publishers.
CREATE FUNCTION fovea.vector_index() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    place text := fovea.vector_schema();
    width int := fovea.vector_width();
BEGIN
    IF fovea.may_publish() AND place IS NOT NULL AND width IS NOT NULL
        AND to_regclass('fovea.vector_sign_near') IS NULL THEN
        EXECUTE format('CREATE INDEX vector_sign_near ON fovea.vector_sign'
                       ' USING hnsw ((signs::bit(%s)) %s.bit_hamming_ops)', width, place);
    END IF;
END
$$;

-- Drops all vectors, so that the next publish may bring those of another model. For publishers.
CREATE FUNCTION fovea.drop_vectors() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF NOT fovea.may_publish() THEN
        RAISE insufficient_privilege USING MESSAGE = 'only publishers may drop vectors';
    END IF;
    DELETE FROM fovea.embedder; -- first: a publisher with vectors waits for it
    DROP INDEX IF EXISTS fovea.vector_sign_near;
    DELETE FROM fovea.embedded;
    DELETE FROM fovea.vector_sign;
    DELETE FROM fovea.vector_numbers;
    DELETE FROM fovea.listing l WHERE l.branch_id IN (SELECT f.branch_id FROM fovea.file f
                                                      WHERE f.embedded);
    UPDATE fovea.file SET embedded = false WHERE embedded;
    UPDATE fovea.branch_vectors SET embedded = 0, parts = 0;
END
$$;

-- ---- questions ----

-- How much of what the asking role can search is embedded, and by what; no model if nothing is.
CREATE FUNCTION fovea.vector_state(branch text)
RETURNS TABLE (model text, dims int, probe bytea, files bigint, embedded bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT e.model, e.dims, e.probe, n.files, n.embedded
      FROM (SELECT coalesce(sum(b.files), 0)::bigint AS files,
                   coalesce(sum(b.embedded), 0)::bigint AS embedded
            FROM fovea.branch_vectors b
            WHERE b.branch_id IN (SELECT fovea.branches(vector_state.branch))) n
      LEFT JOIN fovea.embedder e ON n.embedded > 0 $$;

-- Vectors near to `asked`, by the index; those that the asking role may not read, or that are of
-- tests (if these do not count), are passed over while the index is walked. Fewer than `most` if the
-- walk ends before; nothing without an index.
CREATE FUNCTION fovea.vector_walk(asked bit varying, tests boolean, facts_version int, branch text,
                                  most int)
RETURNS TABLE (content_id bigint, index int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_sort = off
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
    place text := fovea.vector_schema();
    scanned CONSTANT int := 40000; -- as costly as to compare some hundred thousand
BEGIN
    IF place IS NULL OR to_regclass('fovea.vector_sign_near') IS NULL THEN
        RETURN;
    END IF;
    PERFORM set_config('hnsw.iterative_scan', 'relaxed_order', true),
            set_config('hnsw.ef_search', '1000', true), -- pgvector's most
            set_config('hnsw.max_scan_tuples', scanned::text, true);
    RETURN QUERY EXECUTE format($q$
        SELECT v.content_id, v.index FROM fovea.vector_sign v
        WHERE EXISTS (SELECT FROM fovea.file f JOIN fovea.content c ON c.id = f.content_id
                      WHERE f.content_id = v.content_id AND f.branch_id = ANY ($2) AND f.embedded
                        AND ($3 OR f.class <> 1) AND c.version = $4 OFFSET 0)
        ORDER BY v.signs::bit(%1$s) OPERATOR(%2$s.<~>) $1::bit(%1$s)
        LIMIT $5 $q$, fovea.vector_width(), place) USING asked, seen, tests, facts_version, most;
END
$$;

-- The same by comparing all that the asking role may read. `part` is in the path; of_language '':
-- any; prose: only documents.
CREATE FUNCTION fovea.vector_scan(asked bit varying, part text, of_language text, tests boolean,
                                  prose boolean, facts_version int, branch text, most int)
RETURNS TABLE (content_id bigint, index int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    SELECT v.content_id, v.index
    FROM (SELECT e.content_id AS id
          FROM fovea.embedded e JOIN fovea.content c ON c.id = e.content_id
          WHERE e.parts > 0 AND c.version = facts_version
            AND (of_language = '' OR c.language = of_language)
            AND EXISTS (SELECT FROM fovea.file f
                        JOIN fovea.branch b ON b.id = f.branch_id
                        JOIN fovea.repository r ON r.id = b.repository_id
                        WHERE f.content_id = e.content_id AND f.branch_id = ANY (seen) AND f.embedded
                          AND (tests OR f.class <> 1) AND (NOT prose OR f.class = 2)
                          AND (part = '' OR strpos(r.name || '/' || f.path, part) > 0))) w
    JOIN fovea.vector_sign v ON v.content_id = w.id
    ORDER BY bit_count(v.signs # asked), v.content_id, v.index
    LIMIT most;
END
$$;

-- Candidates for a question, each with its place and numbers. Of files of one content the first
-- counts, as in fovea.search_files. Limits apply to what the asking role may read and the filters
-- let pass: where the index gives too few, all are compared.
CREATE FUNCTION fovea.vector_candidates(asked bit varying, part text, of_language text,
                                        tests boolean, prose boolean, facts_version int,
                                        branch text, most int)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean, numbers bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
    contents bigint[];
    indexes int[];
    many boolean;
BEGIN
    SELECT sum(b.parts) > (SELECT e.exact FROM fovea.embedder e) INTO many
    FROM fovea.branch_vectors b WHERE b.branch_id = ANY (seen);
    IF many AND part = '' AND of_language = '' AND NOT prose THEN
        SELECT array_agg(w.content_id), array_agg(w.index) INTO contents, indexes
        FROM fovea.vector_walk(asked, tests, facts_version, branch, most) w;
    END IF;
    IF coalesce(cardinality(contents), 0) < most THEN
        SELECT array_agg(w.content_id), array_agg(w.index) INTO contents, indexes
        FROM fovea.vector_scan(asked, part, of_language, tests, prose, facts_version, branch,
                               most) w;
    END IF;
    RETURN QUERY
    WITH near AS MATERIALIZED (
        SELECT u.content_id, u.index FROM unnest(contents, indexes) AS u(content_id, index)
    ), placed AS MATERIALIZED (
        SELECT DISTINCT ON (d.content_id) d.content_id, r.name, m.path, m.class, m.size, m.lines
        FROM (SELECT DISTINCT n.content_id FROM near n) d
        CROSS JOIN LATERAL (SELECT f.* FROM fovea.file f WHERE f.content_id = d.content_id
                            AND f.branch_id = ANY (seen) AND f.embedded AND (tests OR f.class <> 1)
                            AND (NOT prose OR f.class = 2) OFFSET 0) m
        JOIN fovea.branch b ON b.id = m.branch_id
        JOIN fovea.repository r ON r.id = b.repository_id
        WHERE part = '' OR strpos(r.name || '/' || m.path, part) > 0
        ORDER BY d.content_id, m.class, r.name, m.path
    )
    SELECT p.name, p.path, p.class, p.size, p.lines, p.content_id, n.index, c.language, c.package,
           c.degraded, v.numbers
    FROM near n
    JOIN placed p ON p.content_id = n.content_id
    JOIN fovea.content c ON c.id = n.content_id
    JOIN fovea.vector_numbers v ON v.content_id = n.content_id AND v.index = n.index;
END
$$;

-- Facts and words of contents.
CREATE FUNCTION fovea.vector_facts(contents bigint[], branch text)
RETURNS TABLE (content bigint, hash bytea, facts bytea, words bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    SELECT c.id, c.hash, a.facts, a.terms
    FROM unnest(contents) AS u(id)
    JOIN fovea.content c ON c.id = u.id
    JOIN fovea.fact a ON a.content_id = u.id
    WHERE EXISTS (SELECT FROM fovea.file f WHERE f.content_id = u.id AND f.branch_id = ANY (seen)
                  OFFSET 0);
END
$$;
