import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { findPerson } from '../../identity/account/index.ts';
import { getInstruction, readOutbox } from '../../vault/instructions/index.ts';
import { outboxEntryOf } from '../letters/enqueue-letters.ts';
import { deliveryViewOf } from '../recipient-page/read-letter.ts';
import { listContactsOf } from './preview-repository.ts';
import { shareOf } from './preview-rules.ts';

/** The page of a letter as a contact would see it today. There is no delivery, so nothing is recorded. */
export async function previewDelivery(
  ctx: Context,
  ownerId: string,
  { id: contactId, instruction_id }: { id: string; instruction_id: string },
): Promise<DeliveryView> {
  const { database, vault, clock } = ctx;
  const contacts = await listContactsOf(database, ownerId);
  const contact = contacts.find(({ id }) => id === contactId);
  if (!contact) return fail('contact_not_found');
  const [row] = await readOutbox(database, ownerId, instruction_id);
  const owner = await findPerson(database, ownerId);
  if (!row || !owner) return fail('not_found');
  const entry = outboxEntryOf(await vault.keyOf(ownerId), row);
  const share = shareOf(contact, entry, contacts);
  if (!share) return fail('not_found');
  const instruction = await getInstruction(ctx, ownerId, instruction_id);
  return deliveryViewOf(owner, instruction, {
    id: instruction_id,
    contact_name: share.is_as_recipient ? null : contact.name,
    contact_language: share.is_as_recipient ? null : contact.language,
    address: contact.email,
    expires_at: new Date(clock.now().getTime() + linkLifetimes.delivery),
    // Nobody has started anything.
    started_by: null,
    is_starter: false,
  });
}
