import { ApiError } from '@zavet/contract/client';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { useState } from 'react';
import { changeAnswer } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SelectField } from '../../../ui/select.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { replacementsOf, withoutContact } from './contact-list.ts';
import { useTellFailure } from './use-contact-error-text.ts';

interface DeleteContactDialogProps {
  contact: ContactView;
  contacts: ContactView[];
  /** How many instructions are now left without a trusted contact. */
  onDeleted: (orphaned: number) => void;
  onClose: () => void;
}

export function DeleteContactDialog(props: DeleteContactDialogProps) {
  const { t } = useTranslation('contacts');
  const { contact, onDeleted, onClose } = props;
  const remove = useMutationOf('deleteContact', {
    show: (client, _deleted, { params }) =>
      changeAnswer(client, 'listContacts', {}, (list) => withoutContact(list, params.id)),
  });
  const tellFailure = useTellFailure();
  const [reassignTo, setReassignTo] = useState('');
  const replacements = contact.instruction_count > 0 ? replacementsOf(contact, props.contacts) : [];
  const successor = replacements.find(({ id }) => id === reassignTo);

  async function confirm() {
    try {
      const result = await remove.mutateAsync({
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
      tellFailure(error, 'delete');
      const isGone = error instanceof ApiError && error.code === 'contact_not_found';
      if (isGone) onDeleted(0);
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
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{t('deletion.person', { name: contact.name })}</p>
      <Consequences contact={contact} hasReplacements={replacements.length > 0} />
      {replacements.length > 0 && (
        <SelectField
          label={t('deletion.reassign')}
          help={t('deletion.reassignHelp')}
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

/** What the deletion does to the instructions that name this person. */
function Consequences({ contact, hasReplacements }: ConsequencesProps) {
  const { t } = useTranslation('contacts');
  const { instruction_count: named, sole_instruction_count: sole } = contact;
  if (named === 0) return <p>{t('deletion.unnamed')}</p>;
  return (
    <p>
      {t('deletion.named', { count: named })} {sole > 0 && t('deletion.sole', { count: sole })}{' '}
      {!hasReplacements && t('deletion.nobodyElse')}
    </p>
  );
}
