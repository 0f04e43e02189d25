import type { Client, PoolClient } from 'pg';

/** A standby was reached where the primary should be. Told with the code of a refused write. */
class StandbyReached extends Error {
  readonly code = '25006';
}

const standbys = new WeakSet<object>();

/** A server says by itself, with its greeting, whether it only follows another one. */
export function watchForStandby(client: Client): void {
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName !== 'in_hot_standby') return;
    if (parameterValue === 'on') standbys.add(client);
    else standbys.delete(client);
  });
}

/**
 * While a primary is replaced, what leads to it may still lead to one that has become a standby.
 * That one knows less than was acknowledged: a session that it does not find would sign people out.
 */
export function refuseStandby(client: PoolClient, done: (error?: Error) => void): void {
  done(standbys.has(client) ? new StandbyReached('A standby was reached.') : undefined);
}
