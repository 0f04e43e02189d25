import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { useTellFailure } from './use-contact-error-text.ts';
import { useTellInvitation } from './use-tell-invitation.ts';

/** Sends the invitation of a contact, and says what became of it. */
export function useInvite(contact: ContactView) {
  const send = useMutationOf('sendConfirmationEmail');
  const owner = useEndpoint('getProfile');
  const tellInvitation = useTellInvitation();
  const tellFailure = useTellFailure();
  return {
    isInviting: send.isPending,
    invite: () =>
      send.mutate(
        { body: { p_contact_id: contact.id, p_user_name: owner.data?.full_name ?? undefined } },
        {
          onSuccess: (result) => tellInvitation(contact, result),
          onError: (error) => tellFailure(error, 'email'),
        },
      ),
  };
}
