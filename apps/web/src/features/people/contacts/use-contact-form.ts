import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import { screenTimings } from '@zavet/contract/timings';
import { useState } from 'react';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useLanguage } from '../../../ui/language/use-language.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { useSaveContact } from './api/contacts.ts';
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
  const save = useSaveContact(contact?.id);
  const tellInvitation = useTellInvitation();
  // The language may be switched while the form is open; what it began with stays.
  const [initialValues] = useState(() => valuesOf(contact, language));
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/contacts/contact-schemas')).contactInput,
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
      const saved = await save.mutateAsync(body);
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
