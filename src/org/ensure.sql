-- After the migrations, and whenever `fovea publish --init` is run: rights of the roles that exist,
-- and the indexes for parts of names and for vectors where pg_trgm and pgvector are installed.
-- Everything here may be run again.
DO $$
DECLARE
    f record;
    trigrams text;
BEGIN
    REVOKE ALL ON SCHEMA fovea FROM PUBLIC;
    FOR f IN SELECT p.oid::regprocedure AS name FROM pg_proc p
             WHERE p.pronamespace = 'fovea'::regnamespace
               AND p.proowner = (SELECT nspowner FROM pg_namespace WHERE nspname = 'fovea') LOOP
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f.name);
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fovea_reader') THEN
            EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO fovea_reader', f.name);
        END IF;
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fovea_writer') THEN
            EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO fovea_writer', f.name);
        END IF;
    END LOOP;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fovea_reader') THEN
        GRANT USAGE ON SCHEMA fovea TO fovea_reader;
        GRANT SELECT ON ALL TABLES IN SCHEMA fovea TO fovea_reader;
        REVOKE ALL ON fovea.repository_reader FROM fovea_reader;
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fovea_writer') THEN
        GRANT USAGE ON SCHEMA fovea TO fovea_writer;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA fovea TO fovea_writer;
        REVOKE INSERT, UPDATE, DELETE ON fovea.migration FROM fovea_writer;
    END IF;
    SELECT quote_ident(n.nspname) INTO trigrams
    FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
    IF trigrams IS NOT NULL AND to_regclass('fovea.name_trigrams') IS NULL THEN
        EXECUTE format('CREATE INDEX name_trigrams ON fovea.name USING gin (lower(text) %s.gin_trgm_ops)',
                       trigrams);
    END IF;
    PERFORM fovea.vector_index();
END
$$;
