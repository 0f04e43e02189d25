import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/**
 * A statement that is called often, put together from its typed columns once: doing that again for
 * every call takes longer than the rest of the server's part. `build` gets placeholders and may
 * only put them into the statement; the result takes their values.
 */
export function prebuilt<Values extends object = Record<never, never>>(
  build: (placeholders: Record<keyof Values, SQL>) => SQL,
): (values: Values) => SQL {
  const placeholders = new Proxy({} as Record<keyof Values, SQL>, {
    get: (_, name) => sql`${sql.placeholder(String(name))}`,
  });
  const { sql: text, params } = dialect.sqlToQuery(build(placeholders));
  const texts = text.split(/\$\d+/) as readonly string[] as TemplateStringsArray;
  return (values) => sql(texts, ...fillPlaceholders(params, values as Record<string, unknown>));
}
