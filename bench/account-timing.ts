import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { legalDocuments } from '@zavet/contract/legal-documents';
import { startServer } from './server.ts';

const rounds = 60;
const password = 'Correct-horse-1';
const newAddress = () => `bench-${randomUUID()}@example.org`;

/** Interleaved in changing order, so that whatever the machine does meanwhile meets all alike. */
export async function accountTiming(): Promise<string[]> {
  const server = await startServer();
  const signUp = (email: string) =>
    server.client().signUp({
      body: {
        email,
        password,
        confirm_password: password,
        preferred_language: 'en',
        accepted: {
          privacy_policy: legalDocuments.privacy_policy.version,
          terms_of_use: legalDocuments.terms_of_use.version,
          public_offer: legalDocuments.public_offer.version,
        },
      },
    });
  const signIn = (email: string) =>
    server
      .client()
      .signIn({ body: { email, password: 'Wrong-pass-1' } })
      .catch(() => undefined);
  try {
    // Throttling allows few failures per address, so every round has people of its own.
    const people = Array.from({ length: rounds }, () => ({
      confirmed: newAddress(),
      unconfirmed: newAddress(),
      unknown: newAddress(),
    }));
    for (const { confirmed, unconfirmed } of people) {
      await signUp(confirmed);
      await signUp(unconfirmed);
    }
    for (const { confirmed } of people) await confirm(server.client(), confirmed);

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
        newSignUp: () => signUp(newAddress()),
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

async function confirm(
  client: ReturnType<Awaited<ReturnType<typeof startServer>>['client']>,
  address: string,
): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { mails } = await client.listCapturedMails();
    const mail = mails.find(({ to }) => to === address);
    if (mail) {
      const { text } = await client.getCapturedMail({ params: { id: mail.id } });
      const token = /type=signup&token=([\w-]+)/.exec(text)?.[1] ?? '';
      await client.verifyEmail({ body: { token } });
      return;
    }
    await pause(100);
  }
  throw new Error(`no mail to ${address}`);
}

function median(values: number[] = []): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function shuffled<T>(values: T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
