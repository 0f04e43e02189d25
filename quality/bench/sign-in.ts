import { type Argon2Parameters, argon2 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call } from './call.ts';
import { median, medians, throughput } from './measure.ts';
import { confirmEmail, newEmail, newOwners, type Owner, password, signUpBody } from './owners.ts';
import { type BenchServer, onDatabase, startServer } from './server.ts';

const lanes = 10;
const calls = 40;
const rounds = 7;
const minRatio = 0.9;
const hash = promisify(argon2);

/** Compares sign-ins per second with password hashes per second on all cores. */
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
    return [`sign-in : hash alone  ${ratio} (at least ${minRatio}; ${figures})`];
  } finally {
    await product.stop();
    await postgres.stop();
  }
}

/** Signs in from a known browser. */
function signInOnce({ url }: BenchServer, { email, device = '' }: Owner) {
  return call({ url, cookie: device }, endpoints.signIn, { body: { email, password } });
}

/** The cost parameters of a stored hash. */
async function costIn(databaseUrl: string): Promise<Argon2Parameters> {
  const [row] = await onDatabase(databaseUrl, (query) =>
    query('select hash from passwords limit 1'),
  );
  const { hash: stored } = row as { hash: string };
  const [, memory, passes] = /m=(\d+),t=(\d+)/.exec(stored) ?? [];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: 1, tagLength: 32 };
  return { message: 'Correct-horse-1', nonce: Buffer.alloc(16, 1), ...cost };
}

const timingRounds = 60;

/**
 * Compares the times of refusals for known and unknown addresses, in random order, so that load
 * affects all alike.
 */
export async function accountTiming(): Promise<string[]> {
  const server = await startServer();
  const signUp = (email: string) => server.client().signUp({ body: signUpBody(email) });
  const signIn = (email: string) =>
    server
      .client()
      .signIn({ body: { email, password: 'Wrong-pass-1' } })
      .catch(() => undefined);
  try {
    // Every round uses new accounts, because an account allows few failures.
    const people = Array.from({ length: timingRounds }, () => ({
      confirmed: newEmail(),
      unconfirmed: newEmail(),
      unknown: newEmail(),
    }));
    for (const { confirmed, unconfirmed } of people) {
      await signUp(confirmed);
      await signUp(unconfirmed);
    }
    for (const { confirmed } of people) await confirmEmail(server.client(), confirmed);

    const times = new Map<string, number[]>();
    const measureAll = async (calls: Record<string, () => Promise<unknown>>, quietMs: number) => {
      for (const [kind, call] of shuffled(Object.entries(calls))) {
        const startedAt = performance.now();
        await call();
        times.set(kind, [...(times.get(kind) ?? []), performance.now() - startedAt]);
        await pause(quietMs);
      }
    };
    for (const { confirmed, unconfirmed, unknown } of people) {
      const calls = {
        wrong: () => signIn(confirmed),
        unknown: () => signIn(unknown),
        unconfirmed: () => signIn(unconfirmed),
      };
      await measureAll(calls, 5);
    }
    for (const { confirmed } of people) {
      const calls = {
        newSignUp: () => signUp(newEmail()),
        knownSignUp: () => signUp(confirmed),
      };
      // The jobs of one sign-up must end before the next measurement.
      await measureAll(calls, 500);
    }
    const ratio = (kind: string, base: string) =>
      (median(times.get(kind)) / median(times.get(base))).toFixed(3);
    return [
      `sign-in, unknown address : wrong password      ${ratio('unknown', 'wrong')}`,
      `sign-in, unconfirmed     : wrong password      ${ratio('unconfirmed', 'wrong')}`,
      `sign-up, known address   : new address         ${ratio('knownSignUp', 'newSignUp')}`,
      `(medians of ${timingRounds}; a wrong password took ${median(times.get('wrong')).toFixed(1)} ms)`,
    ];
  } finally {
    await server.stop();
  }
}

function shuffled<T>(values: T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
