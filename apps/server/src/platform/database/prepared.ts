import { createHash } from 'node:crypto';
import { is, Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/** A statement with its values. Connections cache the plan by name. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const dialect = new PgDialect();

/**
 * Prepares a frequent statement: its text is built once, and each connection parses and plans it
 * once, because both take longer than running it. `build` may only insert the placeholders into the
 * statement.
 */
export function prepareStatement<Values extends object = Record<never, never>>(
  build: (placeholders: Record<keyof Values, SQL>) => SQL,
): (values: Values) => PreparedStatement {
  const placeholders = new Proxy({} as Record<keyof Values, SQL>, {
    get: (_, name) => sql`${sql.placeholder(String(name))}`,
  });
  const { sql: built, params } = dialect.sqlToQuery(build(placeholders));
  const { text, sources } = deduplicatePlaceholders(built, params);
  const name = createHash('sha256').update(text).digest('base64url');
  return (values) => ({ name, text, values: sources.map((source) => valueFor(source, values)) });
}

/** Renders a part of other statements once. It cannot have values. */
export function prebuildSql(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error('A prebuilt part cannot have values.');
  return sql.raw(text);
}

/**
 * Add this to the FROM clause of a statement that may be lost in a crash: the commit of its
 * transaction then does not wait for the disk.
 */
export const asyncCommit = sql.raw(
  "(select set_config('synchronous_commit', 'off', true)) async_commit",
);

/** Merges placeholders with the same name, so that each value is sent once. */
function deduplicatePlaceholders(
  built: string,
  params: unknown[],
): { text: string; sources: unknown[] } {
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
  if (value === undefined) {
    throw new Error(`A prepared statement misses its value "${source.name}".`);
  }
  return value;
}
