import type { Context } from '../../../context.ts';
import type { Removed } from '../../../platform/database/batches.ts';
import { lockUser } from '../../identity/account/index.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { wasOwnerSeen } from './end-handover.ts';
import {
  claimContactDeletion,
  deleteContactsOf,
  type HandoverRef,
  listExpiredContacts,
} from './ending-repository.ts';

export function findExpiredContacts(
  { database, clock }: Context,
  after: HandoverRef | undefined,
  limit: number,
): Promise<HandoverRef[]> {
  return listExpiredContacts(database, clock.now(), after, limit);
}

/**
 * Some days after the end of a handover the trusted persons of that owner go as well, whatever they
 * had answered, unless the owner has given a sign of life. In the caller's transaction.
 */
export async function deleteHandoverContacts(
  ctx: Context,
  { id, owner_id }: HandoverRef,
): Promise<Removed> {
  const { database } = ctx;
  if (!(await lockUser(database, owner_id))) return {};
  const activation = await findActivation(database, id);
  if (!activation || !(await claimContactDeletion(database, id))) return {};
  if (await wasOwnerSeen(ctx, owner_id, activation.activated_at ?? activation.created_at)) {
    return {};
  }
  const trusted_contacts = await deleteContactsOf(database, owner_id);
  await appendAudit(ctx, {
    actor: { kind: 'system' },
    act: 'contacts_forgotten',
    owner_id,
    subject_id: id,
    facts: { contacts: trusted_contacts },
  });
  return { trusted_contacts };
}
