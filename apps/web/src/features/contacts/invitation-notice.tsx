import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
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
          {t(`invitation.${refusedText(email, hasUnsentCode)}`, { email })}
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

/** Before the @ many mail servers take Latin letters only, and a repetition changes nothing. */
function refusedText(email: string, hasUnsentCode: boolean) {
  if (/[^\p{ASCII}]/u.test(email.slice(0, email.lastIndexOf('@')))) return 'refusedScript';
  return hasUnsentCode ? 'refusedWithCode' : 'refused';
}
