import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/database.ts';

/** Settings of the database server and our privileges. */
export interface DatabaseFacts {
  version: string;
  version_number: number;
  encoding: string;
  database: string;
  role: string;
  is_replica: boolean;
  is_read_only: boolean;
  may_make_schemas: boolean;
  may_make_tables: boolean;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  statement_timeout_ms: number;
  idle_in_transaction_timeout_ms: number;
  /** Maximum number of connections for our role, and the current connections of all clients. */
  connections: number;
  connections_used: number;
}

export async function readDatabaseFacts({ rows }: Queryable): Promise<DatabaseFacts> {
  const [found] = await rows<DatabaseFacts>(sql`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as version_number,
      pg_encoding_to_char(d.encoding)::text as encoding,
      d.datname::text as database, current_user::text as role,
      pg_is_in_recovery() as is_replica,
      current_setting('transaction_read_only') = 'on' as is_read_only,
      has_database_privilege(d.oid, 'create') as may_make_schemas,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_make_tables,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      (select setting::int from pg_settings where name = 'statement_timeout') as statement_timeout_ms,
      (select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout')
        as idle_in_transaction_timeout_ms,
      least(
        current_setting('max_connections')::int - case when r.rolsuper then 0 else
          current_setting('superuser_reserved_connections')::int end,
        case when d.datconnlimit < 0 or r.rolsuper then null else d.datconnlimit end,
        case when r.rolconnlimit < 0 or r.rolsuper then null else r.rolconnlimit end)::int as connections,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int
        as connections_used
    from pg_database d, pg_roles r
    where d.datname = current_database() and r.rolname = current_user`);
  if (!found) throw new Error('The settings of the database cannot be read.');
  return found;
}
