import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { ContactForm } from './contact-form.tsx';
import type { ContactList } from './contact-list.ts';
import { ContactListing } from './contact-listing.tsx';
import { addButtonId, focusIds, useFocusNext } from './focus-next.ts';
import { useContactsProtocol } from './public/protocol-port.ts';

type Shown = { kind: 'list' } | { kind: 'form'; contact: ContactView | undefined };

/** The list, or in its place the form of one contact. */
export function Contacts({ notice, ...list }: ContactList & { notice: ReactNode }) {
  const { t } = useTranslation('contacts');
  const focusNext = useFocusNext();
  useContactsProtocol().usePrepareFirstWaiting(list.contacts.length === 0);
  const [shown, setShown] = useState<Shown>({ kind: 'list' });

  function backToList(next: string) {
    setShown({ kind: 'list' });
    focusNext(next);
  }

  if (shown.kind === 'form') {
    const { contact } = shown;
    return (
      <Page title={t('title')} lead={t('lead')}>
        <ContactForm
          contact={contact}
          isFirst={list.contacts.length === 0}
          onSaved={(saved) => backToList(focusIds(saved.id).heading)}
          onCancel={() => backToList(contact ? focusIds(contact.id).menu : addButtonId)}
        />
      </Page>
    );
  }
  return (
    <ContactListing
      list={list}
      notice={notice}
      focusNext={focusNext}
      onOpenForm={(contact) => setShown({ kind: 'form', contact })}
    />
  );
}
