import { createHash } from 'node:crypto';
import type { Context } from '../../../../context.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { fail } from '../../../../platform/failure.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { findAccountSummary } from '../account-repository.ts';
import { secondStepsFailed } from '../factors/factor-mails.ts';
import {
  type ClaimedAttempt,
  claimAttempt,
  deleteAttempts,
  findAttemptRecord,
  listAttempts,
  markWarned,
} from './attempt-repository.ts';
import { listKnownDevices } from './device-repository.ts';
import { proofsFailed } from './session-mails.ts';
import { attemptsExpireAfterSeconds, remainingPauseSeconds } from './session-rules.ts';

const warnAtFailures = 10;

const warnAgainAfterMs = 24 * 3_600 * 1_000;

/**
 * What follows from an attempt. One that was not taken fails and says how long to wait. From the
 * tenth failure on `warn` is called, at most once a day.
 */
export async function enforceAttemptLimit(
  { database, clock }: Context,
  key: string,
  taken: ClaimedAttempt | undefined,
  warn: () => Promise<void>,
): Promise<void> {
  const now = clock.now();
  if (!taken) {
    const wait = remainingPauseSeconds(await findAttemptRecord(database, key), now);
    return fail('too_many_requests', { facts: { retry_after_seconds: Math.max(1, wait) } });
  }
  if (taken.failures < warnAtFailures) return;
  const earliest = new Date(now.getTime() - warnAgainAfterMs);
  if (taken.warned_at && new Date(taken.warned_at) >= earliest) return;
  await database.transaction(async () => {
    if (await markWarned(database, key, now, earliest)) await warn();
  });
}

/**
 * Counts of failures are kept per address, known or not. A browser the owner has used before
 * has a count of its own, so a stranger's failures elsewhere do not slow the owner down.
 */
export function signInKey(email: string, knownDevice?: string): string {
  return createHash('sha256')
    .update(`${email}\n${knownDevice ?? ''}`)
    .digest('base64url');
}

/** Wrong proofs of one account count together, whichever change they were meant for. */
export function proofKey(userId: string): string {
  return createHash('sha256').update(`proof\n${userId}`).digest('base64url');
}

/**
 * Takes one attempt to prove the password in a session, or fails while proofs are slowed down. Who
 * guesses here holds a browser that is signed in, so the tenth failure is mailed to the owner.
 */
export async function countProofAttempt(ctx: Context, userId: string): Promise<string> {
  const key = proofKey(userId);
  const taken = await claimAttempt(ctx.database, key, ctx.clock.now());
  await enforceAttemptLimit(ctx, key, taken, () =>
    enqueueMail(ctx, proofsFailed, { user_id: userId }),
  );
  return key;
}

/**
 * Only those who know the password are counted here. A browser the owner has used before has a count
 * of its own, so that a thief of the password does not slow the owner down.
 */
export function secondStepKey(userId: string, knownDevice?: string): string {
  return createHash('sha256')
    .update(`second step\n${userId}\n${knownDevice ?? ''}`)
    .digest('base64url');
}

/** Takes one attempt to guess a code, or fails while they are slowed down. */
export async function countSecondStepAttempt(
  ctx: Context,
  userId: string,
  key: string,
): Promise<void> {
  const taken = await claimAttempt(ctx.database, key, ctx.clock.now());
  await enforceAttemptLimit(ctx, key, taken, () =>
    enqueueMail(ctx, secondStepsFailed, { user_id: userId }),
  );
}

type Deps = { database: Database; clock: Clock };

interface Throttle {
  is_known_device: boolean;
  failures: number;
  wait_seconds: number;
}

/** Failed sign-ins that still count, elsewhere and in each browser that the owner has used. */
export async function listThrottles(
  { database, clock }: Deps,
  userId: string,
): Promise<Throttle[]> {
  const now = clock.now();
  const keys = await keysOf(database, userId);
  const attempts = await listAttempts(database, keys.all);
  return attempts
    .filter(
      ({ failures, lastFailedAt }) =>
        failures > 0 && now.getTime() - lastFailedAt.getTime() < attemptsExpireAfterSeconds * 1000,
    )
    .map((attempt) => ({
      is_known_device: attempt.key !== keys.elsewhere,
      failures: attempt.failures,
      wait_seconds: remainingPauseSeconds(attempt, now),
    }));
}

/** Failures are forgotten, of sign-ins and of proofs in a session. False where none counted. */
export async function liftThrottles(deps: Deps, userId: string): Promise<boolean> {
  const { database } = deps;
  const keys = await keysOf(database, userId);
  if ((await listAttempts(database, keys.all)).length === 0) return false;
  await deleteAttempts(database, keys.all);
  return true;
}

async function keysOf(database: Database, userId: string) {
  const account = await findAccountSummary(database, userId);
  if (!account) return { elsewhere: '', all: [] };
  const { email } = account;
  const elsewhere = signInKey(email);
  const devices = await listKnownDevices(database, userId);
  const known = devices.map((device) => signInKey(email, device));
  const steps = [undefined, ...devices].map((device) => secondStepKey(userId, device));
  return { elsewhere, all: [elsewhere, proofKey(userId), ...known, ...steps] };
}
