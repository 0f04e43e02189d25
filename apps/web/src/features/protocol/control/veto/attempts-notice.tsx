import type { OwnAttempt, PayingContact } from '@zavet/contract/protocol/legacy-endpoints';
import { Fragment } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import styles from '../protocol.module.css';
import { areAllRequests, attemptStageOf, sortByUrgency } from './attempt-rules.ts';
import { AttemptThread, VetoConsequences } from './attempt-thread.tsx';
import vetoStyles from './veto.module.css';

interface AttemptsNoticeProps {
  attempts: readonly OwnAttempt[];
  paying: readonly PayingContact[];
}

export function AttemptsNotice({ attempts, paying }: AttemptsNoticeProps) {
  const { t } = useTranslation('protocol');
  const isRequest = areAllRequests(attempts);
  return (
    <Notice
      kind="warning"
      announced
      title={t(isRequest ? 'pending.titleRequested' : 'pending.title')}
      actions={
        <>
          <VetoButton isRequest={isRequest} />
          <ButtonLink to="/contact" kind="quiet">
            {t('pending.action')}
          </ButtonLink>
        </>
      }
    >
      <div className={styles.details}>
        {sortByUrgency(attempts).map((attempt) => (
          <Fragment key={attempt.activation_id}>
            <AttemptLine
              attempt={attempt}
              payer={paying.find(({ activation_id }) => activation_id === attempt.activation_id)}
            />
            <DoubtLine attempt={attempt} />
          </Fragment>
        ))}
        <p>{t(isRequest ? 'pending.here' : 'pending.stop')}</p>
      </div>
    </Notice>
  );
}

function DoubtLine({ attempt: { doubt } }: { attempt: OwnAttempt }) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  if (!doubt) return null;
  const names = doubt.names.length > 0 ? formats.list(doubt.names) : t('pending.someone');
  return <p>{t('pending.doubted', { names, date: formats.deadline(doubt.decided_by) })}</p>;
}

interface AttemptLineProps {
  attempt: OwnAttempt;
  payer: PayingContact | undefined;
}

function AttemptLine({ attempt, payer }: AttemptLineProps) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  const name = attempt.contact_name ?? t('pending.someone');
  const date = formats.dateTime(attempt.started_at);
  switch (attemptStageOf(attempt.status)) {
    case 'waiting':
      return (
        <p>
          {t('pending.waiting', {
            name,
            date: formats.deadline(attempt.release_at ?? attempt.started_at),
          })}
          {attempt.is_postponed && ` ${t('pending.postponed')}`}
        </p>
      );
    case 'requested':
      return <p>{t('pending.requested', { name, date })}</p>;
    case 'approved':
      return <p>{t('pending.approved', { name, date })}</p>;
    case 'agreement_pending':
      return <p>{t('pending.asking', { name, date })}</p>;
    case 'agreed':
      return <p>{t('pending.agreed', { name, date })}</p>;
    case 'payment_pending':
      return (
        <p>
          {payer
            ? t('pending.by', { name, email: payer.email, date })
            : t('pending.paying', { name, date })}
        </p>
      );
  }
}

interface ContactAttemptProps {
  attempt: OwnAttempt;
  attempts: readonly OwnAttempt[];
}

/** The attempt of one contact on its card, with the veto button. */
export function ContactAttempt({ attempt, attempts }: ContactAttemptProps) {
  const { t } = useTranslation(['protocol', 'veto']);
  const formats = useFormats();
  const isRequest = areAllRequests(attempts);
  const date = formats.dateTime(attempt.started_at);
  return (
    <div className={vetoStyles.stack} role="status">
      <p className={vetoStyles.attempt}>
        {t(`pending.${titleKeyOf(attempt)}`, { date })}. <strong>{t('veto:title')}.</strong>
      </p>
      <AttemptThread attempt={attempt} direction="across" />
      <div className={vetoStyles.vetoRow}>
        <VetoButton isRequest={isRequest} isBig />
        <p className={vetoStyles.quiet}>{t(isRequest ? 'pending.here' : 'pending.stop')}</p>
      </div>
    </div>
  );
}

function titleKeyOf({ status }: OwnAttempt) {
  if (status === 'requested') return 'contactRequested';
  return status === 'payment_pending' ? 'contact' : 'contactStarted';
}

interface VetoButtonProps {
  /**
   * True if the attempt is a request for review, which the owner answers; nothing is started yet.
   */
  isRequest: boolean;
  /** Rendered as the main action of a card. */
  isBig?: boolean;
}

/** Vetoes all attempts. Asks for a confirmation, because other buttons are next to it. */
function VetoButton({ isRequest, isBig }: VetoButtonProps) {
  const { t } = useTranslation('veto');
  const report = useOutcomeToast();
  const veto = useMutationOf('vetoOwnProtocol');
  const words = isRequest ? 'here' : 'confirm';
  return (
    <ConfirmButton
      kind="primary"
      big={isBig}
      label={t(`${words}.button`)}
      title={t(`${words}.title`)}
      confirmLabel={t(`${words}.confirm`)}
      cancelLabel={t(`${words}.cancel`)}
      isSafe
      act={() => report(veto.mutateAsync(), { done: t(`${words}.done`), failed: t('failed') })}
    >
      <VetoConsequences isRequest={isRequest} />
    </ConfirmButton>
  );
}
