import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContactInput, ContactView } from '@zavet/contract/contacts/contact-schemas';
import type { OwnerChange } from '@zavet/contract/endpoints';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { useProfile } from '../../../identity/account/public/use-profile.ts';
import { triesLeftAfter } from '../contact-failure.ts';
import { type ContactList, withContact, withoutContact, withTriesLeft } from '../contact-list.ts';

/** Names a new contact, or changes the one with this id. */
export function useSaveContact(id: string | undefined) {
  const { change, refresh } = useContactCache(id ? 'updateContact' : 'createContact');
  return useMutation({
    mutationFn: (body: ContactInput) =>
      id ? api.updateContact({ params: { id }, body }) : api.createContact({ body }),
    onSuccess: ({ contact }) => change((list) => withContact(list, contact)),
    // Also after a failure: another tab may have been faster.
    onSettled: refresh,
  });
}

interface Removal {
  contact: ContactView;
  reassignTo: string | undefined;
}

export function useDeleteContact() {
  const { change, refresh } = useContactCache('deleteContact');
  return useMutation({
    mutationFn: ({ contact, reassignTo }: Removal) =>
      api.deleteContact({ params: { id: contact.id }, query: { reassign_to: reassignTo } }),
    onSuccess: (_, { contact }) => change((list) => withoutContact(list, contact.id)),
    onSettled: refresh,
  });
}

export function useSendConfirmation() {
  const { refresh } = useContactCache('sendConfirmationEmail');
  const owner = useProfile();
  return useMutation({
    mutationFn: (contact: ContactView) =>
      api.sendConfirmationEmail({
        body: { p_contact_id: contact.id, p_user_name: owner.data?.full_name ?? undefined },
      }),
    onSettled: refresh,
  });
}

interface Confirmation {
  contact: ContactView;
  code: string;
}

export function useConfirmContact() {
  const { change, refresh } = useContactCache('confirmContact');
  return useMutation({
    mutationFn: ({ contact, code }: Confirmation) =>
      api.confirmContact({ body: { trusted_contact_id: contact.id, confirmation_code: code } }),
    onSuccess: (_, { contact }) =>
      change((list) => withContact(list, { ...contact, is_confirmed: true, status: 'confirmed' })),
    onError: (error, { contact }) => {
      const left = triesLeftAfter(error);
      if (left !== undefined) change((list) => withTriesLeft(list, contact.id, left));
    },
    onSettled: refresh,
  });
}

function useContactCache(name: OwnerChange) {
  const client = useQueryClient();
  const readAgain = useReadAgainAfter(name);
  return {
    change: (next: (list: ContactList) => ContactList) =>
      client.setQueryData<ContactList>(queryKeys.contacts(), (list) => list && next(list)),
    /** Not waited for: what the answer has changed is on the screen already. */
    refresh: () => void readAgain(),
  };
}
