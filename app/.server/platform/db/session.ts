/**
 * What every connection begins with, on both engines: what a role, a database or a server may have set
 * otherwise (`alter role … set`) would change how values are written, read or stored. Set by statement
 * and not as start-up parameters, which poolers in between refuse.
 */
export const sessionSettings = [
  `time zone 'UTC'`,
  `datestyle = 'ISO, MDY'`,
  `intervalstyle = 'postgres'`,
  `standard_conforming_strings = on`,
  `bytea_output = 'hex'`,
  // The shortest text that reads as the same number.
  `extra_float_digits = 1`,
  `default_transaction_read_only = off`,
  `default_transaction_isolation = 'read committed'`,
]
  .map((each) => `set ${each}`)
  .join('; ')

/**
 * The schema of the shop's tables and no other: where they are on the path that the server would take,
 * else `public` where they are there; in an empty database the first that the server would take.
 */
export const findTables = `
  select pg_catalog.set_config('search_path', coalesce(
    (select relnamespace::pg_catalog.regnamespace::text from pg_catalog.pg_class
      where oid = pg_catalog.to_regclass('schema_migrations')),
    case when pg_catalog.to_regclass('public.schema_migrations') is not null then 'public' end,
    pg_catalog.quote_ident(current_schema()),
    'public'), false)`
