import type { PaymentStatus, PaymentView } from '@zavet/contract/billing/payment-endpoints';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { CollapsibleList } from '../../../ui/collapsible-list.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { isInProgress, pendingIds } from './plan-rules.ts';
import styles from './plans.module.css';
import { usePlanNames } from './use-plan-names.ts';

const shownAtFirst = 5;

export function PaymentsCard() {
  const { t } = useTranslation('plans');
  const query = usePayments();
  const payments = query.data?.payments;
  return (
    <SectionCard title={t('payments.title')}>
      {payments && payments.length > 0 && <PaymentList payments={payments} />}
      {payments?.length === 0 && <p className={styles.quiet}>{t('payments.none')}</p>}
      {!payments && query.isError && (
        <ErrorState
          title={t('payments.loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {!payments && !query.isError && <SkeletonLines lines={3} />}
    </SectionCard>
  );
}

function PaymentList({ payments }: { payments: PaymentView[] }) {
  const { t } = useTranslation('plans');
  return (
    <CollapsibleList
      items={payments}
      shownAtFirst={shownAtFirst}
      className={styles.payments}
      more={t('payments.more')}
      less={t('payments.less')}
    >
      {(payment) => <PaymentItem key={payment.id} payment={payment} />}
    </CollapsibleList>
  );
}

const tones: Record<PaymentStatus, Tone> = {
  pending: 'gold',
  succeeded: 'green',
  canceled: 'plain',
};

function PaymentItem({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const names = usePlanNames();
  const { status, receipt, refund } = payment;
  return (
    <li className={styles.payment}>
      <div className={styles.paymentHead}>
        <p className={styles.strong}>{names.product(payment.plan_id, payment.owner_name)}</p>
        <p className={styles.amount}>{formats.rubles(payment.amount)}</p>
      </div>
      <div className={styles.details}>
        <Badge tone={tones[status]}>{t(`payments.status.${status}`)}</Badge>
        <span>{t(`payments.kind.${payment.kind}`)}</span>
        <time dateTime={payment.created_at}>{formats.dateTime(payment.created_at)}</time>
        {receipt && <span>{t(`payments.receipt.${receipt}`)}</span>}
      </div>
      {refund && (
        <p className={styles.details}>
          {t(`payments.refund.${refund.status}`, { amount: formats.rubles(refund.amount) })}
        </p>
      )}
      {refund && <p className={styles.details}>{t(`payments.refundReasons.${refund.reason}`)}</p>}
    </li>
  );
}

/** Polling interval while a payment is in progress. */
const pollIntervalMs = 5_000;

export function usePayments() {
  const query = useEndpoint(
    'listPayments',
    {},
    {
      refetchInterval: ({ state }) => {
        const now = Date.now();
        const isPolling = state.data?.payments.some((payment) => isInProgress(payment, now));
        return isPolling ? pollIntervalMs : false;
      },
    },
  );
  useRefreshWhenFinished(query.data?.payments);
  return query;
}

/** Refetches affected queries when a payment finishes, because it may have changed the plan. */
function useRefreshWhenFinished(payments: readonly PaymentView[] | undefined): void {
  const invalidate = useInvalidateAfter('refreshPaymentStatus');
  const previous = useRef<string>(undefined);
  const pending = payments && pendingIds(payments);
  const onChange = useEffectEvent(() => {
    if (previous.current !== undefined) void invalidate();
    previous.current = pending;
  });
  useEffect(() => {
    if (pending !== undefined) onChange();
  }, [pending]);
}
