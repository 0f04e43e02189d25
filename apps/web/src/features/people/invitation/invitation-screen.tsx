import { useMutation } from '@tanstack/react-query';
import { priceEditions, pricesInForce } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import type { InvitationView } from '@zavet/contract/people/invitation-endpoints';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { saveAs } from '../../../platform/client/save-as.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { FormFailure } from '../../../ui/form/form.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { ResultText } from '../../../ui/result-page.tsx';
import { type OpenedLink, useLinkAnswer } from '../../identity/account/public/mailed-link-page.tsx';
import { ContactQuestion, ownerLabel } from './contact-question.tsx';
import styles from './invitation.module.css';

export function InvitationScreen() {
  return (
    <ContactQuestion kind="invitation" read={(token) => api.openInvitation({ body: { token } })}>
      {(link) => <InvitationAnswer link={link} />}
    </ContactQuestion>
  );
}

const sendAnswer = { accept: api.acceptInvitation, decline: api.declineInvitation };
type Answer = keyof typeof sendAnswer;

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

/** The question with both answers, or the previous answer with the option to change it. */
function InvitationAnswer({ link }: { link: OpenedLink<InvitationView> }) {
  const { t } = useTranslation('invitation');
  const { token, view: invitation } = link;
  const answer = useLinkAnswer(link, (answer: Answer) => sendAnswer[answer]({ body: { token } }));
  const [isDeclining, setDeclining] = useState(false);
  const problemPage = link.problemPage(answer.error);
  if (problemPage) return problemPage;

  function send(choice: Answer) {
    setDeclining(false);
    answer.mutate(choice);
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
          <InvitationQuestion invitation={invitation} />
        )}
        {status === 'confirmed' && <CardDownload token={token} />}
        {answer.isError && <FormFailure failure={answer.error} title={t('answerFailed')} />}
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

function InvitationQuestion({ invitation }: { invitation: InvitationView }) {
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
  return (
    <ConfirmDialog
      {...rest}
      title={t('declineDialog.title')}
      confirmLabel={t('declineDialog.confirm')}
      cancelLabel={t('declineDialog.cancel')}
    >
      <p>
        {t(invitation.active_protocol ? 'late.declineText' : 'declineDialog.text', {
          owner: ownerLabel(invitation),
        })}
      </p>
    </ConfirmDialog>
  );
}

interface AnswerButtonsProps {
  status: InvitationView['status'];
  /** The answer being sent. */
  sending: Answer | undefined;
  onAccept: () => void;
  onDecline: () => void;
}

function AnswerButtons({ status, sending, onAccept, onDecline }: AnswerButtonsProps) {
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

interface InvitationResultProps {
  invitation: InvitationView;
  /** True if the answer was given on this page just now. */
  isFresh: boolean;
}

function InvitationResult({ invitation, isFresh }: InvitationResultProps) {
  const { t } = useTranslation('invitation');
  const formats = useFormats();
  const { status, contact_email: email } = invitation;
  const owner = ownerLabel(invitation);
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
      <p className={styles.quiet}>{t('changeAnswer', { date })}</p>
    </>
  );
}

function CardDownload({ token }: { token: string }) {
  const { t } = useTranslation('invitation');
  const card = useMutation({
    mutationFn: () => api.openContactCard({ body: { token } }),
    onSuccess: (pdf) => saveAs(pdf, `${t('card.fileName')}.pdf`),
  });
  return (
    <>
      <p>{t('card.text')}</p>
      {card.isError && <FormFailure failure={card.error} title={t('card.failed')} />}
      <div className={styles.buttons}>
        <Button loading={card.isPending} onClick={() => card.mutate()}>
          {t('card.download')}
        </Button>
      </div>
    </>
  );
}

function InvitationText({ invitation }: { invitation: InvitationView }) {
  const { t } = useTranslation('invitation');
  const formats = useFormats();
  const { owner_name: name, owner_email: email } = invitation;
  const { protocolActivation } = pricesInForce(priceEditions, moscowDay(new Date()));
  return (
    <div className={styles.text}>
      <p className={styles.greeting}>{t('greeting', { name: invitation.contact_name })}</p>
      <p>{name ? t('asksNamed', { name, email }) : t('asks', { email })}</p>
      <p className={styles.quiet}>{t('service')}</p>
      <Heading level={2}>{t('meaning.title')}</Heading>
      <ul className={styles.points}>
        <li>{t('meaning.now')}</li>
        <li>{t('meaning.later')}</li>
        <li>{t('meaning.price', { price: formats.rubles(protocolActivation) })}</li>
        <li>{t('meaning.content')}</li>
      </ul>
      <p className={styles.quiet}>
        {t('changeMind', { date: formats.date(invitation.expires_at) })}
      </p>
    </div>
  );
}

interface LateInvitationTextProps {
  invitation: InvitationView;
  active: NonNullable<InvitationView['active_protocol']>;
}

/** For a contact who had not answered before the protocol was activated. */
function LateInvitationText({ invitation, active }: LateInvitationTextProps) {
  const { t } = useTranslation('invitation');
  const formats = useFormats();
  const { owner_name: name, owner_email: email } = invitation;
  const date = formats.date(active.activated_at);
  return (
    <div className={styles.text}>
      <p className={styles.greeting}>{t('greeting', { name: invitation.contact_name })}</p>
      <p>{name ? t('late.named', { name, email }) : t('late.unnamed', { email })}</p>
      <p>
        {active.activated_by
          ? t('late.started', { activator: active.activated_by, date })
          : t('late.startedBySomebody', { date })}
      </p>
      <Heading level={2}>{t('meaning.title')}</Heading>
      <ul className={styles.points}>
        <li>{t('late.accept')}</li>
        <li>{t('late.decline')}</li>
      </ul>
      <p className={styles.quiet}>
        {t('late.until', { date: formats.date(invitation.expires_at) })}
      </p>
    </div>
  );
}
