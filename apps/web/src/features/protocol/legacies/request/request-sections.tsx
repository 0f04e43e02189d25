import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import type { RequestView } from '@zavet/contract/protocol/request-endpoints';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import type { ActivationStart } from '../activation/activation-start.tsx';
import { StartControl } from '../activation/start-control.tsx';
import { ExpiryNote, WithdrawRequest } from '../cancel-buttons.tsx';
import styles from '../legacies.module.css';
import { useRequest } from '../legacy-queries.ts';
import { nameOf } from '../legacy-stage.ts';
import { nextStepOf, waitingHoursNow } from '../start-rules.ts';
import { SupportHint } from '../support-hint.tsx';
import { useDuration } from '../use-duration.ts';
import requestStyles from './request.module.css';
import { RequestLink } from './request-link.tsx';

interface OpenRequestProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** A filed request: its date, its documents and the options. */
export function OpenRequest({ legacy, onDone }: OpenRequestProps) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const { activation } = legacy;
  if (!activation) return null;
  const name = nameOf(legacy);
  return (
    <>
      <div className={styles.paragraphs}>
        <p className={styles.strong}>
          {t('requested.title', { date: formats.dateTime(activation.started_at) })}
        </p>
        <RequestState legacy={legacy} id={activation.id} />
      </div>
      <div className={styles.actions}>
        <ButtonLink
          to="/trusted-legacies/request"
          search={{ legacy: legacy.trusted_contact_id }}
          aria-label={t('requested.openNamed', { name })}
        >
          {t('requested.open')}
        </ButtonLink>
        <WithdrawRequest legacy={legacy} onDone={onDone} />
      </div>
      <SupportHint />
    </>
  );
}

/** The pending answer of support, or the document that an operator asked for. */
function RequestState({ legacy, id }: { legacy: LegacyView; id: string }) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const request = useRequest(id).data?.request;
  if (request?.asked_for) {
    return (
      <Notice kind="warning" title={t('asked.title')}>
        <blockquote className={requestStyles.note}>{request.asked_for}</blockquote>
        <p>{t('asked.onCard')}</p>
      </Notice>
    );
  }
  return (
    <>
      <p>{t('requested.text')}</p>
      {legacy.answer_by && <p>{t('answerBy', { day: formats.day(legacy.answer_by) })}</p>}
      <p>{t('requested.owner', { name: nameOf(legacy) })}</p>
      <DocumentCount documents={request?.documents} />
    </>
  );
}

function DocumentCount({ documents }: { documents: RequestView['documents'] | undefined }) {
  const { t } = useTranslation('requests');
  if (!documents) return null;
  return (
    <p>
      {documents.length > 0
        ? t('requested.documents', { count: documents.length })
        : t('requested.noDocuments')}
    </p>
  );
}

interface ApprovedRequestProps {
  legacy: LegacyView;
  activation: ActivationStart;
  onDone: () => void;
}

export function ApprovedRequest({ legacy, activation, onDone }: ApprovedRequestProps) {
  const { t } = useTranslation(['requests', 'legacies']);
  if (!legacy.activation) return null;
  return (
    <>
      <Notice kind="success" title={t('approved.title')}>
        <div className={styles.paragraphs}>
          <p>{t('approved.text')}</p>
          <OperatorNote id={legacy.activation.id} />
        </div>
      </Notice>
      {legacy.is_paid_by_other && <Notice kind="warning">{t('legacies:paidByOther')}</Notice>}
      <RemainingSteps legacy={legacy} />
      <StartControl legacy={legacy} activation={activation} kind="approved" onSent={onDone} />
      <ExpiryNote legacy={legacy} />
      <WithdrawRequest legacy={legacy} onDone={onDone} />
      <SupportHint />
    </>
  );
}

function RemainingSteps({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const duration = useDuration();
  const hours = waitingHoursNow(legacy);
  return (
    <div className={styles.paragraphs}>
      <p>{t('approved.ahead')}</p>
      <ul className={styles.steps}>
        {nextStepOf(legacy) === 'ask' && <li>{t('approved.agreement')}</li>}
        <li>{t('approved.payment', { price: formats.rubles(legacy.activation_price) })}</li>
        <li>
          {hours > 0
            ? t('approved.waiting', { duration: duration(hours) })
            : t('approved.noWaiting')}
        </li>
      </ul>
    </div>
  );
}

/** A rejected request: the reason, the operator's note and the date for another request. */
export function RejectedRequest({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('requests');
  const { activation } = legacy;
  if (!activation) return null;
  return (
    <>
      <Notice kind="warning" title={t('rejected.title')}>
        <div className={styles.paragraphs}>
          <p>{t(`rejected.${activation.rejection ?? 'not_proven'}`)}</p>
          <OperatorNote id={activation.id} />
          <p>{t('rejected.free')}</p>
        </div>
      </Notice>
      <RequestLink legacy={legacy} kind="primary" isRepeated />
      <SupportHint />
    </>
  );
}

/** The owner vetoed the user's start or answered the request, so only a new request is possible. */
export function VetoedStart({ legacy }: { legacy: LegacyView }) {
  return (
    <>
      <VetoNotice legacy={legacy} />
      <RequestLink legacy={legacy} kind="primary" />
      <SupportHint />
    </>
  );
}

function VetoNotice({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const name = nameOf(legacy);
  const isAnswered = legacy.activation?.status === 'rejected';
  return (
    <Notice kind="warning" title={t(isAnswered ? 'vetoed.answeredTitle' : 'vetoed.title')}>
      <div className={styles.paragraphs}>
        {isAnswered ? (
          <p>{t('vetoed.answered', { name })}</p>
        ) : (
          <>
            <p>{t('vetoed.text', { name })}</p>
            <p>{t('vetoed.money')}</p>
          </>
        )}
        <p>{t('vetoed.again')}</p>
      </div>
    </Notice>
  );
}

function OperatorNote({ id }: { id: string }) {
  const { t } = useTranslation('requests');
  const note = useRequest(id).data?.request.note;
  if (!note) return null;
  return (
    <div>
      <p>{t('note')}</p>
      <blockquote className={requestStyles.note}>{note}</blockquote>
    </div>
  );
}
