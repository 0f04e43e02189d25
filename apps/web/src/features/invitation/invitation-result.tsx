import type { InvitationView } from '@zavet/contract/contacts/invitation-endpoints';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice } from '../../interface/notice.tsx';
import { ownerOf } from './api.ts';
import styles from './invitation.module.css';

interface InvitationResultProps {
  invitation: InvitationView;
  /** The answer was given just now. */
  isFresh: boolean;
}

/** The answer as it now stands. */
export function InvitationResult({ invitation, isFresh }: InvitationResultProps) {
  const { t } = useTranslation('invitation');
  const formats = useFormats();
  const { status, contact_email: email } = invitation;
  const owner = ownerOf(invitation);
  const date = formats.date(invitation.expires_at);
  if (status === 'activated' && !isFresh) return <p>{t('activated.text', { email })}</p>;
  if (status === 'activated') {
    return (
      <>
        <Notice kind="success" announced takesFocus>
          {t('late.accepted', { email })}
        </Notice>
        <p>{t('late.account', { email })}</p>
      </>
    );
  }
  const isAccepted = status === 'confirmed';
  return (
    <>
      <Notice
        kind={isAccepted ? 'success' : 'info'}
        announced={isFresh}
        takesFocus={isFresh}
        key={status}
      >
        {t(isAccepted ? 'accepted.text' : 'declined.text', { owner })}
      </Notice>
      {isAccepted && <p>{t('accepted.later', { email })}</p>}
      <p className={styles.quiet}>
        {t(isAccepted ? 'accepted.change' : 'declined.change', { date })}
      </p>
    </>
  );
}
