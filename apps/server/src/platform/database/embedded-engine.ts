import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { embeddedStatements } from './embedded-statements.ts';
import { type Engine, handleOnce } from './engine.ts';
import type { Prepared } from './prepared.ts';

/** Filled with zeros at every start; what does not fit, the system's own cache holds. */
const embeddedBuffers = '16MB';

export function openEmbeddedClient(folder: string): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${embeddedBuffers}`];
  return PGlite.create(folder, { startParams });
}

export function embeddedEngine(client: PGlite, close: () => Promise<void>): Engine {
  const sendNow = embeddedStatements(client);
  // Between the transactions of others: there is only one connection.
  const send = (statement: Prepared) => client._runExclusiveTransaction(() => sendNow(statement));
  return {
    pools: () => [],
    handle: handleOnce(() => drizzle({ client })),
    send,
    sendBoth: (first, second) => [send(first), send(second)],
    transaction: (work) =>
      client.transaction((opened) =>
        work({
          handle: handleOnce(() => drizzle({ client: opened as unknown as PGlite })),
          send: sendNow,
        }),
      ),
    close,
  };
}
