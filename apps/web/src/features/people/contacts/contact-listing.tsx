import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { type ReactNode, useState } from 'react';
import { updateCached } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconPlus } from '../../../ui/more-icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { ContactCard } from './contact-card.tsx';
import { addButtonId, useFocusAfterRemoval } from './contact-focus.ts';
import { useFailureToast, useUnsentCodes } from './contact-messages.ts';
import {
  type ContactList,
  countContacts,
  isListFull,
  removeFromList,
  replacementCandidatesFor,
  sortStartersFirst,
} from './contact-rules.ts';
import styles from './contacts.module.css';
import { useContactsProtocol } from './public/protocol-port.ts';

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
  const { contactToDelete, setContactToDelete } = useContactToDelete(contacts);
  const starterIds = useContactsProtocol().useStarterIds() ?? [];
  const [orphanedCount, setOrphanedCount] = useState(0);
  useFocusAfterRemoval(contacts.length);

  function afterDeletion(contact: ContactView, orphanedInstructions: number) {
    setContactToDelete(undefined);
    setOrphanedCount(orphanedInstructions);
    dismiss(contact.id);
  }

  const isEmpty = contacts.length === 0;
  const add = (
    <Button
      id={addButtonId}
      // While a contact is starting the protocol, the veto is the primary action.
      kind={starterIds.length > 0 ? 'quiet' : 'primary'}
      icon={<IconPlus size={20} />}
      onClick={() => onOpenForm()}
    >
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} lead={t('lead')} actions={!isEmpty && !isListFull(list) && add}>
      {notice}
      {orphanedCount > 0 && <OrphanedNotice count={orphanedCount} />}
      {!isEmpty && <ContactFigures list={list} />}
      {!isEmpty && (
        <ul className={styles.list} aria-label={t('list')}>
          {sortStartersFirst(contacts, starterIds).map((contact) => (
            <li key={contact.id} data-wide={starterIds.includes(contact.id)}>
              <ContactCard
                contact={contact}
                hasStarted={starterIds.includes(contact.id)}
                unsent={codes[contact.id]}
                focusNext={focusNext}
                onEdit={() => onOpenForm(contact)}
                onDelete={() => setContactToDelete(contact)}
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
      {contactToDelete && (
        <DeleteContactDialog
          key={contactToDelete.id}
          contact={contactToDelete}
          contacts={contacts}
          onDeleted={(count) => afterDeletion(contactToDelete, count)}
          onClose={() => setContactToDelete(undefined)}
        />
      )}
    </Page>
  );
}

/** Returns the contact whose deletion is confirmed. Another screen may pass its id in the URL. */
function useContactToDelete(contacts: readonly ContactView[]) {
  const { remove: linkedId } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [contactToDelete, setContactToDelete] = useState(() =>
    contacts.find(({ id }) => id === linkedId),
  );
  return {
    contactToDelete,
    setContactToDelete(next: ContactView | undefined) {
      setContactToDelete(next);
      // Otherwise the dialog would open again on the next visit.
      if (linkedId) void navigate({ to: '/contact', search: {}, replace: true });
    },
  };
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

function ContactFigures({ list }: { list: ContactList }) {
  const { contacts, limit } = list;
  const { t } = useTranslation('contacts');
  const counts = countContacts(contacts);
  const total =
    limit === 0 ? String(counts.total) : t('tiles.totalOf', { count: counts.total, limit });
  const figures = [
    { name: t('tiles.total'), value: total },
    { name: t('tiles.confirmed'), value: String(counts.confirmed) },
    { name: t('tiles.pending'), value: String(counts.pending) },
  ];
  if (counts.uninvited > 0) {
    figures.push({ name: t('tiles.uninvited'), value: String(counts.uninvited) });
  }
  if (counts.declined > 0) {
    figures.push({ name: t('tiles.declined'), value: String(counts.declined) });
  }
  return (
    <div className={styles.figures}>
      <dl className={styles.counts} aria-label={t('tiles.label')}>
        {figures.map(({ name, value }) => (
          <div key={name} className={styles.count}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isListFull(list) && (
        <p id={addButtonId} tabIndex={-1} className={styles.limit}>
          {t('errors.maxContactsLimit', { limit })}
        </p>
      )}
    </div>
  );
}

interface DeleteContactDialogProps {
  contact: ContactView;
  contacts: ContactView[];
  onDeleted: (orphanedInstructions: number) => void;
  onClose: () => void;
}

function DeleteContactDialog(props: DeleteContactDialogProps) {
  const { t } = useTranslation('contacts');
  const { contact, onDeleted, onClose } = props;
  const deletion = useMutationOf('deleteContact', {
    show: (client, _deleted, { params }) =>
      updateCached(client, 'listContacts', {}, (list) => removeFromList(list, params.id)),
  });
  const showFailure = useFailureToast();
  const [reassignTo, setReassignTo] = useState('');
  const replacements =
    contact.instruction_count > 0 ? replacementCandidatesFor(contact, props.contacts) : [];
  const successor = replacements.find(({ id }) => id === reassignTo);

  async function confirm() {
    try {
      const result = await deletion.mutateAsync({
        params: { id: contact.id },
        query: { reassign_to: successor?.id },
      });
      toasts.success(
        successor
          ? t('deletion.doneReassigned', { name: successor.name })
          : t('deletion.done', { name: contact.name }),
      );
      onDeleted(result.orphaned_instructions);
    } catch (error) {
      showFailure(error, 'delete');
      const isAlreadyDeleted = error instanceof ApiError && error.code === 'contact_not_found';
      if (isAlreadyDeleted) onDeleted(0);
      else onClose();
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title={t('deletion.title')}
      confirmLabel={t('deletion.confirm')}
      cancelLabel={t('deletion.cancel')}
      isDangerous
      isBusy={deletion.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{t('deletion.person', { name: contact.name })}</p>
      <Consequences contact={contact} hasReplacements={replacements.length > 0} />
      {replacements.length > 0 && (
        <SelectField
          label={t('deletion.reassign')}
          value={reassignTo}
          onChange={(event) => setReassignTo(event.currentTarget.value)}
          options={[
            { value: '', label: t('deletion.reassignNobody') },
            ...replacements.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </ConfirmDialog>
  );
}

interface ConsequencesProps {
  contact: ContactView;
  hasReplacements: boolean;
}

/** Effects of the deletion on the instructions that name this contact. */
function Consequences({ contact, hasReplacements }: ConsequencesProps) {
  const { t } = useTranslation('contacts');
  const { instruction_count: total, sole_instruction_count: sole } = contact;
  if (total === 0) return <p>{t('deletion.unnamed')}</p>;
  return (
    <p>
      {t('deletion.named', { count: total })} {sole > 0 && t('deletion.sole', { count: sole })}{' '}
      {!hasReplacements && t('deletion.nobodyElse')}
    </p>
  );
}
