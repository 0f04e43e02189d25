import { drizzle } from 'drizzle-orm/node-postgres';
import { type CustomTypesConfig, type Pool, types } from 'pg';
import { type Connection, type Engine, handleOnce } from './database.ts';

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = types.builtins;
const timeTypes = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL]);
const asText = (value: string) => value;

/** Times as text, as the query builder reads them, too. */
const plainTypes: CustomTypesConfig = {
  getTypeParser: (type: number, format: 'text' | 'binary' = 'text') =>
    timeTypes.has(type) ? asText : types.getTypeParser(type, format as 'text'),
};

/** `quick` takes the prepared statements that stand for themselves, `pool` everything else. */
export function postgresEngine(pool: Pool, quick: Pool): Engine {
  return {
    handle: connectionOver(pool).handle,
    send: connectionOver(quick).send,
    transaction: (work) => inTransaction(pool, work),
    close: async () => {
      await Promise.all([pool.end(), quick.end()]);
    },
  };
}

function connectionOver(client: Pick<Pool, 'query'>): Connection {
  return {
    handle: handleOnce(() => drizzle({ client: client as Pool })),
    send: ({ name, text, values }) => client.query({ name, text, values, types: plainTypes }),
  };
}

/** `begin` travels with the first statement: the connections of the pool take several at once. */
async function inTransaction<T>(
  pool: Pool,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    const begun = client.query('begin');
    // Where it fails, the first statement fails as well, or the commit.
    begun.catch(() => {});
    const result = await work(connectionOver(client));
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      lost = failure;
    });
    throw error;
  } finally {
    client.release(lost);
  }
}
