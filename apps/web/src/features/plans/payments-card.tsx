import type { PaymentView } from '@zavet/contract/payments/payment-endpoints';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../interface/button.tsx';
import { ErrorState } from '../../interface/error-state.tsx';
import { SectionCard } from '../../interface/section-card.tsx';
import { SkeletonLines } from '../../interface/skeleton.tsx';
import { usePayments } from './api/payments.ts';
import { PaymentItem } from './payment-item.tsx';
import styles from './plans.module.css';

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
  const [isWhole, setWhole] = useState(false);
  const listId = useId();
  const shown = isWhole ? payments : payments.slice(0, shownAtFirst);
  return (
    <>
      <ul id={listId} className={styles.payments}>
        {shown.map((payment) => (
          <PaymentItem key={payment.id} payment={payment} />
        ))}
      </ul>
      {payments.length > shownAtFirst && (
        <div>
          <Button
            kind="quiet"
            aria-expanded={isWhole}
            aria-controls={listId}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'payments.less' : 'payments.more')}
          </Button>
        </div>
      )}
    </>
  );
}
