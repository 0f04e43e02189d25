import { paymentTroubleEndpoints } from '@zavet/contract/operators/payment-endpoints';
import { type Route, route } from '../../../../platform/http/route.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { askAgain } from './ask-again.ts';
import { readTrouble, readTroubles } from './read-trouble.ts';
import { refundAgain } from './refund-again.ts';
import { recordGivenBack, recordSettled } from './settle-by-hand.ts';

/** What operators do about payments that need a look. */
export function troubleRoutes(deps: PaymentDeps): Route[] {
  return [
    route(paymentTroubleEndpoints.listPaymentTroubles, ({ query }) => readTroubles(deps, query)),
    route(paymentTroubleEndpoints.getPaymentTrouble, async ({ params }) => ({
      trouble: await readTrouble(deps, params.id),
    })),
    route(paymentTroubleEndpoints.askProviderAgain, async ({ owner, params }) => ({
      trouble: await askAgain(deps, owner, params.id),
    })),
    route(paymentTroubleEndpoints.refundAgain, async ({ owner, params }) => ({
      trouble: await refundAgain(deps, owner, params.id),
    })),
    route(paymentTroubleEndpoints.recordGivenBack, async ({ owner, params, body }) => {
      await recordGivenBack(deps, owner, params.id, body);
      return {};
    }),
    route(paymentTroubleEndpoints.recordSettled, async ({ owner, params, body }) => {
      await recordSettled(deps, owner, params.id, body.reference);
      return {};
    }),
  ];
}
