import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import { useSendConfirmation } from './api/contacts.ts';
import { useTellFailure } from './use-contact-error-text.ts';
import { useTellInvitation } from './use-tell-invitation.ts';

/** Sends the invitation of a contact, and says what became of it. */
export function useInvite(contact: ContactView) {
  const send = useSendConfirmation();
  const tellInvitation = useTellInvitation();
  const tellFailure = useTellFailure();
  return {
    isInviting: send.isPending,
    invite: () =>
      send.mutate(contact, {
        onSuccess: (result) => tellInvitation(contact, result),
        onError: (error) => tellFailure(error, 'email'),
      }),
  };
}
