import type { Context } from '../../../../context.ts';
import type { Owner } from '../../../../platform/http/route.ts';
import type { EventOrigin } from '../security-event-repository.ts';
import { markFactorProven } from '../session-repository.ts';
import { hasSecondFactor, settleSecondFactor } from './factor-repository.ts';
import { makeRecoveryCodes } from './recovery-codes/make-recovery-codes.ts';
import { tellOfFactors } from './tell-of-factors.ts';

/**
 * Settles the account after a new factor, in the same transaction. It was just used in this session, so
 * it counts as shown. The first one brings recovery codes, which are returned to be shown once.
 */
export async function factorAdded(
  ctx: Context,
  { user_id: userId, session_id }: Owner,
  kind: 'passkey_added' | 'one_time_codes_on',
  caller: EventOrigin,
  at: Date,
): Promise<string[] | null> {
  const { database } = ctx;
  const isFirst = !(await hasSecondFactor(database, userId));
  await settleSecondFactor(database, userId, at);
  await markFactorProven(database, session_id, at);
  await tellOfFactors(ctx, userId, kind, caller, at);
  return isFirst ? makeRecoveryCodes(ctx, userId) : null;
}
