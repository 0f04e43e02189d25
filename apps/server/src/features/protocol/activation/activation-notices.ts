import type { AuditAct } from '@zavet/contract/identity/audit-values';
import type { Context } from '../../../context.ts';
import { type AuditEntry, appendAudit } from '../../identity/audit/index.ts';
import type { Activation } from './activation-repository.ts';

type AuditDeps = Pick<Context, 'database' | 'clock'>;

/** Writes down what became of an activation, in the transaction that decides it. */
export function auditRelease(
  ctx: AuditDeps,
  act: AuditAct,
  { id, deceased_user_id }: Pick<Activation, 'id' | 'deceased_user_id'>,
  by: Pick<AuditEntry, 'actor' | 'facts'> = { actor: { kind: 'system' } },
): Promise<void> {
  return appendAudit(ctx, { ...by, act, owner_id: deceased_user_id, subject_id: id });
}

/** The same for what a contact did. */
export function auditContact(
  ctx: AuditDeps,
  act: AuditAct,
  ids: { owner_id: string; initiator_id: string; id: string },
  facts: AuditEntry['facts'] = {},
): Promise<void> {
  const actor = { kind: 'contact', id: ids.initiator_id } as const;
  return appendAudit(ctx, { actor, act, owner_id: ids.owner_id, subject_id: ids.id, facts });
}
