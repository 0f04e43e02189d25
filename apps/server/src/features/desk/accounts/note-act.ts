import type { AuditAct } from '@zavet/contract/audit/audit-values';
import type { Owner } from '../../../platform/http/route.ts';
import { type AuditEntry, appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../people/involvement/index.ts';
import type { AccountDeskDeps } from './account-desk-deps.ts';

/**
 * Records an act of an operator on an account, in its transaction and with the owner locked. Refuses
 * operators who are involved, so no act at the account desk can go without that check.
 */
export async function noteAct(
  { account }: Pick<AccountDeskDeps, 'account'>,
  operator: Owner,
  act: AuditAct,
  userId: string,
  facts: AuditEntry['facts'] = {},
): Promise<void> {
  await refuseInvolvedOperator(account, operator, userId);
  const actor = operatorActor(operator);
  await appendAudit(account, { actor, act, owner_id: userId, subject_id: userId, facts });
}
