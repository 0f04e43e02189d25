import { createHmac } from 'node:crypto';
import { limits } from '@zavet/contract/limits';
import { type Context, perContext } from '../../../../context.ts';
import type { ServiceKey } from '../../../../platform/encryption/service-key.ts';
import { randomCharacters } from '../../../../platform/ids.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { createLink } from '../links.ts';
import { type EventOrigin, recordSecurityEvent } from '../security-event-repository.ts';
import { recoveryCodeUsed } from './factor-mails.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  spendRecoveryCode,
} from './factor-repository.ts';

/** No 0 and O, no 1, I and L: codes are copied by hand. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const groupLength = 4;

const recoveryDigests = perContext(({ serviceKey }) => createRecoveryDigests(serviceKey));

/** New codes in place of those from before. They are readable in this answer, and never again. */
export async function createRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  const { database, clock } = ctx;
  const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode);
  await deleteRecoveryCodes(database, userId);
  const digests = codes.map((code) => recoveryDigests(ctx).digestOf(userId, code));
  await insertRecoveryCodes(database, userId, digests, clock.now());
  return codes.map(formatRecoveryCode);
}

/** Uses a recovery code up, once, under the account's lock, and tells the owner what is left. */
export async function redeemRecoveryCode(
  ctx: Context,
  userId: string,
  code: string,
  caller: EventOrigin,
): Promise<boolean> {
  const { database, clock } = ctx;
  const now = clock.now();
  const digest = recoveryDigests(ctx).digestOf(userId, code);
  if (!(await spendRecoveryCode(database, userId, digest, now))) return false;
  const left = await countRecoveryCodes(database, userId);
  await recordSecurityEvent(database, userId, 'recovery_code_used', caller, now);
  const link_id = await createLink(ctx, userId, 'disown_factor', caller);
  await enqueueMail(ctx, recoveryCodeUsed, { user_id: userId, link_id, left });
  return true;
}

interface RecoveryDigests {
  /** Without the dashes, in capitals. */
  digestOf(userId: string, code: string): string;
}

function createRecoveryDigests(serviceKey: ServiceKey): RecoveryDigests {
  return {
    digestOf: (userId, code) =>
      createHmac('sha256', serviceKey.derive('recovery-codes'))
        .update(`${userId}\n${code}`)
        .digest('base64url'),
  };
}

function newRecoveryCode(): string {
  return randomCharacters(alphabet, limits.recoveryCodeLength);
}

/** As people read it: in groups. */
function formatRecoveryCode(code: string): string {
  return (code.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []).join('-');
}
