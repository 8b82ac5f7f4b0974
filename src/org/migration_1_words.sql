-- Which words occur in contents (as terms: hashes of stems), for questions in plain words.

-- Facts and words of a content, in the encodings of the program.
CREATE TABLE fovea.fact (
    content_id bigint PRIMARY KEY,
    facts bytea NOT NULL, -- its outline
    terms bytea NOT NULL, -- its parts, and which words are in them
    parts int NOT NULL,
    words bigint NOT NULL
);

-- The same terms for the server's index: lexemes, each with one position, which is the number of
-- parts that have it. Contents of very many terms have several rows.
CREATE TABLE fovea.chunk (
    content_id bigint NOT NULL,
    number int NOT NULL,
    words tsvector NOT NULL,
    PRIMARY KEY (content_id, number)
);
CREATE INDEX chunk_words ON fovea.chunk USING gin (words);

-- In how many parts and contents of a branch a term occurs.
CREATE TABLE fovea.branch_term (
    term text COLLATE "C" NOT NULL,
    branch_id int NOT NULL,
    parts int NOT NULL,
    files int NOT NULL,
    PRIMARY KEY (term, branch_id) INCLUDE (parts, files)
);

-- Sums over the distinct contents of the branch.
ALTER TABLE fovea.branch ADD contents int NOT NULL DEFAULT 0, ADD parts bigint NOT NULL DEFAULT 0,
    ADD words bigint NOT NULL DEFAULT 0;

SELECT fovea.protect('fact', 'EXISTS (SELECT FROM fovea.file f WHERE f.content_id = fact.content_id)');
SELECT fovea.protect('chunk', 'EXISTS (SELECT FROM fovea.file f WHERE f.content_id = chunk.content_id)');
SELECT fovea.protect('branch_term', 'EXISTS (SELECT FROM fovea.branch b
    WHERE b.id = branch_term.branch_id)');

-- Totals of what the asking role can search, and in how much of it each term occurs.
CREATE FUNCTION fovea.search_totals(branch text)
RETURNS TABLE (parts bigint, files bigint, words bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT coalesce(sum(b.parts), 0)::bigint, coalesce(sum(b.contents), 0)::bigint,
             coalesce(sum(b.words), 0)::bigint
      FROM fovea.branch b WHERE b.id IN (SELECT fovea.branches(search_totals.branch)) $$;

CREATE FUNCTION fovea.search_counts(terms text[], branch text)
RETURNS TABLE (term text, parts bigint, files bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    SELECT t.term, sum(t.parts)::bigint, sum(t.files)::bigint
    FROM fovea.branch_term t
    WHERE t.term = ANY (terms) AND t.branch_id = ANY (seen)
    GROUP BY t.term;
END
$$;

-- Candidates for a question: files with most of the weight of the terms. `part` is in the path;
-- of_language '': any. total: of all that have any of the terms. Of files of one content the first counts, as in a repository's own index.
CREATE FUNCTION fovea.search_files(terms text[], weights real[], part text, of_language text,
                                   tests boolean, facts_version int, branch text, most int)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean,
               hash bytea, facts bytea, words bytea, total bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    WITH found AS MATERIALIZED (
        SELECT k.content_id, sum(w.weight) AS score
        FROM unnest(terms, weights) AS w(term, weight)
        CROSS JOIN LATERAL (SELECT c.content_id FROM fovea.chunk c
                            WHERE c.words @@ w.term::tsquery) k
        GROUP BY k.content_id
    ), files AS MATERIALIZED ( -- one by one, instead of reading all files and contents
        SELECT f.content_id, f.score, m.branch_id, m.path, m.class, m.size, m.lines
        FROM found f
        CROSS JOIN LATERAL (SELECT k.version, k.language FROM fovea.content k
                            WHERE k.id = f.content_id OFFSET 0) c
        CROSS JOIN LATERAL (SELECT g.* FROM fovea.file g WHERE g.content_id = f.content_id
                            AND g.branch_id = ANY (seen) AND (tests OR g.class <> 1) OFFSET 0) m
        WHERE c.version = facts_version AND (of_language = '' OR c.language = of_language)
    ), placed AS (
        SELECT DISTINCT ON (f.content_id) f.content_id, f.score, r.name, f.path, f.class, f.size,
               f.lines
        FROM files f
        JOIN fovea.branch b ON b.id = f.branch_id
        JOIN fovea.repository r ON r.id = b.repository_id
        WHERE part = '' OR strpos(r.name || '/' || f.path, part) > 0
        ORDER BY f.content_id, f.class, r.name, f.path
    ), best AS MATERIALIZED (
        SELECT p.*, count(*) OVER () AS total FROM placed p
        ORDER BY p.score * (ARRAY[1, 0.5, 0.6, 0.7, 0.6, 0.6])[least(p.class, 5) + 1] DESC,
                 p.name, p.path
        LIMIT most
    )
    SELECT p.name, p.path, p.class, p.size, p.lines, p.content_id, 0, c.language, c.package,
           c.degraded, c.hash, a.facts, a.terms, p.total
    FROM best p
    JOIN fovea.content c ON c.id = p.content_id
    JOIN fovea.fact a ON a.content_id = p.content_id;
END
$$;
