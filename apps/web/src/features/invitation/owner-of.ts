import type { InvitationView } from '@zavet/contract/contacts/invitation-endpoints';

/** The owner in a word: their name, or the address of those who have given none. */
export function ownerOf({ owner_name: name, owner_email: email }: InvitationView): string {
  return name ?? email;
}
