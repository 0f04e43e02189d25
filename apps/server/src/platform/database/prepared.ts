import { createHash } from 'node:crypto';
import { is, Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/**
 * One row to select from in a statement whose commit need not wait for the disk: a database that
 * crashes forgets what was counted in its last moment. Nothing else may be written with it.
 */
export const asyncCommit = sql.raw(
  "(select set_config('synchronous_commit', 'off', true)) without_waiting",
);

/** A statement with its values. Connections keep the plan of a name they have seen. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const dialect = new PgDialect();

/**
 * A statement that is sent often. It is put together from its typed columns once, and each
 * connection parses and plans it once: both take longer than the rest of a short call. `build` gets
 * placeholders and may only put them into the statement; the result takes their values.
 */
export function prepared<Values extends object = Record<never, never>>(
  build: (placeholders: Record<keyof Values, SQL>) => SQL,
): (values: Values) => Prepared {
  const placeholders = new Proxy({} as Record<keyof Values, SQL>, {
    get: (_, name) => sql`${sql.placeholder(String(name))}`,
  });
  const { sql: built, params } = dialect.sqlToQuery(build(placeholders));
  const { text, sources } = withoutRepeats(built, params);
  const name = createHash('sha256').update(text).digest('base64url');
  return (values) => ({ name, text, values: sources.map((source) => valueFor(source, values)) });
}

/** A part of other statements, put together once. */
export function prebuilt(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error('A part that is built once has no values.');
  return sql.raw(text);
}

/** A placeholder that stands in several places is one parameter. */
function withoutRepeats(built: string, params: unknown[]): { text: string; sources: unknown[] } {
  const sources: unknown[] = [];
  const places = params.map((param) => {
    const known = is(param, Placeholder)
      ? sources.findIndex((source) => is(source, Placeholder) && source.name === param.name)
      : -1;
    return known >= 0 ? known + 1 : sources.push(param);
  });
  const text = built.replace(/\$(\d+)/g, (_, place) => `$${places[Number(place) - 1]}`);
  return { text, sources };
}

function valueFor(source: unknown, values: object): unknown {
  if (!is(source, Placeholder)) return source;
  const value = (values as Record<string, unknown>)[source.name];
  if (value === undefined)
    throw new Error(`A prepared statement misses its value "${source.name}".`);
  return value;
}
