import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import { ButtonLink } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import styles from '../instructions.module.css';

interface AssignmentNoticeProps {
  instruction: InstructionSummary;
  contacts: readonly ContactView[];
}

/** Says it where nobody is assigned any more, and quietly where nobody has agreed yet. */
export function AssignmentNotice({ instruction, contacts }: AssignmentNoticeProps) {
  const { t } = useTranslation('instructions');
  const { id, trusted_contact_ids: ids, recipient_email: email } = instruction;
  if (ids.length === 0) {
    return (
      <Notice
        kind="warning"
        title={t('unassigned.title')}
        actions={
          <ButtonLink to="/instructions" search={{ edit: id, at: 'contacts' }} kind="quiet">
            {t('unassigned.action')}
          </ButtonLink>
        }
      >
        {email ? t('unassigned.onlyRecipient', { email }) : t('unassigned.nobody')}
      </Notice>
    );
  }
  const isAnyoneReady = contacts.some(
    (contact) => ids.includes(contact.id) && contact.is_confirmed,
  );
  if (isAnyoneReady || email) return null;
  return <p className={styles.quiet}>{t('unassigned.unconfirmed')}</p>;
}
