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

-- Puts what was published into the trees of the indexes of words and of parts of names. Until then it
-- is in their pending lists, which each look-up of a term reads from end to end.
CREATE FUNCTION fovea.tidy() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF fovea.may_publish() THEN
        PERFORM gin_clean_pending_list(i.name)
        FROM (VALUES (to_regclass('fovea.chunk_words')), (to_regclass('fovea.name_trigrams'))) AS i(name)
        WHERE i.name IS NOT NULL;
    END IF;
EXCEPTION WHEN lock_not_available THEN
    NULL; -- another publisher is at it
END
$$;

-- In how much of what the asking role can search each term occurs. First, with the term '', how much
-- that is in all.
CREATE FUNCTION fovea.search_counts(terms text[], branch text)
RETURNS TABLE (term text, parts bigint, files bigint, words bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    SELECT '', coalesce(sum(b.parts), 0)::bigint, coalesce(sum(b.contents), 0)::bigint,
           coalesce(sum(b.words), 0)::bigint
    FROM fovea.branch b WHERE b.id = ANY (seen);
    RETURN QUERY
    SELECT t.term, sum(t.parts)::bigint, sum(t.files)::bigint, 0::bigint
    FROM fovea.branch_term t
    WHERE t.term = ANY (terms) AND t.branch_id = ANY (seen)
    GROUP BY t.term;
END
$$;

-- What a class of files weighs in a question, as in the program's ranking.
CREATE FUNCTION fovea.class_weight(class smallint) RETURNS real
LANGUAGE sql IMMUTABLE -- without a search path, so that it becomes part of a query
AS $$ SELECT (ARRAY[1, 0.5, 0.6, 0.7, 0.6, 0.6]::real[])[least(class, 5) + 1] $$;

-- Candidates for a question: files with most of the weight of the terms. `part` is in the path;
-- of_language '': any. Of files of one content the first counts, as in a repository's own index.
--
-- Contents are looked up best first, until `most` of those that the role may see are known and no other
-- can weigh more, since no class weighs more than 1. So contents that it may not see take no place. Of
-- contents with the same weight as the last one some are left out, by a hash of their numbers: no
-- repository is preferred because it was published before another.
CREATE FUNCTION fovea.search_files(terms text[], weights real[], part text, of_language text,
                                   tests boolean, facts_version int, branch text, most int)
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean,
               hash bytea, facts bytea, words bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
    ids bigint[]; -- candidates, best first
    scores real[];
    looked int := 0;
    batch int := 2 * most; -- as many are looked up next
    files fovea.file[] := '{}'; -- of those that may be seen, in no order
    weighed real[] := '{}'; -- what each weighs
    few fovea.file[];
    few_weighed real[];
    enough real; -- weight of the worst of the best `most`
BEGIN
    SELECT array_agg(o.content_id), array_agg(o.score) INTO ids, scores
    FROM (SELECT k.content_id, sum(w.weight) AS score
          FROM unnest(terms, weights) AS w(term, weight)
          CROSS JOIN LATERAL (SELECT c.content_id FROM fovea.chunk c
                              WHERE c.words @@ w.term::tsquery) k
          GROUP BY k.content_id
          ORDER BY score DESC, hashint8(k.content_id), k.content_id) o;
    WHILE looked < coalesce(cardinality(ids), 0)
          AND (cardinality(files) < most OR scores[looked + 1] > enough) LOOP
        SELECT array_agg(p.file), array_agg(p.weight) INTO few, few_weighed
        FROM (SELECT DISTINCT ON (w.id) m.file, w.score * fovea.class_weight((m.file).class) AS weight
              FROM unnest(ids[looked + 1:looked + batch], scores[looked + 1:looked + batch]) AS w(id, score)
              CROSS JOIN LATERAL (SELECT k.version, k.language FROM fovea.content k
                                  WHERE k.id = w.id OFFSET 0) c -- one by one, not all contents
              CROSS JOIN LATERAL (SELECT g AS file FROM fovea.file g WHERE g.content_id = w.id
                                  AND g.branch_id = ANY (seen) AND (tests OR g.class <> 1) OFFSET 0) m
              JOIN fovea.branch b ON b.id = (m.file).branch_id
              JOIN fovea.repository r ON r.id = b.repository_id
              WHERE c.version = facts_version AND (of_language = '' OR c.language = of_language)
                  AND (part = '' OR strpos(r.name || '/' || (m.file).path, part) > 0)
              ORDER BY w.id, (m.file).class, r.name, (m.file).path) p;
        looked := looked + batch;
        batch := least(2 * batch, 8 * most);
        files := files || few;
        weighed := weighed || few_weighed;
        IF cardinality(files) >= most THEN
            enough := (SELECT u.weight FROM unnest(weighed) AS u(weight)
                       ORDER BY u.weight DESC OFFSET most - 1 LIMIT 1);
        END IF;
    END LOOP;
    RETURN QUERY
    SELECT f.name, f.path, f.class, f.size, f.lines, f.content_id, 0, c.language, c.package,
           c.degraded, c.hash, a.facts, a.terms
    FROM (SELECT r.name, m.path, m.class, m.size, m.lines, m.content_id, weighed[m.ordinality] AS weight
          FROM unnest(files) WITH ORDINALITY AS m
          JOIN fovea.branch b ON b.id = m.branch_id
          JOIN fovea.repository r ON r.id = b.repository_id
          ORDER BY weight DESC, r.name, m.path
          LIMIT most) f
    CROSS JOIN LATERAL (SELECT * FROM fovea.content k WHERE k.id = f.content_id OFFSET 0) c
    CROSS JOIN LATERAL (SELECT * FROM fovea.fact k WHERE k.content_id = f.content_id OFFSET 0) a
    ORDER BY f.weight DESC, f.name, f.path;
END
$$;
