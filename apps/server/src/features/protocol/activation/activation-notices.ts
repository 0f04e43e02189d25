import type { AuditAct } from '@zavet/contract/identity/audit-values';
import type { Context } from '../../../context.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { type AuditEntry, appendAudit } from '../../identity/audit/index.ts';
import type { Activation } from './activation-repository.ts';
import { listOtherContacts } from './waiting-repository.ts';

/** Appends a decision about an activation to the audit log, in the transaction of the decision. */
export function auditRelease(
  ctx: Context,
  act: AuditAct,
  { id, deceased_user_id }: Activation,
  by: Pick<AuditEntry, 'actor' | 'facts'> = { actor: { kind: 'system' } },
): Promise<void> {
  return appendAudit(ctx, { ...by, act, owner_id: deceased_user_id, subject_id: id });
}

export function auditContact(
  ctx: Context,
  act: AuditAct,
  ids: { owner_id: string; initiator_id: string; id: string },
  facts: AuditEntry['facts'] = {},
): Promise<void> {
  const actor = { kind: 'contact', id: ids.initiator_id } as const;
  return appendAudit(ctx, { actor, act, owner_id: ids.owner_id, subject_id: ids.id, facts });
}

export async function mailOtherContacts<Ids extends object>(
  ctx: Context,
  activation: Activation,
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Partial<Ids>>,
  exceptId?: string,
): Promise<void> {
  for (const { id: contact_id } of await listOtherContacts(ctx.database, activation)) {
    if (contact_id === exceptId) continue;
    await enqueueMail(ctx, mail, { ...ids, activation_id: activation.id, contact_id } as never);
  }
}
