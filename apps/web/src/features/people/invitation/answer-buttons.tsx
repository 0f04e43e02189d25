import type { InvitationView } from '@zavet/contract/contacts/invitation-endpoints';
import { Button } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import type { Answer } from './api.ts';
import styles from './invitation.module.css';

interface AnswerButtonsProps {
  status: InvitationView['status'];
  /** The answer that is on its way. */
  sending: Answer | undefined;
  onAccept: () => void;
  onDecline: () => void;
}

/** Both answers, or the other one where an answer was given. */
export function AnswerButtons({ status, sending, onAccept, onDecline }: AnswerButtonsProps) {
  const { t } = useTranslation('invitation');
  if (status === 'activated') return null;
  const isPending = status === 'pending';
  return (
    <div className={styles.buttons}>
      {status !== 'confirmed' && (
        <Button
          kind={isPending ? 'primary' : 'quiet'}
          loading={sending === 'accept'}
          disabled={sending === 'decline'}
          onClick={onAccept}
        >
          {t(isPending ? 'accept' : 'declined.accept')}
        </Button>
      )}
      {status !== 'declined' && (
        <Button
          kind="quiet"
          loading={sending === 'decline'}
          disabled={sending === 'accept'}
          onClick={onDecline}
        >
          {t(isPending ? 'decline' : 'accepted.decline')}
        </Button>
      )}
    </div>
  );
}
