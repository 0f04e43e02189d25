import { normalAddress } from '@zavet/contract/account/email-address';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { type OutboxRow, openHeading } from '../../vault/instructions/index.ts';
import type { OutboxEntry } from './envelope-rules.ts';

/** For whom an instruction of the outbox is meant. */
export function outboxEntryOf(key: OwnerKey, row: OutboxRow): OutboxEntry {
  const { id, contact_ids } = row;
  return { id, contact_ids, recipient_email: addressIn(key, row) };
}

function addressIn(key: OwnerKey, row: OutboxRow): OutboxEntry['recipient_email'] {
  if (!row.has_recipient) return null;
  try {
    const { recipient_email } = openHeading(key, row);
    // Sealed before addresses had one form: the same person might count twice.
    return recipient_email && (normalAddress(recipient_email) ?? recipient_email);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    // Damaged: the delivery is kept all the same, so that somebody can correct the address.
    return 'unreadable';
  }
}
