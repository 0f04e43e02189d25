import type { PlanView } from '@zavet/contract/plans/plan-endpoints';
import { Card } from '../../interface/card.tsx';
import { ErrorState } from '../../interface/error-state.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { SkeletonLines } from '../../interface/skeleton.tsx';
import { usePlan } from './api/plan.ts';
import { CurrentPlanCard } from './current-plan-card.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { DeclinedNotice, ExpiredBanner, UnreachedNotice } from './plan-notices.tsx';
import { PlanOffers } from './plan-offers.tsx';
import { usePurchase } from './purchase/use-purchase.ts';
import { RenewalCard } from './renewal-card.tsx';

export function PlanTab() {
  const { t } = useTranslation('plans');
  const query = usePlan();
  if (query.data) return <Plan plan={query.data} />;
  if (query.isError) {
    return (
      <ErrorState
        title={t('loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  return (
    <>
      <Card>
        <SkeletonLines lines={3} />
      </Card>
      <Card>
        <SkeletonLines lines={6} />
      </Card>
    </>
  );
}

function Plan({ plan }: { plan: PlanView }) {
  const desk = usePurchase();
  return (
    <>
      <ExpiredBanner plan={plan} desk={desk} />
      <DeclinedNotice plan={plan} desk={desk} />
      <UnreachedNotice plan={plan} />
      <CurrentPlanCard plan={plan} />
      <PlanOffers plan={plan} desk={desk} />
      <RenewalCard plan={plan} />
      <PaymentsCard />
    </>
  );
}
