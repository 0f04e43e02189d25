import type { Context } from '../../../../context.ts';
import type { EventOrigin } from '../security-event-repository.ts';
import { deleteDisownedFactors, settleSecondFactor } from './factor-repository.ts';
import { closeWait } from './lost-device/wait-repository.ts';
import { deleteRecoveryCodes } from './recovery-codes/recovery-code-repository.ts';
import { tellOfFactors } from './tell-of-factors.ts';

/** Settles the account after a removed factor and notifies the owner, in the same transaction. */
export async function factorRemoved(
  ctx: Context,
  userId: string,
  kind: 'passkey_removed' | 'one_time_codes_off',
  caller: EventOrigin,
): Promise<void> {
  await settleWithoutFactors(ctx, userId);
  await tellOfFactors(ctx, userId, kind, caller, ctx.clock.now());
}

/**
 * The owner has just shown a factor of their own: disowned ones go now. In the transaction that
 * opens the session, under the account's lock.
 */
export async function removeDisownedFactors(
  ctx: Context,
  userId: string,
  caller: EventOrigin,
): Promise<void> {
  const { hadPasskeys, hadCodes } = await deleteDisownedFactors(ctx.database, userId);
  if (hadPasskeys) await factorRemoved(ctx, userId, 'passkey_removed', caller);
  if (hadCodes) await factorRemoved(ctx, userId, 'one_time_codes_off', caller);
}

/** Once the last factor is gone, recovery codes stand in for nothing, and no wait has anything to end. */
async function settleWithoutFactors({ database, clock }: Context, userId: string): Promise<void> {
  const now = clock.now();
  if (await settleSecondFactor(database, userId, now)) return;
  await deleteRecoveryCodes(database, userId);
  await closeWait(database, userId, 'removed', now);
}
