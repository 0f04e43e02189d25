import type { SuspensionReason } from '@zavet/contract/desk/desk-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import {
  clearSuspension,
  deletableFrom,
  deleteAllSessions,
  findAccount,
  findSuspension,
  lockUser,
  lockUsers,
  markSuspended,
  ownersWithContact,
  removeAccount,
} from '../../identity/account/index.ts';
import { isHeldByProtocol, listOwnerAddresses, mailOwner } from '../../protocol/index.ts';
import { recordAct } from './account-acts.ts';
import { accountChangedBySupport } from './account-mails.ts';

/**
 * Ends all sessions and prevents sign-ins until the suspension is lifted. Content and protocol are
 * not affected: contacts can start activations, and letters are delivered.
 */
export function suspendAccount(
  ctx: Context,
  operator: Owner,
  userId: string,
  reason: SuspensionReason,
): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('not_found');
    await recordAct(ctx, operator, 'account_suspended', userId, { reason });
    const suspension = { suspended_at: clock.now(), reason };
    if (!(await markSuspended(database, userId, suspension))) fail('no_changes');
    await deleteAllSessions(database, userId);
    const deletable_from = deletableFrom(suspension)?.toISOString() ?? null;
    const change = { kind: 'suspended', reason, deletable_from } as const;
    const at = suspension.suspended_at.toISOString();
    await mailOwner(ctx, userId, accountChangedBySupport, { user_id: userId, at, change });
  });
}

export function liftSuspension(ctx: Context, operator: Owner, userId: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('not_found');
    await recordAct(ctx, operator, 'suspension_lifted', userId);
    if (!(await clearSuspension(database, userId))) fail('no_changes');
    const at = clock.now().toISOString();
    const change = { kind: 'suspension_lifted' } as const;
    await mailOwner(ctx, userId, accountChangedBySupport, { user_id: userId, at, change });
  });
}

/**
 * Deletes a suspended account for its violation: not before the announced time, and not during an
 * activation or while its letters can be read.
 */
export async function deleteSuspendedAccount(
  ctx: Context,
  operator: Owner,
  userId: string,
): Promise<void> {
  const { database, clock, log } = ctx;
  const relatedOwners = await ownersWithContact(ctx)(userId);
  await database.transaction(async () => {
    await lockUsers(database, [userId, ...relatedOwners]);
    const account = (await findAccount(database, { id: userId })) ?? fail('not_found');
    const suspension = await findSuspension(database, userId);
    const deletableAt = suspension && deletableFrom(suspension);
    await recordAct(ctx, operator, 'account_deleted_for_violation', userId, {
      reason: suspension?.reason ?? null,
    });
    if (!deletableAt || clock.now() < deletableAt) fail('not_suspended_long_enough');
    if (await isHeldByProtocol(database, userId)) fail('account_held');
    const addresses = await listOwnerAddresses(database, userId);
    const additional = addresses.filter(({ address }) => address !== 'first');
    const emails = additional.map(({ email }) => email);
    await removeAccount(ctx, account, 'violation', emails);
  });
  log.info(
    { code: 'account_deleted_for_violation', user_id: userId },
    'a suspended account was deleted',
  );
}
