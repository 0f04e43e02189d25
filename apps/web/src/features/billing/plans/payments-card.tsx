import type { PaymentView } from '@zavet/contract/billing/payment-endpoints';
import { SectionCard } from '../../../ui/card.tsx';
import { CollapsibleList } from '../../../ui/collapsible-list.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { PaymentItem } from './payment-item.tsx';
import styles from './plans.module.css';
import { usePayments } from './use-payments.ts';

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
