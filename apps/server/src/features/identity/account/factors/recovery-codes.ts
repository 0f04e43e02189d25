import { createHmac } from 'node:crypto';
import { limits } from '@zavet/contract/limits';
import type { Context } from '../../../../context.ts';
import { randomCharacters } from '../../../../platform/ids.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { createLink } from '../links.ts';
import { type EventOrigin, recordSecurityEvent } from '../security-event-repository.ts';
import { accessChanged } from '../security-mails.ts';
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  deleteRecoveryCodes,
  insertRecoveryCodes,
} from './factor-repository.ts';

/** Excludes characters that are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Replaces all codes. Returns the new ones, which cannot be read again. */
export async function createRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  const { database, clock } = ctx;
  const codes = Array.from({ length: limits.recoveryCodes }, () =>
    randomCharacters(alphabet, limits.recoveryCodeLength),
  );
  await deleteRecoveryCodes(database, userId);
  const digests = codes.map((code) => digestOf(ctx, userId, code));
  await insertRecoveryCodes(database, userId, digests, clock.now());
  return codes.map(formatInGroups);
}

/** Accepts each code once, and notifies the owner of its use. The account must be locked. */
export async function redeemRecoveryCode(
  ctx: Context,
  userId: string,
  code: string,
  caller: EventOrigin,
): Promise<boolean> {
  const { database, clock } = ctx;
  const now = clock.now();
  if (!(await consumeRecoveryCode(database, userId, digestOf(ctx, userId, code), now)))
    return false;
  const left = await countRecoveryCodes(database, userId);
  await recordSecurityEvent(database, userId, 'recovery_code_used', caller, now);
  const link_id = await createLink(ctx, userId, 'disown_factor', caller);
  const ids = { user_id: userId, link_id, event: 'recovery_code_used', left } as const;
  await enqueueMail(ctx, accessChanged, ids);
  return true;
}

/** Expects capitals without dashes. */
function digestOf({ serviceKey }: Context, userId: string, code: string): string {
  return createHmac('sha256', serviceKey.derive('recovery-codes'))
    .update(`${userId}\n${code}`)
    .digest('base64url');
}

function formatInGroups(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}
