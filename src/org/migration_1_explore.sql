-- Edges around many symbols at once, the best of each: for an answer that shows few of them and says how
-- many there are. Limits count only what the asking role may see.

-- As edges_in, with edges of these kinds from at most `each` callers of a symbol; callers: how many
-- there are, without the symbol itself.
CREATE FUNCTION fovea.explore_in(repositories text[], paths text[], indexes int[], branch text,
                                 each int, kinds int[])
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean,
               n bigint, line int, count int, kind smallint, confidence smallint, callers bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    WITH asked AS MATERIALIZED (
        SELECT w.n, w.index, r.name, f.branch_id, f.key, coalesce(s.identity, 0) AS identity
        FROM unnest(repositories, paths, indexes) WITH ORDINALITY AS w(repository, path, index, n)
        JOIN fovea.repository r ON r.name = w.repository
        JOIN fovea.branch b ON b.repository_id = r.id AND b.id = ANY (seen)
        JOIN fovea.file f ON f.branch_id = b.id AND f.path = w.path
        LEFT JOIN fovea.symbol s ON s.content_id = f.content_id AND s.index = w.index
        WHERE w.index = 0 OR s.index > 0
    ), found AS (
        SELECT a.n, a.name, f.path, f.class, f.size, f.lines, f.content_id, e.caller, e.line,
               e.count, e.kind, e.confidence,
               dense_rank() OVER (PARTITION BY a.n ORDER BY f.class, s.end_line - s.start_line DESC NULLS LAST, f.path,
                                  e.caller) AS place
        FROM asked a
        JOIN fovea.edge e ON e.target = a.identity AND e.target_file = a.key
            AND e.kind = ANY (kinds)
        JOIN fovea.file f ON f.links_id = e.links_id AND f.branch_id = a.branch_id
        LEFT JOIN fovea.symbol s ON s.content_id = f.content_id AND s.index = e.caller
        WHERE f.key <> a.key OR e.caller <> a.index
    ), counted AS (
        SELECT d.*, max(d.place) OVER (PARTITION BY d.n) AS callers FROM found d
    )
    SELECT k.name, k.path, k.class, k.size, k.lines, k.content_id, k.caller,
           coalesce(c.language, ''), coalesce(c.package, ''), coalesce(c.degraded, false),
           k.n, k.line, k.count, k.kind, k.confidence, k.callers
    FROM counted k
    LEFT JOIN fovea.content c ON c.id = k.content_id
    WHERE k.place <= each
    ORDER BY k.n, k.place, k.line;
END
$$;

-- As edges_across, with at most `each` edges of these kinds for a package; cut: it has more.
CREATE FUNCTION fovea.explore_across(repositories text[], systems text[], packages text[],
                                     beneath text[], names text[], branch text, each int,
                                     kinds int[])
RETURNS TABLE (repository text, path text, class smallint, size bigint, lines int, content bigint,
               index int, language text, package text, degraded boolean,
               n bigint, line int, count int, kind smallint, external text, cut boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen int[] := ARRAY(SELECT fovea.branches(branch));
BEGIN
    RETURN QUERY
    WITH found AS (
        SELECT r.name, f.path, f.class, f.size, f.lines, f.content_id, e.caller, c.language,
               c.package, c.degraded, w.n, e.line, e.count, e.kind,
               CASE WHEN w.system = 'c' THEN w.package ELSE x.package END AS external,
               row_number() OVER (PARTITION BY w.n ORDER BY f.class, s.end_line - s.start_line DESC NULLS LAST, r.name,
                                  f.path, e.caller, e.line) AS place,
               count(*) OVER (PARTITION BY w.n) AS edges
        FROM unnest(repositories, systems, packages, beneath, names) WITH ORDINALITY
            AS w(repository, system, package, beneath, name, n)
        JOIN fovea.external x ON x.name = w.name
            AND (x.package = CASE WHEN w.system = 'c' THEN 'c' ELSE w.package END
                 OR (w.beneath <> '' AND starts_with(x.package, w.package || w.beneath)))
        JOIN fovea.edge e ON e.external_id = x.id AND e.kind = ANY (kinds)
        JOIN fovea.file f ON f.links_id = e.links_id AND f.branch_id = ANY (seen)
        JOIN fovea.content c ON c.id = f.content_id AND fovea.system_of(c.language) = w.system
        JOIN fovea.branch b ON b.id = f.branch_id
        JOIN fovea.repository r ON r.id = b.repository_id AND r.name <> w.repository
        LEFT JOIN fovea.symbol s ON s.content_id = f.content_id AND s.index = e.caller
        WHERE w.system <> 'c' OR EXISTS (
            SELECT FROM fovea.import i JOIN fovea.external h ON h.id = i.external_id
            WHERE i.links_id = e.links_id AND h.package = w.package AND h.name = '')
    )
    SELECT k.name, k.path, k.class, k.size, k.lines, k.content_id, k.caller, k.language, k.package,
           k.degraded, k.n, k.line, k.count, k.kind, k.external, k.edges > each
    FROM found k
    WHERE k.place <= each
    ORDER BY k.n, k.place;
END
$$;
