import type { QueryClient } from '@tanstack/react-query';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { screenTimings } from '@zavet/contract/timings';
import { useState } from 'react';
import { changeAnswer } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useLanguage, useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { withContact } from './contact-list.ts';
import { holdsMore, inputOf, needsNewConsent, valuesOf } from './contact-values.ts';
import type { FirstWaiting } from './public/protocol-port.ts';
import { useTellInvitation } from './use-tell-invitation.ts';

interface Around {
  askForNewConsent: (email: string) => Promise<boolean>;
  waiting: FirstWaiting;
  onSaved: (saved: ContactView) => void;
}

/** The form of a contact on its schema: asks where a new consent is needed, saves, tells. */
export function useContactForm(
  contact: ContactView | undefined,
  { askForNewConsent, waiting, onSaved }: Around,
) {
  const { t } = useTranslation('contacts');
  const { language } = useLanguage();
  const create = useMutationOf('createContact', { show: showSaved });
  const update = useMutationOf('updateContact', { show: showSaved });
  const tellInvitation = useTellInvitation();
  // The language may be switched while the form is open; what it began with stays.
  const [initialValues] = useState(() => valuesOf(contact, language));
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/people/contact-endpoints')).contactInput,
    initialValues,
    toInput: inputOf,
    fieldOfCode: {
      contact_email_taken: ['email', 'contact_email_taken'],
      contact_is_owner: ['email', 'contact_is_owner'],
    },
    submit: async (body) => {
      if (needsNewConsent(contact, body.email) && !(await askForNewConsent(body.email))) return;
      // Before the contact exists, so that nobody can ever start it without the wait that was chosen.
      const isWaitingSaved = await waiting.save();
      const saved = contact
        ? await update.mutateAsync({ params: { id: contact.id }, body })
        : await create.mutateAsync({ body });
      toasts.success(contact ? t('form.saved') : t('form.created', { name: saved.contact.name }));
      if (!isWaitingSaved) {
        const duration = screenTimings.toastMailServiceError;
        toasts.plain(t('form.waitingNotSaved'), { duration });
      }
      if (saved.invitation) tellInvitation(saved.contact, saved.invitation);
      onSaved(saved.contact);
    },
  });
  return { ...form, holdsMore: holdsMore(initialValues, language) };
}

export type ContactFormState = ReturnType<typeof useContactForm>;

function showSaved(client: QueryClient, { contact }: { contact: ContactView }): void {
  changeAnswer(client, 'listContacts', {}, (list) => withContact(list, contact));
}
