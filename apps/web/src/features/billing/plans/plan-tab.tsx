import type { PlanView } from '@zavet/contract/billing/plan-endpoints';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { WaitForQueries } from '../../../ui/loaded.tsx';
import { CurrentPlanCard } from './current-plan-card.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { DeclinedNotice, ExpiredBanner, UnreachedNotice } from './plan-notices.tsx';
import { PlanOffers } from './plan-offers.tsx';
import { usePurchase } from './purchase/use-purchase.ts';
import { RenewalCard } from './renewal-card.tsx';
import { usePayments } from './use-payments.ts';

/** What runs, what it holds and what was paid come together: nothing that can be pressed is moved. */
export function PlanTab() {
  const { t } = useTranslation('plans');
  const query = useEndpoint('getPlan');
  return (
    <WaitForQueries queries={[query, useEndpoint('getStorage'), usePayments()]}>
      {query.data ? (
        <Plan plan={query.data} />
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
