import { deskTimings, operatorCodeTries } from '@zavet/contract/desk/desk-values';
import { type Context, perContext } from '../../../context.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import { createOneTimeCodes } from '../../../platform/encryption/tokens.ts';
import { fail } from '../../../platform/failure.ts';
import { lockOperator, updateOperator } from './operator-repository.ts';

/** Separate key from the one-time codes for sign-in. */
export const operatorCodes = perContext(({ serviceKey }) => createOperatorCodes(serviceKey));

export function createOperatorCodes(serviceKey: ServiceKey) {
  return createOneTimeCodes(serviceKey, {
    key: 'operator-codes',
    place: 'operator-code',
    issuer: 'Zavet',
  });
}

interface CodeState {
  wrong_codes: number;
  locked_until: Date | null;
}

export function isLocked({ locked_until }: Pick<CodeState, 'locked_until'>, now: Date): boolean {
  return locked_until !== null && locked_until > now;
}

/**
 * Returns the state after a wrong code. The last allowed one locks the operator and resets the
 * count.
 */
export function afterWrongCode(
  { wrong_codes }: Pick<CodeState, 'wrong_codes'>,
  now: Date,
): CodeState {
  const failures = wrong_codes + 1;
  if (failures < operatorCodeTries) return { wrong_codes: failures, locked_until: null };
  return { wrong_codes: 0, locked_until: new Date(now.getTime() + deskTimings.codeLock) };
}

type CodeResult =
  | { kind: 'accepted' | 'wrong' | 'no_operator' }
  | { kind: 'locked'; locked_until: Date };

/** Each code is accepted once; wrong codes are counted under the lock of the operator's row. */
export async function consumeCode(ctx: Context, userId: string, code: string): Promise<void> {
  const result = await ctx.database.transaction(() => checkCode(ctx, userId, code));
  if (result.kind === 'no_operator') fail('operator_required');
  if (result.kind === 'locked') {
    fail('operator_code_locked', { facts: { until: result.locked_until } });
  }
  if (result.kind === 'wrong') {
    fail('wrong_operator_code', { fields: { code: 'wrong_operator_code' } });
  }
}

async function checkCode(ctx: Context, userId: string, code: string): Promise<CodeResult> {
  const { database, clock } = ctx;
  const now = clock.now();
  const operator = await lockOperator(database, userId);
  if (!operator) return { kind: 'no_operator' };
  const { secret, last_step, locked_until } = operator;
  if (locked_until && isLocked(operator, now)) return { kind: 'locked', locked_until };
  const step = operatorCodes(ctx).stepOf(userId, secret, code, last_step, now);
  if (step === undefined) {
    await updateOperator(database, userId, afterWrongCode(operator, now));
    return { kind: 'wrong' };
  }
  await updateOperator(database, userId, { last_step: step, wrong_codes: 0, locked_until: null });
  return { kind: 'accepted' };
}
