import { useQuery } from '@tanstack/react-query';
import type { PaymentView } from '@zavet/contract/payments/payment-endpoints';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { isAwaited, pendingIds } from '../payment-history.ts';

/** How often the list is read again while a payment is under way, in milliseconds. */
const lookAgainAfter = 5_000;

export function usePayments() {
  const query = useQuery({
    queryKey: queryKeys.payments(),
    queryFn: ({ signal }) => api.listPayments({}, { signal }),
    refetchInterval: ({ state }) => {
      const now = Date.now();
      const hasNews = state.data?.payments.some((payment) => isAwaited(payment, now));
      return hasNews ? lookAgainAfter : false;
    },
  });
  useRefreshWhenSettled(query.data?.payments);
  return query;
}

/** A payment that has ended may have changed the plan. */
function useRefreshWhenSettled(payments: readonly PaymentView[] | undefined): void {
  const readAgain = useReadAgainAfter('refreshPaymentStatus');
  const known = useRef<string>(undefined);
  const pending = payments && pendingIds(payments);
  const onChange = useEffectEvent(() => {
    if (known.current !== undefined) void readAgain();
    known.current = pending;
  });
  useEffect(() => {
    if (pending !== undefined) onChange();
  }, [pending]);
}
