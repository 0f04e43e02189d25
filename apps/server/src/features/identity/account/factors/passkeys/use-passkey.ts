import type { UsedPasskey } from '@zavet/contract/account/factor-schemas';
import type { Context } from '../../../../../context.ts';
import { enqueueMail } from '../../../../../platform/mail/enqueue-mail.ts';
import { type EventOrigin, recordSecurityEvent } from '../../security-event-repository.ts';
import { passkeyRefused } from '../emails/factor-mails.ts';
import type { ChallengeUse, OpenedChallenge } from './challenges.ts';
import { passkeyDoor } from './passkey-door.ts';
import { findPasskey, notePasskeyUse, type Passkey, spendChallenge } from './passkey-repository.ts';
import { isCounterRegressed } from './passkey-rules.ts';

export interface CheckedPasskey {
  passkey: Passkey;
  counter: number;
  challenge: OpenedChallenge;
}

/** Whose passkey signed, if it did. Takes a while and holds nothing: accepting it comes after. */
export async function checkPasskey(
  ctx: Context,
  use: ChallengeUse,
  given: UsedPasskey,
): Promise<CheckedPasskey | undefined> {
  const { database, clock } = ctx;
  const passkey = await findPasskey(database, given.id);
  const read = passkey && (await passkeyDoor(ctx).readUse(use, given, passkey, clock.now()));
  return read && { passkey, ...read };
}

/**
 * Under the account's lock: the challenge is used up and the count of the device moves on. False, also
 * for a passkey that was removed meanwhile. A count that went backwards is told to the owner; the
 * caller has to let that be committed before it refuses.
 */
export async function acceptPasskey(
  ctx: Context,
  { passkey: { credential_id, user_id }, counter, challenge }: CheckedPasskey,
  caller: EventOrigin,
): Promise<boolean> {
  const { database, clock } = ctx;
  const current = await findPasskey(database, credential_id);
  if (current?.user_id !== user_id || !(await spendChallenge(database, challenge))) return false;
  const now = clock.now();
  if (isCounterRegressed(current.counter, counter)) {
    await recordSecurityEvent(database, user_id, 'passkey_refused', caller, now);
    await enqueueMail(ctx, passkeyRefused, { user_id, at: now.toISOString() });
    return false;
  }
  await notePasskeyUse(database, current.id, counter, now);
  return true;
}
