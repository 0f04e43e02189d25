import {
  type DeliveryView,
  type LettersPreview,
  type PreviewedLetter,
  previewEndpoints,
} from '@zavet/contract/protocol/delivery-endpoints';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { toIsoTimestamp } from '../../../platform/database/timestamps.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { findPerson } from '../../identity/account/index.ts';
import {
  getInstruction,
  type OutboxSummary,
  openHeading,
  readOutbox,
} from '../../vault/instructions/index.ts';
import { outboxEntryOf } from '../letters/enqueue-letters.ts';
import { tryOpen } from '../letters/recipient.ts';
import { listContactsOf } from '../people-repository.ts';
import { letterViewOf } from '../recipient-page/read-letter.ts';
import { deliveryTo, undeliverableReason } from './preview-rules.ts';

export function previewRoutes(ctx: Context): Route[] {
  return [
    route(previewEndpoints.previewLetters, ({ owner, params }) =>
      previewLetters(ctx, owner.user_id, params.id),
    ),
    route(previewEndpoints.previewDelivery, ({ owner, params }) =>
      previewDelivery(ctx, owner.user_id, params),
    ),
  ];
}

/**
 * The letters that a contact would receive if the protocol were released now, by the rules of a
 * release. Shows only their beginnings.
 */
async function previewLetters(
  { database, vault }: Context,
  ownerId: string,
  contactId: string,
): Promise<LettersPreview> {
  const contacts = await listContactsOf(database, ownerId);
  const contact = contacts.find(({ id }) => id === contactId);
  if (!contact) return fail('contact_not_found');
  const { id, name, status } = contact;
  const answer: LettersPreview = { contact: { id, name, status }, letters: [], unreached: [] };
  const outbox = await readOutbox(database, ownerId);
  if (outbox.length === 0) return answer;
  const key = await vault.keyOf(ownerId);
  for (const row of outbox) {
    const entry = outboxEntryOf(key, row);
    const delivery = deliveryTo(contact, entry, contacts);
    const reason = undeliverableReason(entry, contacts);
    if (!delivery && !reason) continue;
    const letter = openLetter(key, row);
    if (delivery) answer.letters.push({ ...letter, ...delivery });
    const { instruction_id, title, is_unreadable } = letter;
    if (reason) answer.unreached.push({ instruction_id, title, is_unreadable, reason });
  }
  return answer;
}

function openLetter(
  key: OwnerKey,
  row: OutboxSummary,
): Omit<PreviewedLetter, 'is_further_recipient' | 'withheld'> {
  const heading = tryOpen(() => {
    const { title, preview } = openHeading(key, row);
    return { title, preview };
  });
  return {
    instruction_id: row.id,
    title: heading?.title ?? '',
    preview: heading?.preview ?? '',
    is_unreadable: heading === undefined,
    category: row.category,
    priority: row.priority,
    written_at: toIsoTimestamp(row.updated_at),
    file_count: row.file_count,
  };
}

/** The page of a letter as a contact would see it today. Does not record an opening. */
async function previewDelivery(
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
  const delivery = deliveryTo(contact, entry, contacts);
  if (!delivery) return fail('not_found');
  const instruction = await getInstruction(ctx, ownerId, instruction_id);
  return letterViewOf(owner, instruction, {
    id: instruction_id,
    contact_name: delivery.is_further_recipient ? null : contact.name,
    contact_language: delivery.is_further_recipient ? null : contact.language,
    address: contact.email,
    expires_at: new Date(clock.now().getTime() + linkLifetimes.delivery),
    started_by: null,
    is_starter: false,
  });
}
