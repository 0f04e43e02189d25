import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findAccountHead, listAttempts, listKnownDevices } from './desk-repository.ts';
import { secondStepKey } from './factors/second-step/second-step-throttle.ts';
import { proofsKey } from './proof-throttle.ts';
import { deleteAttempts } from './sign-in-attempt-repository.ts';
import { forgottenAfterSeconds, pauseLeft } from './sign-in-rules.ts';
import { attemptsKey } from './sign-in-throttle.ts';

type Deps = { database: Database; clock: Clock };

interface SlowDown {
  is_known_device: boolean;
  failures: number;
  wait_seconds: number;
}

/** Failed sign-ins that still count, elsewhere and in each browser that the owner has used. */
export async function listSlowDowns(
  { database, clock }: Deps,
  userId: string,
): Promise<SlowDown[]> {
  const now = clock.now();
  const keys = await keysOf(database, userId);
  const attempts = await listAttempts(database, keys.all);
  return attempts
    .filter(
      ({ failures, lastFailedAt }) =>
        failures > 0 && now.getTime() - lastFailedAt.getTime() < forgottenAfterSeconds * 1000,
    )
    .map((attempt) => ({
      is_known_device: attempt.key !== keys.elsewhere,
      failures: attempt.failures,
      wait_seconds: pauseLeft(attempt, now),
    }));
}

/** Failures are forgotten, of sign-ins and of proofs in a session. False where none counted. */
export async function liftSlowDowns(deps: Deps, userId: string): Promise<boolean> {
  const { database } = deps;
  const keys = await keysOf(database, userId);
  if ((await listAttempts(database, keys.all)).length === 0) return false;
  await deleteAttempts(database, keys.all);
  return true;
}

async function keysOf(database: Database, userId: string) {
  const account = await findAccountHead(database, userId);
  if (!account) return { elsewhere: '', all: [] };
  const { email } = account;
  const elsewhere = attemptsKey(email);
  const devices = await listKnownDevices(database, userId);
  const known = devices.map((device) => attemptsKey(email, device));
  const steps = [undefined, ...devices].map((device) => secondStepKey(userId, device));
  return { elsewhere, all: [elsewhere, proofsKey(userId), ...known, ...steps] };
}
