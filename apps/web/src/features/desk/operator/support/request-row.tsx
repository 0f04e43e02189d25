import { Link } from '@tanstack/react-router';
import type { SupportRow } from '@zavet/contract/desk/support-endpoints';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from '../../support/public/request.module.css';

export type RequestState = 'open' | 'answered';

interface RequestRowProps {
  request: SupportRow;
  /** The list that it stands in. */
  state: RequestState;
}

export function RequestRow({ request, state }: RequestRowProps) {
  const { t } = useTranslation('desk-support');
  const { id, reference, category, subject } = request;
  return (
    <li className={styles.request}>
      <div className={styles.head}>
        <Link to="/operator/support" search={{ id, state }} className={styles.strong}>
          {t('named', { reference, topic: subject || t(`categories.${category}`) })}
        </Link>
        <RequestBadge request={request} />
      </div>
      <RequestTimes request={request} />
    </li>
  );
}

/** The one thing to know first. */
export function RequestBadge({ request }: { request: SupportRow }) {
  const { t } = useTranslation('desk-support');
  const { status, is_overdue, is_answer_refused } = request;
  if (is_answer_refused) return <Badge tone="red">{t('badges.refused')}</Badge>;
  if (is_overdue) return <Badge tone="red">{t('badges.overdue')}</Badge>;
  return <Badge tone={tones[status]}>{t(`badges.${status}`)}</Badge>;
}

const tones: Record<SupportRow['status'], Tone> = {
  queued: 'gold',
  sent: 'gold',
  reopened: 'gold',
  answered: 'green',
};

export function RequestTimes({ request }: { request: SupportRow }) {
  const { t } = useTranslation('desk-support');
  const formats = useFormats();
  const { category, tier, created_at, answer_by, answered_at } = request;
  return (
    <p className={styles.details}>
      <span>{t(`categories.${category}`)}</span>
      <span>{t(`tiers.${tier}`)}</span>
      <span>{t('times.written', { time: formats.dateTime(created_at) })}</span>
      <span>
        {answered_at
          ? t('times.answered', { time: formats.dateTime(answered_at) })
          : t('times.promised', { time: formats.dateTime(answer_by) })}
      </span>
    </p>
  );
}
