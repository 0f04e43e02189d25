import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import type { LinkWithRecipient } from './link-repository.ts';
import { addressOf } from './open-recipient.ts';

type Addressed = Pick<LinkWithRecipient, 'activation_id' | 'contact_id'> &
  Parameters<typeof addressOf>[1];

/**
 * Whether two letters went to one person: in one envelope, or to the same contact, or to no contact,
 * at the same address. An envelope whose address was corrected stands alone, because nobody has said
 * whose the new address is.
 */
export function isForSamePerson(key: OwnerKey, one: Addressed, other: Addressed): boolean {
  if (one.activation_id !== other.activation_id || one.contact_id !== other.contact_id)
    return false;
  if (one.envelope_id !== null && one.envelope_id === other.envelope_id) return true;
  const address = addressOf(key, one);
  return address !== undefined && address === addressOf(key, other);
}
