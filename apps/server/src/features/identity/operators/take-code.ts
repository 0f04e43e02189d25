import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { afterWrongCode, isLocked } from './code-rules.ts';
import { operatorCodes } from './operator-codes.ts';
import { amendOperator, lockOperator } from './operator-repository.ts';

type Taken = { kind: 'taken' } | { kind: 'wrong' | 'none' } | { kind: 'locked'; until: Date };

/** Takes a one-time code of an operator, once. Wrong ones are counted, also when two come at once. */
export async function consumeCode(ctx: Context, userId: string, code: string): Promise<void> {
  const result = await ctx.database.transaction(() => tryCode(ctx, userId, code));
  if (result.kind === 'none') fail('operator_required');
  if (result.kind === 'locked') {
    fail('operator_code_locked', { facts: { until: result.until } });
  }
  if (result.kind === 'wrong') {
    fail('wrong_operator_code', { fields: { code: 'wrong_operator_code' } });
  }
}

async function tryCode(ctx: Context, userId: string, code: string): Promise<Taken> {
  const { database, clock } = ctx;
  const now = clock.now();
  const operator = await lockOperator(database, userId);
  if (!operator) return { kind: 'none' };
  const { secret, last_step, locked_until } = operator;
  if (locked_until && isLocked(operator, now)) return { kind: 'locked', until: locked_until };
  const step = operatorCodes(ctx).stepOf(userId, secret, code, last_step, now);
  if (step === undefined) {
    await amendOperator(database, userId, afterWrongCode(operator, now));
    return { kind: 'wrong' };
  }
  await amendOperator(database, userId, { last_step: step, wrong_codes: 0, locked_until: null });
  return { kind: 'taken' };
}
