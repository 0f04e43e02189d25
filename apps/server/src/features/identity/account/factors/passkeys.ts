import type {
  addPasskeyInput,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@zavet/contract/identity/factor-schemas';
import { limits } from '@zavet/contract/limits';
import type { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { newId } from '../../../../platform/ids.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { type EventOrigin, recordSecurityEvent } from '../security-event-repository.ts';
import { securityNotice } from '../security-mails.ts';
import { withProof } from '../sessions/proof.ts';
import { isCounterRegressed } from './factor-rules.ts';
import { changeFactors, recordFactorAdded, recordFactorRemoved } from './factors.ts';
import {
  consumeChallenge,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type Passkey,
  type UsedChallenge,
  updatePasskeyName,
  updatePasskeyUse,
} from './passkey-repository.ts';
import { type ChallengeUse, webauthn } from './webauthn.ts';

const challengeFor = ({ session_id }: Owner) =>
  ({ purpose: 'register', subject: session_id }) as const;

export function startPasskeyCreation(
  ctx: Context,
  owner: Owner,
  caller: Caller,
): Promise<PasskeyCreation> {
  return changeFactors(ctx, owner, caller, async (account) => {
    const existing = await listPasskeysBelowLimit(ctx, owner);
    return webauthn(ctx).createRegistration(
      challengeFor(owner),
      account,
      existing,
      ctx.clock.now(),
    );
  });
}

/** Adds a passkey. Returns recovery codes if this is the first factor. */
export async function addPasskey(
  ctx: Context,
  owner: Owner,
  input: z.output<typeof addPasskeyInput>,
  caller: Caller,
): Promise<string[] | null> {
  const { database, clock } = ctx;
  const verified = await webauthn(ctx).verifyRegistration(
    challengeFor(owner),
    input.passkey,
    clock.now(),
  );
  return changeFactors(ctx, owner, caller, async () => {
    if (!verified || !(await consumeChallenge(database, verified.challenge)))
      return fail('passkey_refused');
    await listPasskeysBelowLimit(ctx, owner);
    const created_at = clock.now();
    const isNew = await insertPasskey(database, {
      ...verified.passkey,
      id: newId(),
      user_id: owner.user_id,
      name: input.name,
      created_at,
      last_used_at: null,
      disowned_at: null,
    });
    if (!isNew) fail('passkey_refused');
    return recordFactorAdded(ctx, owner, 'passkey_added', caller, created_at);
  });
}

/** Fails if the limit is reached. */
async function listPasskeysBelowLimit({ database }: Context, { user_id }: Owner) {
  const existing = await listPasskeys(database, user_id);
  const limit = limits.passkeys;
  if (existing.length >= limit) fail('passkey_limit_reached', { facts: { limit } });
  return existing;
}

export async function renamePasskey(
  ctx: Context,
  owner: Owner,
  { id, name }: { id: string; name: string },
  caller: Caller,
): Promise<void> {
  const { database, clock } = ctx;
  await withProof(ctx, owner, undefined, caller, async () => {
    if (!(await updatePasskeyName(database, owner.user_id, id, name))) fail('not_found');
    await recordSecurityEvent(database, owner.user_id, 'passkey_renamed', caller, clock.now());
  });
}

export async function removePasskey(ctx: Context, owner: Owner, id: string, caller: Caller) {
  await changeFactors(ctx, owner, caller, async () => {
    if (!(await deletePasskey(ctx.database, owner.user_id, id))) fail('not_found');
    await recordFactorRemoved(ctx, owner.user_id, 'passkey_removed', caller);
  });
}

interface CheckedPasskey {
  passkey: Passkey;
  counter: number;
  challenge: UsedChallenge;
}

/** Verifies the signature. Takes time, so it runs before the transaction that accepts it. */
export async function checkPasskey(
  ctx: Context,
  use: ChallengeUse,
  assertion: PasskeyAssertion,
): Promise<CheckedPasskey | undefined> {
  const { database, clock } = ctx;
  const passkey = await findPasskey(database, assertion.id);
  const verified =
    passkey && (await webauthn(ctx).verifyAssertion(use, assertion, passkey, clock.now()));
  return verified && { passkey, ...verified };
}

/**
 * Consumes the challenge and updates the counter. The account must be locked. False also for a
 * counter that went backwards: the owner is notified by mail, so the caller must commit before
 * throwing.
 */
export async function acceptPasskey(
  ctx: Context,
  { passkey: { credential_id, user_id }, counter, challenge }: CheckedPasskey,
  caller: EventOrigin,
): Promise<boolean> {
  const { database, clock } = ctx;
  const current = await findPasskey(database, credential_id);
  if (current?.user_id !== user_id || !(await consumeChallenge(database, challenge))) return false;
  const now = clock.now();
  if (isCounterRegressed(current.counter, counter)) {
    await recordSecurityEvent(database, user_id, 'passkey_refused', caller, now);
    const ids = { user_id, event: 'passkey_refused', at: now.toISOString() } as const;
    await enqueueMail(ctx, securityNotice, ids);
    return false;
  }
  await updatePasskeyUse(database, current.id, counter, now);
  return true;
}

export async function startPasskeyProof(
  ctx: Context,
  { user_id, session_id }: Owner,
): Promise<PasskeyRequest> {
  const { database, clock } = ctx;
  const passkeys = await listPasskeys(database, user_id);
  const use = { purpose: 'proof', subject: session_id } as const;
  return webauthn(ctx).createRequest(use, passkeys, clock.now());
}
