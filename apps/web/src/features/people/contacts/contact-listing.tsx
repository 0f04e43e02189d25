import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconPlus } from '../../../ui/more-icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { ContactCard } from './contact-card.tsx';
import { ContactFigures } from './contact-figures.tsx';
import { type ContactList, isFull, startersFirst } from './contact-list.ts';
import styles from './contacts.module.css';
import { DeleteContactDialog } from './delete-contact-dialog.tsx';
import { addButtonId, useFocusAfterLoss } from './focus-next.ts';
import { useContactsProtocol } from './public/protocol-port.ts';
import { useUnsentCodes } from './unsent-codes.ts';

interface ContactListingProps {
  list: ContactList;
  notice: ReactNode;
  focusNext: (id: string) => void;
  onOpenForm: (contact?: ContactView) => void;
}

export function ContactListing({ list, notice, focusNext, onOpenForm }: ContactListingProps) {
  const { t } = useTranslation('contacts');
  const { contacts } = list;
  const { codes, dismiss } = useUnsentCodes();
  const { leaving, setLeaving } = useLeaving(contacts);
  const starters = useContactsProtocol().useStarters() ?? [];
  const [orphaned, setOrphaned] = useState(0);
  useFocusAfterLoss(contacts.length);

  function afterDeletion(contact: ContactView, left: number) {
    setLeaving(undefined);
    setOrphaned(left);
    dismiss(contact.id);
  }

  const isEmpty = contacts.length === 0;
  const add = (
    <Button
      id={addButtonId}
      // Stopping what somebody has started is the main thing then.
      kind={starters.length > 0 ? 'quiet' : 'primary'}
      icon={<IconPlus size={20} />}
      onClick={() => onOpenForm()}
    >
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} lead={t('lead')} actions={!isEmpty && !isFull(list) && add}>
      {notice}
      {orphaned > 0 && <OrphanedNotice count={orphaned} />}
      {!isEmpty && <Figures list={list} />}
      {!isEmpty && (
        <ul className={styles.list} aria-label={t('list')}>
          {startersFirst(contacts, starters).map((contact) => (
            <li key={contact.id} data-wide={starters.includes(contact.id)}>
              <ContactCard
                contact={contact}
                hasStarted={starters.includes(contact.id)}
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
      {isEmpty && (
        <EmptyState drawing={<KeyWithTag />} title={t('empty.title')} actions={add}>
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
    </Page>
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

function Figures({ list }: { list: ContactList }) {
  const { t } = useTranslation('contacts');
  return (
    <div className={styles.figures}>
      <ContactFigures {...list} />
      {isFull(list) && (
        <p id={addButtonId} tabIndex={-1} className={styles.limit}>
          {t('errors.maxContactsLimit', { limit: list.limit })}
        </p>
      )}
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
