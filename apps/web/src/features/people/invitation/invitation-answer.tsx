import type { InvitationView } from '@zavet/contract/contacts/invitation-endpoints';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { FormFailure } from '../../../ui/form/form.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { linkProblemOf } from '../../identity/account/public/link-problem.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import { type Answer, ownerOf, useAnswer } from './api.ts';
import { CardDownload } from './card-download.tsx';
import styles from './invitation.module.css';
import { InvitationResult } from './invitation-result.tsx';
import { InvitationText } from './invitation-text.tsx';
import { LateInvitationText } from './late-invitation-text.tsx';
import { LinkProblemPage } from './link-problem-page.tsx';

const titleKeys = {
  pending: 'title',
  confirmed: 'accepted.title',
  declined: 'declined.title',
  activated: 'activated.title',
} as const satisfies Record<InvitationView['status'], string>;

function titleKeyOf({ status, active_protocol }: InvitationView, isFresh: boolean) {
  if (!active_protocol) return titleKeys[status];
  if (status === 'pending') return 'late.title';
  return status === 'activated' && isFresh ? 'accepted.title' : titleKeys[status];
}

interface InvitationAnswerProps {
  token: string;
  invitation: InvitationView;
}

/** What is asked, the two answers, and after an answer the other one for those who think again. */
export function InvitationAnswer({ token, invitation }: InvitationAnswerProps) {
  const { t } = useTranslation('invitation');
  const answer = useAnswer(token);
  const [isDeclining, setDeclining] = useState(false);
  const problem = linkProblemOf(answer.error);
  if (problem) return <LinkProblemPage subject="invitation" problem={problem} />;

  function send(chosen: Answer) {
    setDeclining(false);
    answer.mutate(chosen);
  }

  const { status } = invitation;
  const isAnswered = status !== 'pending';
  return (
    <Page
      title={t(titleKeyOf(invitation, answer.isSuccess))}
      tabTitle={t('tabTitle')}
      drawing={status === 'declined' ? <Envelope kind="empty" /> : <KeyWithTag />}
      width="text"
    >
      <div className={styles.text}>
        {isAnswered ? (
          <InvitationResult invitation={invitation} isFresh={answer.isSuccess} />
        ) : (
          <Asked invitation={invitation} />
        )}
        {status === 'confirmed' && <CardDownload token={token} />}
        {answer.isError && (
          <FormFailure
            failure={answer.error}
            title={t(`failure.${answer.variables ?? 'accept'}`)}
          />
        )}
        <AnswerButtons
          status={status}
          sending={answer.isPending ? answer.variables : undefined}
          onAccept={() => send('accept')}
          onDecline={() => setDeclining(true)}
        />
        {!isAnswered && <p className={styles.quiet}>{t('unknown')}</p>}
      </div>
      <DeclineDialog
        invitation={invitation}
        isOpen={isDeclining}
        onConfirm={() => send('decline')}
        onCancel={() => setDeclining(false)}
      />
    </Page>
  );
}

function Asked({ invitation }: { invitation: InvitationView }) {
  const { active_protocol: active } = invitation;
  return active ? (
    <LateInvitationText invitation={invitation} active={active} />
  ) : (
    <InvitationText invitation={invitation} />
  );
}

interface DeclineDialogProps {
  invitation: InvitationView;
  isOpen: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

function DeclineDialog({ invitation, ...rest }: DeclineDialogProps) {
  const { t } = useTranslation('invitation');
  const formats = useFormats();
  return (
    <ConfirmDialog
      {...rest}
      title={t('declineDialog.title')}
      confirmLabel={t('declineDialog.confirm')}
      cancelLabel={t('declineDialog.cancel')}
    >
      <p>
        {t(invitation.active_protocol ? 'late.declineText' : 'declineDialog.text', {
          owner: ownerOf(invitation),
          date: formats.date(invitation.expires_at),
        })}
      </p>
    </ConfirmDialog>
  );
}
