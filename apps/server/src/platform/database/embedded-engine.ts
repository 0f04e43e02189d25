import { PGlite, type Transaction, types } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { type Connection, type Engine, handleOnce } from './engine.ts';

const asText = (value: string) => value;

/** Times as text, as the query builder reads them, too. */
const parsers = {
  [types.TIMESTAMPTZ]: asText,
  [types.TIMESTAMP]: asText,
  [types.DATE]: asText,
  [types.INTERVAL]: asText,
};

/** Filled with zeros at every start; what does not fit, the system's own cache holds. */
const embeddedBuffers = '16MB';

export function openEmbeddedClient(folder: string): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${embeddedBuffers}`];
  return PGlite.create(folder, { startParams });
}

export function embeddedEngine(client: PGlite, close: () => Promise<void>): Engine {
  return {
    ...connectionOver(client),
    sendBoth: (first, second) => {
      const { send } = connectionOver(client);
      return [send(first), send(second)];
    },
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
