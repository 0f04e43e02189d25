import type { AuditAct } from '@zavet/contract/audit/audit-values';
import type { Owner } from '../../platform/http/route.ts';
import { type AuditEntry, appendAudit } from '../audit/public.ts';
import { operatorActor } from '../operators/public.ts';
import type { AccountDeskDeps } from './account-desk-deps.ts';

/** Writes down what an operator does to an account, in the transaction of the act. */
export function noteAct(
  { account }: Pick<AccountDeskDeps, 'account'>,
  operator: Owner,
  act: AuditAct,
  userId: string,
  facts: AuditEntry['facts'] = {},
): Promise<void> {
  const actor = operatorActor(operator);
  return appendAudit(account, { actor, act, owner_id: userId, subject_id: userId, facts });
}
