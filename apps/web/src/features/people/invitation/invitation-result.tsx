import type { InvitationView } from '@zavet/contract/contacts/invitation-endpoints';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { ResultText } from '../../../ui/result-text.tsx';
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
        <ResultText isFresh>{t('late.accepted', { email })}</ResultText>
        <p>{t('late.account', { email })}</p>
      </>
    );
  }
  const isAccepted = status === 'confirmed';
  return (
    <>
      <ResultText isFresh={isFresh} key={status}>
        {t(isAccepted ? 'accepted.text' : 'declined.text', { owner })}
      </ResultText>
      {isAccepted && <p>{t('accepted.later', { email })}</p>}
      <p className={styles.quiet}>
        {t(isAccepted ? 'accepted.change' : 'declined.change', { date })}
      </p>
    </>
  );
}
