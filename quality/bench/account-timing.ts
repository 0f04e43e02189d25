import { setTimeout as pause } from 'node:timers/promises';
import { confirmEmail, newEmail, signUpBody } from './owners.ts';
import { median } from './rounds.ts';
import { startServer } from './server.ts';

const rounds = 60;

/** Interleaved in changing order, so that whatever the machine does meanwhile meets all alike. */
export async function accountTiming(): Promise<string[]> {
  const server = await startServer();
  const signUp = (email: string) => server.client().signUp({ body: signUpBody(email) });
  const signIn = (email: string) =>
    server
      .client()
      .signIn({ body: { email, password: 'Wrong-pass-1' } })
      .catch(() => undefined);
  try {
    // Throttling allows few failures per address, so every round has people of its own.
    const people = Array.from({ length: rounds }, () => ({
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
    const take = async (calls: Record<string, () => Promise<unknown>>, quietMs: number) => {
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
      await take(calls, 5);
    }
    for (const { confirmed } of people) {
      const calls = {
        newSignUp: () => signUp(newEmail()),
        knownSignUp: () => signUp(confirmed),
      };
      // The jobs of one sign-up must be over before the next call is measured.
      await take(calls, 500);
    }
    const ratio = (kind: string, base: string) =>
      (median(times.get(kind)) / median(times.get(base))).toFixed(3);
    return [
      `sign-in, unknown address : wrong password      ${ratio('unknown', 'wrong')}`,
      `sign-in, unconfirmed     : wrong password      ${ratio('unconfirmed', 'wrong')}`,
      `sign-up, known address   : new address         ${ratio('knownSignUp', 'newSignUp')}`,
      `(medians of ${rounds}; a wrong password took ${median(times.get('wrong')).toFixed(1)} ms)`,
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
