import type { Context } from '../../../context.ts';
import type { OneTimeCodes } from '../../../platform/encryption/tokens.ts';
import { appendAudit } from '../audit/index.ts';
import { deleteOperator, findConfirmedAccount, saveOperator } from './operator-repository.ts';

/**
 * Appoints an operator, or replaces the secret of an existing one. Undefined if no confirmed
 * account has the address.
 */
export function appointOperator(
  ctx: Pick<Context, 'database' | 'clock'>,
  codes: OneTimeCodes,
  email: string,
): Promise<{ secret: string; uri: string } | undefined> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const user_id = await findConfirmedAccount(database, email);
    if (!user_id) return undefined;
    const { sealed, secret, uri } = codes.newSecret(user_id, email);
    await saveOperator(database, { user_id, secret: sealed, added_at: clock.now() });
    await appendAudit(ctx, {
      actor: { kind: 'command' },
      act: 'operator_added',
      subject_id: user_id,
    });
    return { secret, uri };
  });
}

/** Removes the operator role and closes all desks. Returns false if there is no such operator. */
export function dismissOperator(
  ctx: Pick<Context, 'database' | 'clock'>,
  email: string,
): Promise<boolean> {
  const { database } = ctx;
  return database.transaction(async () => {
    const user_id = await findConfirmedAccount(database, email);
    if (!user_id || !(await deleteOperator(database, user_id))) return false;
    await appendAudit(ctx, {
      actor: { kind: 'command' },
      act: 'operator_removed',
      subject_id: user_id,
    });
    return true;
  });
}
