import { createHash } from 'node:crypto';
import type { Context } from '../../../../context.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { fail } from '../../../../platform/failure.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { findAccountSummary } from '../account-repository.ts';
import { securityNotice } from '../security-mails.ts';
import {
  type ClaimedAttempt,
  claimAttempt,
  deleteAttempts,
  listAttempts,
  markWarned,
} from './attempt-repository.ts';
import { listKnownDevices } from './device-repository.ts';
import { attemptsExpireAfterSeconds, remainingPauseSeconds } from './session-rules.ts';

const warnAtFailures = 10;
const warnAgainAfterMs = 24 * 3_600 * 1_000;

/**
 * Fails during a pause, when no attempt was claimed. From the tenth failure on, warns once a day.
 */
export async function enforceAttemptLimit(
  { database, clock }: Context,
  key: string,
  claimed: ClaimedAttempt | undefined,
  warn: () => Promise<void>,
): Promise<void> {
  const now = clock.now();
  if (!claimed) {
    const [record] = await listAttempts(database, [key]);
    const pauseSeconds = remainingPauseSeconds(record, now);
    return fail('too_many_requests', { facts: { retry_after_seconds: Math.max(1, pauseSeconds) } });
  }
  if (claimed.failures < warnAtFailures) return;
  const earliest = new Date(now.getTime() - warnAgainAfterMs);
  if (claimed.warned_at && new Date(claimed.warned_at) >= earliest) return;
  await database.transaction(async () => {
    if (await markWarned(database, key, now, earliest)) await warn();
  });
}

/**
 * Key of sign-in attempts. Failures are counted per address, even of unknown accounts. A known
 * device has its own count, so a stranger's failures do not slow the owner down.
 */
export function signInKey(email: string, knownDevice = ''): string {
  return digest(`${email}\n${knownDevice}`);
}

/** Key of attempts to prove a session. All failed proofs of an account count together. */
export function proofKey(userId: string): string {
  return digest(`proof\n${userId}`);
}

/** Key of attempts at the second step. A known device has its own count. */
export function secondStepKey(userId: string, knownDevice = ''): string {
  return digest(`second step\n${userId}\n${knownDevice}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Counts an attempt to prove a session. Returns the key, to release a successful attempt. */
export async function countProofAttempt(ctx: Context, user_id: string): Promise<string> {
  const key = proofKey(user_id);
  const claimed = await claimAttempt(ctx.database, key, ctx.clock.now());
  await enforceAttemptLimit(ctx, key, claimed, () => warnOwner(ctx, user_id, 'proofs_failed'));
  return key;
}

export async function countSecondStepAttempt(ctx: Context, user_id: string, key: string) {
  const claimed = await claimAttempt(ctx.database, key, ctx.clock.now());
  await enforceAttemptLimit(ctx, key, claimed, () =>
    warnOwner(ctx, user_id, 'second_steps_failed'),
  );
}

function warnOwner(
  ctx: Context,
  user_id: string,
  event: 'proofs_failed' | 'second_steps_failed',
): Promise<void> {
  return enqueueMail(ctx, securityNotice, { user_id, event, at: ctx.clock.now().toISOString() });
}

/**
 * For operators: unexpired failures, one count for all unknown devices and one per known device.
 */
export async function listThrottles({ database, clock }: Context, userId: string) {
  const now = clock.now();
  const keys = await keysOf(database, userId);
  const attempts = await listAttempts(database, keys.all);
  const countsSince = now.getTime() - attemptsExpireAfterSeconds * 1000;
  return attempts
    .filter(({ failures, lastFailedAt }) => failures > 0 && lastFailedAt.getTime() > countsSince)
    .map((attempt) => ({
      is_known_device: attempt.key !== keys.unknownDevice,
      failures: attempt.failures,
      wait_seconds: remainingPauseSeconds(attempt, now),
    }));
}

/** For operators: deletes all counts of an account. Returns false if there are none. */
export async function liftThrottles({ database }: Context, userId: string): Promise<boolean> {
  const keys = await keysOf(database, userId);
  if ((await listAttempts(database, keys.all)).length === 0) return false;
  await deleteAttempts(database, keys.all);
  return true;
}

async function keysOf(database: Database, userId: string) {
  const account = await findAccountSummary(database, userId);
  if (!account) return { unknownDevice: '', all: [] };
  const { email } = account;
  const unknownDevice = signInKey(email);
  const devices = await listKnownDevices(database, userId);
  const known = devices.map((device) => signInKey(email, device));
  const steps = [undefined, ...devices].map((device) => secondStepKey(userId, device));
  return { unknownDevice, all: [unknownDevice, proofKey(userId), ...known, ...steps] };
}
