import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import { useState } from 'react';
import { Button, ButtonLink } from '../../interface/button.tsx';
import { EmptyState } from '../../interface/empty-state.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice } from '../../interface/notice.tsx';
import { useUnsentCodes } from './api/unsent-codes.ts';
import { ContactCard } from './contact-card.tsx';
import { ContactForm } from './contact-form.tsx';
import { type ContactList, isFull } from './contact-list.ts';
import { ContactTiles } from './contact-tiles.tsx';
import styles from './contacts.module.css';
import { DeleteContactDialog } from './delete-contact-dialog.tsx';
import { addButtonId, focusIds, useFocusAfterLoss, useFocusNext } from './focus-next.ts';

type Shown = { kind: 'list' } | { kind: 'form'; contact: ContactView | undefined };

/** The list, or in its place the form of one contact. */
export function Contacts(list: ContactList) {
  const focusNext = useFocusNext();
  const [shown, setShown] = useState<Shown>({ kind: 'list' });

  function backToList(next: string) {
    setShown({ kind: 'list' });
    focusNext(next);
  }

  if (shown.kind === 'form') {
    const { contact } = shown;
    return (
      <ContactForm
        contact={contact}
        isFirst={list.contacts.length === 0}
        onSaved={(saved) => backToList(focusIds(saved.id).heading)}
        onCancel={() => backToList(contact ? focusIds(contact.id).edit : addButtonId)}
      />
    );
  }
  return (
    <ContactListing
      list={list}
      focusNext={focusNext}
      onOpenForm={(contact) => setShown({ kind: 'form', contact })}
    />
  );
}

interface ContactListingProps {
  list: ContactList;
  focusNext: (id: string) => void;
  onOpenForm: (contact?: ContactView) => void;
}

function ContactListing({ list, focusNext, onOpenForm }: ContactListingProps) {
  const { t } = useTranslation('contacts');
  const { contacts } = list;
  const { codes, dismiss } = useUnsentCodes();
  const { leaving, setLeaving } = useLeaving(contacts);
  const [orphaned, setOrphaned] = useState(0);
  useFocusAfterLoss(contacts.length);

  function afterDeletion(contact: ContactView, left: number) {
    setLeaving(undefined);
    setOrphaned(left);
    dismiss(contact.id);
  }

  return (
    <>
      {orphaned > 0 && <OrphanedNotice count={orphaned} />}
      {contacts.length > 0 && <ContactTiles {...list} />}
      {contacts.length > 0 && <AddContact list={list} onAdd={() => onOpenForm()} />}
      {contacts.length > 0 && (
        <ul className={styles.list} aria-label={t('list')}>
          {contacts.map((contact) => (
            <li key={contact.id}>
              <ContactCard
                contact={contact}
                unsent={codes[contact.id]}
                focusNext={focusNext}
                onEdit={() => onOpenForm(contact)}
                onDelete={() => setLeaving(contact)}
                onDismissCode={() => dismiss(contact.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {contacts.length === 0 && (
        <EmptyState
          icon={<IconUsers size={28} />}
          title={t('empty.title')}
          actions={<AddContact list={list} onAdd={() => onOpenForm()} />}
        >
          {t('empty.text')}
        </EmptyState>
      )}
      {leaving && (
        <DeleteContactDialog
          key={leaving.id}
          contact={leaving}
          contacts={contacts}
          onDeleted={(left) => afterDeletion(leaving, left)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

/** The contact about whose removal is asked; another screen may lead here with that question. */
function useLeaving(contacts: readonly ContactView[]) {
  const { remove: askedFor } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(() => contacts.find(({ id }) => id === askedFor));
  return {
    leaving,
    setLeaving(next: ContactView | undefined) {
      setLeaving(next);
      // The question was answered: it does not come again with the next look at the list.
      if (askedFor) void navigate({ to: '/contact', search: {}, replace: true });
    },
  };
}

function AddContact({ list, onAdd }: { list: ContactList; onAdd: () => void }) {
  const { t } = useTranslation('contacts');
  if (isFull(list)) {
    return (
      <div id={addButtonId} tabIndex={-1}>
        <Notice>{t('errors.maxContactsLimit', { limit: list.limit })}</Notice>
      </div>
    );
  }
  return (
    <div>
      <Button id={addButtonId} icon={<IconPlus size={20} />} onClick={onAdd}>
        {t('add')}
      </Button>
    </div>
  );
}

function OrphanedNotice({ count }: { count: number }) {
  const { t } = useTranslation('contacts');
  return (
    <Notice
      kind="warning"
      announced
      takesFocus
      title={t('deletion.orphanedTitle', { count })}
      actions={
        <ButtonLink to="/instructions" kind="quiet">
          {t('deletion.orphanedAction')}
        </ButtonLink>
      }
    >
      {t('deletion.orphanedText')}
    </Notice>
  );
}
