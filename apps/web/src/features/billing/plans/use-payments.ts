import type { PaymentView } from '@zavet/contract/billing/payment-endpoints';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { isAwaited, pendingIds } from './payment-history.ts';

/** The interval while a payment is under way, in milliseconds. */
const readAgainMs = 5_000;

export function usePayments() {
  const query = useEndpoint(
    'listPayments',
    {},
    {
      refetchInterval: ({ state }) => {
        const now = Date.now();
        const hasNews = state.data?.payments.some((payment) => isAwaited(payment, now));
        return hasNews ? readAgainMs : false;
      },
    },
  );
  useRefreshWhenSettled(query.data?.payments);
  return query;
}

/** A payment that has ended may have changed the plan. */
function useRefreshWhenSettled(payments: readonly PaymentView[] | undefined): void {
  const invalidate = useInvalidateAfter('refreshPaymentStatus');
  const known = useRef<string>(undefined);
  const pending = payments && pendingIds(payments);
  const onChange = useEffectEvent(() => {
    if (known.current !== undefined) void invalidate();
    known.current = pending;
  });
  useEffect(() => {
    if (pending !== undefined) onChange();
  }, [pending]);
}
