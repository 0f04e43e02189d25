import { type Argon2Parameters, argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call } from './call.ts';
import { onDatabase } from './on-database.ts';
import { newOwners, type Owner, password } from './owners.ts';
import { medians, throughput } from './rounds.ts';
import { type BenchServer, startServer } from './server.ts';

const lanes = 10;
const calls = 40;
const rounds = 7;
const wanted = 0.9;
const hash = promisify(argon2);

/** How many people sign in while the hash of a password alone, on all cores, is computed once. */
export async function signIn(): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const databaseUrl = await postgres.newDatabase('zavet');
  const product = await startServer(databaseUrl);
  try {
    const owners = await newOwners(product, lanes);
    const cost = await costIn(databaseUrl);
    const found = await medians(rounds, {
      product: () => throughput(lanes, calls, (lane) => signInOnce(product, owners[lane] as Owner)),
      hash: () => throughput(lanes, calls, () => hash('argon2id', cost)),
    });
    const ratio = (found.product / found.hash).toFixed(2);
    const figures = `${found.product.toFixed(1)} : ${found.hash.toFixed(1)} a second`;
    return [`sign-in : hash alone  ${ratio} (at least ${wanted}; ${figures})`];
  } finally {
    await product.stop();
    await postgres.stop();
  }
}

/** In the browser that the product knows already. */
function signInOnce({ url }: BenchServer, { email, device = '' }: Owner) {
  return call({ url, cookie: device }, endpoints.signIn, { body: { email, password } });
}

/** What one hash costs, as the stored ones say. */
async function costIn(databaseUrl: string): Promise<Argon2Parameters> {
  const [row] = await onDatabase(databaseUrl, (query) =>
    query('select hash from passwords limit 1'),
  );
  const { hash: stored } = row as { hash: string };
  const [, memory, passes] = /m=(\d+),t=(\d+)/.exec(stored) ?? [];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: 1, tagLength: 32 };
  return { message: 'Correct-horse-1', nonce: Buffer.alloc(16, 1), ...cost };
}
