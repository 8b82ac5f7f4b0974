-- Roles and the schema, made by the first publish, or by `fovea publish --init`, in the transaction
-- of the migrations. Everything here may be run again. A user who may not make roles gets a schema
-- of their own, which others can read once an administrator has made the roles.
DO $$
DECLARE
    wanted text;
    me record;
BEGIN
    SELECT rolsuper, rolcreaterole INTO me FROM pg_roles WHERE rolname = current_user;
    FOREACH wanted IN ARRAY ARRAY['fovea_owner', 'fovea_writer', 'fovea_reader'] LOOP
        IF (me.rolsuper OR me.rolcreaterole)
            AND NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
            IF NOT me.rolsuper THEN
                EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
            END IF;
        END IF;
    END LOOP;
    IF to_regnamespace('fovea') IS NULL THEN
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fovea_owner')
            AND pg_has_role(current_user, 'fovea_owner', 'MEMBER')
            AND (me.rolsuper OR EXISTS (SELECT FROM pg_database WHERE datname = current_database()
                AND pg_has_role(current_user, datdba, 'MEMBER'))) THEN
            EXECUTE format('GRANT CREATE ON DATABASE %I TO fovea_owner', current_database());
            CREATE SCHEMA fovea AUTHORIZATION fovea_owner;
        ELSE
            CREATE SCHEMA fovea;
        END IF;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        BEGIN
            CREATE EXTENSION pg_trgm SCHEMA fovea;
        EXCEPTION WHEN OTHERS THEN
            NULL; -- not to be had, or not allowed: ensure.sql does without
        END;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'vector')
        AND EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector') THEN
        BEGIN
            CREATE EXTENSION vector SCHEMA fovea;
        EXCEPTION WHEN OTHERS THEN
            NULL; -- vectors are compared one by one then
        END;
    END IF;
    -- The settings of pg_trgm may be named in a function only once its library is loaded.
    SELECT quote_ident(n.nspname) INTO wanted
    FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
    IF wanted IS NOT NULL THEN
        EXECUTE format('SELECT %s.show_limit()', wanted);
    END IF;
END
$$;
