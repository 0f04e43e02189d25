import type { AuditAct } from '@zavet/contract/identity/audit-values';
import type { Context } from '../../../context.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { type AuditEntry, appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../people/involvement/index.ts';

/**
 * Records an act of an operator on an account, in its transaction and with the owner locked. Refuses
 * operators who are involved, so no act at the account desk can go without that check.
 */
export async function noteAct(
  ctx: Context,
  operator: Owner,
  act: AuditAct,
  userId: string,
  facts: AuditEntry['facts'] = {},
): Promise<void> {
  await refuseInvolvedOperator(ctx, operator, userId);
  const actor = operatorActor(operator);
  await appendAudit(ctx, { actor, act, owner_id: userId, subject_id: userId, facts });
}
