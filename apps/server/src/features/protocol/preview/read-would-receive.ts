import type { PreviewedLetter, WouldReceive } from '@zavet/contract/protocol/delivery-endpoints';
import { keptPreview } from '@zavet/contract/vault/instruction-rules';
import type { Context } from '../../../context.ts';
import { momentOf } from '../../../platform/database/timestamps.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import { type OutboxSummary, openHeading, readOutbox } from '../../vault/instructions/index.ts';
import { outboxEntryOf } from '../letters/enqueue-letters.ts';
import { opened } from '../letters/recipient.ts';
import { listContactsOf } from './preview-repository.ts';
import { shareOf, unreachedReason } from './preview-rules.ts';

/**
 * What a contact would receive if the protocol were started now, by the rules by which deliveries
 * are written. At most as many as an owner may write, and no texts.
 */
export async function readWouldReceive(
  { database, vault }: Context,
  ownerId: string,
  contactId: string,
): Promise<WouldReceive> {
  const contacts = await listContactsOf(database, ownerId);
  const contact = contacts.find(({ id }) => id === contactId);
  if (!contact) return fail('contact_not_found');
  const { id, name, status } = contact;
  const answer: WouldReceive = { contact: { id, name, status }, letters: [], nobody: [] };
  const outbox = await readOutbox(database, ownerId);
  if (outbox.length === 0) return answer;
  const key = await vault.keyOf(ownerId);
  for (const row of outbox) {
    const entry = outboxEntryOf(key, row);
    const share = shareOf(contact, entry, contacts);
    const reason = unreachedReason(entry, contacts);
    if (!share && !reason) continue;
    const letter = openLetter(key, row);
    if (share) answer.letters.push({ ...letter, ...share });
    const { instruction_id, title, is_unreadable } = letter;
    if (reason) answer.nobody.push({ instruction_id, title, is_unreadable, reason });
  }
  return answer;
}

function openLetter(
  key: OwnerKey,
  row: OutboxSummary,
): Omit<PreviewedLetter, 'is_as_recipient' | 'withheld'> {
  const heading = opened(() => {
    const { title, preview } = openHeading(key, row);
    return { title, preview };
  });
  return {
    instruction_id: row.id,
    title: heading?.title ?? '',
    preview: keptPreview(heading?.preview ?? ''),
    is_unreadable: heading === undefined,
    category: row.category,
    priority: row.priority,
    written_at: momentOf(row.updated_at),
    file_count: row.file_count,
  };
}
