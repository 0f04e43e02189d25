import { type PGlite, type Transaction, types } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { type Connection, type Engine, handleOnce } from './database.ts';

const asText = (value: string) => value;

/** Times as text, as the query builder reads them, too. */
const parsers = {
  [types.TIMESTAMPTZ]: asText,
  [types.TIMESTAMP]: asText,
  [types.DATE]: asText,
  [types.INTERVAL]: asText,
};

export function embeddedEngine(client: PGlite, close: () => Promise<void>): Engine {
  return {
    ...connectionOver(client),
    transaction: (work) => client.transaction((opened) => work(connectionOver(opened))),
    close,
  };
}

function connectionOver(client: PGlite | Transaction): Connection {
  return {
    handle: handleOnce(() => drizzle({ client: client as PGlite })),
    send: ({ text, values }) => client.query(text, values, { parsers }),
  };
}
