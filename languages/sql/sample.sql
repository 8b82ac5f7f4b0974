-- Users of the system. More text.
CREATE TABLE IF NOT EXISTS public.users (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- the key
    "Full Name" varchar(255) NOT NULL DEFAULT 'a;b',
    email citext UNIQUE NOT NULL CHECK (email ~ '^[^;]+$'),
    org_id int REFERENCES orgs(id) ON DELETE CASCADE,
    tags text[] DEFAULT ARRAY[]::text[],
    key text,
    amount numeric(10, 2),
    CONSTRAINT foo UNIQUE (email, org_id),
    FOREIGN KEY (org_id) REFERENCES orgs (id)
);
CREATE TABLE logs (ts timestamptz, msg text) PARTITION BY RANGE (ts);
CREATE TABLE logs_1 PARTITION OF logs FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
CREATE MATERIALIZED VIEW mv (a, b) AS SELECT 1; 
CREATE OR REPLACE FUNCTION add(a integer, b integer DEFAULT 0) RETURNS integer
LANGUAGE plpgsql AS $body$
BEGIN
  -- ; CREATE TABLE nope (x int);
  RETURN a + b;
END;
$body$;
CREATE FUNCTION f2() RETURNS TABLE (x int, y text) AS 'select 1; select ''x''' LANGUAGE sql;
CREATE FUNCTION f3(int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; SELECT CASE WHEN 1=1 THEN 2 END; END;
CREATE FUNCTION f4(int) RETURNS int RETURN $1 + 1;
CREATE UNIQUE INDEX CONCURRENTLY idx ON users USING btree (lower(email)) WITH (fillfactor=70) WHERE a > 1;
CREATE INDEX ON users (id);
CREATE TYPE mood AS ENUM ('sad', 'ok;', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE TRIGGER trg BEFORE INSERT OR UPDATE OF a ON users FOR EACH ROW WHEN (NEW.a > 1) EXECUTE FUNCTION foo();
CREATE SEQUENCE s START 1 INCREMENT 1;
CREATE SCHEMA app;
CREATE SCHEMA hollywood
    CREATE TABLE films (title text, release date)
    CREATE VIEW winners AS SELECT title FROM films;
ALTER TABLE ONLY users ADD COLUMN x int, DROP COLUMN y, ADD CONSTRAINT z FOREIGN KEY (aaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbb) REFERENCES foo(cccccccccccccc) ON DELETE CASCADE, ALTER COLUMN q SET DEFAULT 5;
ALTER TABLE users OWNER TO bob;
ALTER FUNCTION f2() OWNER TO bob;
CREATE EXTENSION IF NOT EXISTS hstore WITH SCHEMA public;
CREATE DOMAIN posint AS integer CHECK (VALUE > 0);
CREATE POLICY p ON users FOR SELECT USING (true);
CREATE RULE r AS ON INSERT TO t DO INSTEAD (INSERT INTO a VALUES (1); INSERT INTO b VALUES (2));
CREATE OPERATOR === (LEFTARG = box, RIGHTARG = box, FUNCTION = f);
CREATE CAST (bigint AS int4) WITH FUNCTION int4(bigint) AS ASSIGNMENT;
CREATE AGGREGATE sum2(int) (SFUNC = f, STYPE = int);
CREATE EVENT TRIGGER et ON ddl_command_start EXECUTE FUNCTION abort();
COPY users (id, name) FROM stdin;
1	CREATE TABLE no (x int);
2	b'
\.
\connect foo
\i other.sql
SELECT 1 \gexec
CREATE VIEW v WITH (security_barrier) AS SELECT 'it''s; CREATE' AS a, E'\';' AS b, U&"d\0061t" FROM x;
DO $$ BEGIN CREATE TABLE inside_do (x int); END $$;
CREATE PROCEDURE p(INOUT x int) LANGUAGE plpgsql AS $$ BEGIN x := 1; END $$;
/* nested /* comment ; */ CREATE TABLE no(x int); */
CREATE TABLE last (a int)
