import type { OwnAttempt, PayingContact } from '@zavet/contract/protocol/legacy-endpoints';
import { Fragment } from 'react';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import styles from '../protocol.module.css';
import { areOnlyRequests, attemptStageOf, byUrgency } from './attempt-rules.ts';
import { VetoButton } from './stop-button.tsx';

interface AttemptsNoticeProps {
  attempts: readonly OwnAttempt[];
  paying: readonly PayingContact[];
}

/** Who is starting the protocol at this moment, how far it is, and how an owner who lives stops it. */
export function AttemptsNotice({ attempts, paying }: AttemptsNoticeProps) {
  const { t } = useTranslation('protocol');
  const isRequest = areOnlyRequests(attempts);
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
      <div className={styles.story}>
        {byUrgency(attempts).map((attempt) => (
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

/** Contacts who think that it is a mistake. */
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
