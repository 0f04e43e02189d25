import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../interface/language/formats.ts';
import { Notice } from '../../interface/notice.tsx';
import styles from './contacts.module.css';
import { invitationStage } from './invitation-stage.ts';

interface InvitationNoticeProps {
  contact: ContactView;
  /** The code to pass on stands below. */
  hasUnsentCode: boolean;
}

/** What became of the latest invitation of a contact who has not agreed. */
export function InvitationNotice({ contact, hasUnsentCode }: InvitationNoticeProps) {
  const { t } = useTranslation('contacts');
  const formats = useFormats();
  const { invitation, email } = contact;
  if (contact.status === 'declined') {
    return <Notice kind="warning">{t('invitation.declined')}</Notice>;
  }
  const sent = invitation ? formats.date(invitation.created_at) : '';
  const until = invitation ? formats.date(invitation.expires_at) : '';
  const stage = invitationStage(invitation, Date.now());
  switch (stage) {
    case 'refused':
      return (
        <Notice kind="warning" title={t('invitation.refusedTitle')}>
          {t(hasUnsentCode ? 'invitation.refusedWithCode' : 'invitation.refused', { email })}
        </Notice>
      );
    case 'expired':
      return <Notice kind="warning">{t('invitation.expired', { until })}</Notice>;
    case 'queued':
      return hasUnsentCode ? null : <p className={styles.quiet}>{t('invitation.queued')}</p>;
    case 'none':
    case 'sent':
      return <p className={styles.quiet}>{t(`invitation.${stage}`, { sent, until })}</p>;
  }
}
