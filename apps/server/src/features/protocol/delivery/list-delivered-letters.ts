import type { LetterOfReader } from '@zavet/contract/protocol/delivery-schemas';
import type { Context } from '../../../context.ts';
import { momentOf } from '../../../platform/database/moments.ts';
import type { OpenLetter } from './delivery-session.ts';
import { titleOf } from './open-recipient.ts';
import { listToContact } from './recipient-repository.ts';
import { isForSamePerson } from './same-person.ts';

/** What came to the person whom the link was mailed to, in the order in which it was written. */
export async function listDeliveredLetters(
  { database, vault }: Context,
  { link }: OpenLetter,
): Promise<LetterOfReader[]> {
  const rows = await listToContact(database, link.activation_id, link.contact_id);
  const key = await vault.keyOf(link.user_id);
  return rows
    .filter((row) => isForSamePerson(key, link, { ...row, contact_id: row.reader_id }))
    .map((row) => ({
      id: row.id,
      title: titleOf(key, row),
      file_count: row.file_count,
      file_bytes: row.file_bytes,
      opened_at: row.opened_at && momentOf(row.opened_at),
    }));
}
