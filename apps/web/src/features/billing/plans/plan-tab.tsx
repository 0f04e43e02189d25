import { isCataloguePlan } from '@zavet/contract/billing/plan-catalogue';
import type { PlanView } from '@zavet/contract/billing/plan-endpoints';
import { storageColor } from '@zavet/contract/vault/file-rules';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { WaitForQueries } from '../../../ui/loaded.tsx';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { PaymentsCard, usePayments } from './payments-card.tsx';
import { ExpiredBanner, PausedActionNotice, RenewalDeclinedNotice } from './plan-notices.tsx';
import { PlanOffers } from './plan-offers.tsx';
import styles from './plans.module.css';
import { RenewalCard } from './renewal-card.tsx';
import { usePlanNames } from './use-plan-names.ts';
import { usePurchase } from './use-purchase.ts';

/** Waits for all queries, so that no button moves while the tab loads. */
export function PlanTab() {
  const { t } = useTranslation('plans');
  const query = useEndpoint('getPlan');
  return (
    <WaitForQueries queries={[query, useEndpoint('getStorage'), usePayments()]}>
      {query.data ? (
        <LoadedPlan plan={query.data} />
      ) : (
        <ErrorState
          title={t('loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
    </WaitForQueries>
  );
}

function LoadedPlan({ plan }: { plan: PlanView }) {
  const purchase = usePurchase();
  return (
    <>
      <ExpiredBanner plan={plan} purchase={purchase} />
      <RenewalDeclinedNotice plan={plan} purchase={purchase} />
      <PausedActionNotice plan={plan} />
      <CurrentPlanCard plan={plan} />
      <PlanOffers plan={plan} purchase={purchase} />
      <RenewalCard plan={plan} />
      <PaymentsCard />
    </>
  );
}

function CurrentPlanCard({ plan }: { plan: PlanView }) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  return (
    <SectionCard title={t('current.title')} badge={<PlanBadge plan={plan} />}>
      <p className={styles.figure}>{formats.storage(plan.limit_mb)}</p>
      <StorageUsage />
      <PlanTerm plan={plan} />
    </SectionCard>
  );
}

function PlanBadge({ plan }: { plan: PlanView }) {
  const { t } = useTranslation('plans');
  const names = usePlanNames();
  if (plan.plan === 'free_expired') return <Badge tone="gold">{t('current.expired')}</Badge>;
  if (plan.renewal_declined) return <Badge tone="gold">{t('current.unpaid')}</Badge>;
  // The name of a bought plan is its size, which is shown below.
  const isBought = isCataloguePlan(plan.plan);
  return <Badge tone="green">{isBought ? t('current.running') : names.plan(plan.plan)}</Badge>;
}

function PlanTerm({ plan }: { plan: PlanView }) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const { period, valid_until } = plan;
  if (plan.plan === 'free') return <p>{t('current.unlimited')}</p>;
  if (!valid_until) return null;
  const date = formats.date(valid_until);
  if (!isCataloguePlan(plan.plan) || !period) return <p>{t('current.until', { date })}</p>;
  return <p>{t(`current.paidUntil.${period}`, { date })}</p>;
}

function StorageUsage() {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const query = useEndpoint('getStorage');
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t('current.usageFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  if (!query.data) return <SkeletonLines lines={2} />;
  const { used_mb, limit_mb, percent_used } = query.data;
  const text = t('current.used', {
    used: formats.megabytes(used_mb),
    limit: formats.storage(limit_mb),
  });
  return (
    <div className={styles.usage}>
      <Meter
        label={t('current.storage')}
        valueText={text}
        percent={percent_used}
        color={storageColor(percent_used)}
      />
      <p className={styles.quiet}>{text}</p>
    </div>
  );
}
