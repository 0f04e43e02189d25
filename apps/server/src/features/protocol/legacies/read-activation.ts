import type { ActivationView, UnreachedRecipient } from '@zavet/contract/protocol/protocol-schemas';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { answerIn } from '../../../platform/mail/mail-answer.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { countDeliveries } from '../delivery/delivery-repository.ts';
import { isCorrectable, whyLeftOut } from '../delivery/delivery-rules.ts';
import { opened, openRecipient, titleOf } from '../delivery/open-recipient.ts';
import {
  listOfContact,
  listUnreached,
  type UnreachedRow,
} from '../delivery/recipient-repository.ts';
import { listLeftOut } from '../delivery/withheld-repository.ts';
import { isOwnContactEntry } from './legacy-repository.ts';
import { momentOf } from './list-legacies.ts';

/** How far an activation is, for the contact who paid for it. */
export async function readActivation(
  { database, vault, clock }: Context,
  { user_id }: Owner,
  id: string,
): Promise<ActivationView> {
  const activation = await findActivation(database, id);
  if (activation?.initiator_user_id !== user_id) return fail('not_found');
  const progress = await countDeliveries(database, id);
  const rows = await listUnreached(database, id);
  const key = await vault.keyOf(activation.deceased_user_id);
  const leftOut = await listLeftOut(database, id);
  return {
    id,
    status: activation.status,
    progress,
    unreached: rows.flatMap(unreachedBy(key)),
    left_out: leftOut.map((contact) => ({
      contact_id: contact.id,
      name: contact.name,
      letters: contact.letters,
      state: whyLeftOut(contact, clock.now()),
    })),
  };
}

function unreachedBy(key: OwnerKey) {
  return (row: UnreachedRow): UnreachedRecipient[] => {
    const refused_at = momentOf(row.refused_at);
    if (!row.last_refusal || !refused_at) return [];
    return [
      {
        envelope_id: row.envelope_id,
        letters: row.letters,
        ...openRecipient(key, row),
        state: row.state,
        refusal: row.last_refusal === 'temporary' ? 'temporary' : 'permanent',
        refused_at,
        is_bounced: momentOf(row.bounced_at)?.getTime() === refused_at.getTime(),
        reply: replyOf(key, row),
        can_correct: isCorrectable(row),
      },
    ];
  };
}

function replyOf(key: OwnerKey, { refusal_id, refusal_reply }: UnreachedRow): string | null {
  if (!refusal_id || !refusal_reply) return null;
  const reply = opened(() => key.open(refusal_id, 'reply', refusal_reply));
  return reply === undefined ? null : answerIn(reply);
}

/** What came to this person as a trusted contact. */
export async function listReceived(
  { database, clock, vault }: Context,
  { user_id }: Owner,
  contactId: string,
) {
  if (!(await isOwnContactEntry(database, user_id, contactId))) return fail('legacy_not_found');
  const rows = await listOfContact(database, contactId);
  const [first] = rows;
  if (!first) return [];
  const key = await vault.keyOf(first.user_id);
  return rows.map((row) => ({
    delivery_id: row.id,
    // What the owner writes there from now on is not this contact's to read.
    title: row.is_taken_back ? null : titleOf(key, row),
    file_count: row.is_taken_back ? 0 : row.file_count,
    opened_at: momentOf(row.opened_at),
    expires_at: new Date(row.expires_at),
    is_expired: new Date(row.expires_at) <= clock.now(),
    is_taken_back: row.is_taken_back,
  }));
}
