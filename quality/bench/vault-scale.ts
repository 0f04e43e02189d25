import { endpoints } from '@zavet/contract/endpoints';
import { type PostgresStandIn, startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from './call.ts';
import { addConcurrentOwners, letConcurrentOwnersWrite, settle } from './concurrent-owners.ts';
import { newOwners, signInAnew } from './owners.ts';
import { medians } from './rounds.ts';
import { type BenchServer, startServer } from './server.ts';
import { nameContacts, writeWithFiles } from './vault.ts';

const owners = { small: 10, large: 10_000 };
const instructionsEach = 100;
const rounds = 400;

/** How much longer a list takes when the database holds a thousand times as much of other people. */
export async function vaultScale(): Promise<string[]> {
  // Only for filling it sooner: what is measured writes nothing.
  const postgres = await startPostgresStandIn({ max_wal_size: '8GB', synchronous_commit: 'off' });
  const running: BenchServer[] = [];
  try {
    const small = await fill(postgres, 'small', owners.small, running);
    const large = await fill(postgres, 'large', owners.large, running);
    const found = await medians(rounds, { small: listTimer(small), large: listTimer(large) });
    const totals = [owners.large, owners.small].map((count) => count * instructionsEach);
    return [
      `list at ${totals[0]} instructions : at ${totals[1]}  ${(found.large / found.small).toFixed(2)} (at most 1.3)`,
      `(medians of ${rounds}; at ${totals[1]} it took ${found.small.toFixed(1)} ms)`,
    ];
  } finally {
    for (const server of running) await server.stop();
    await postgres.stop();
  }
}

/**
 * A server whose owners have each written as much. Ten write through it, the others are filled in;
 * all take turns, so that nobody's rows lie side by side.
 */
async function fill(
  postgres: PostgresStandIn,
  name: string,
  count: number,
  running: BenchServer[],
): Promise<Target[]> {
  const databaseUrl = await postgres.newDatabase(name);
  const server = await startServer(databaseUrl);
  running.push(server);
  const measured = await newOwners(server, owners.small);
  const writers = await Promise.all(
    measured.map(async ({ cookie }) => {
      const target = { url: server.url, cookie };
      return { target, contacts: await nameContacts(target) };
    }),
  );
  await addConcurrentOwners(databaseUrl, count - measured.length);
  for (let written = 0; written < instructionsEach; written++) {
    await Promise.all(writers.map(({ target, contacts }) => writeWithFiles(target, contacts)));
    await letConcurrentOwnersWrite(databaseUrl);
  }
  await settle(databaseUrl);
  const fresh = await Promise.all(measured.map((owner) => signInAnew(server, owner)));
  return fresh.map(({ cookie }) => ({ url: server.url, cookie }));
}

/** Lists one owner's instructions after another's and says how long each took. */
function listTimer(targets: readonly Target[]): () => Promise<number> {
  let turn = 0;
  return async () => {
    const target = targets[turn++ % targets.length] as Target;
    const startedAt = performance.now();
    await call(target, endpoints.listInstructions);
    return performance.now() - startedAt;
  };
}
