import { paymentTroubleEndpoints } from '@zavet/contract/desk/payment-endpoints';
import type { Context } from '../../../../context.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { askAgain } from './ask-again.ts';
import { readTrouble, readTroubles } from './read-trouble.ts';
import { refundAgain } from './refund-again.ts';
import { recordManualRefund, recordSettlement } from './settle-by-hand.ts';

/** What operators do about payments that need a look. */
export function troubleRoutes(ctx: Context): Route[] {
  return [
    route(paymentTroubleEndpoints.listPaymentTroubles, ({ query }) => readTroubles(ctx, query)),
    route(paymentTroubleEndpoints.getPaymentTrouble, async ({ params }) => ({
      trouble: await readTrouble(ctx, params.id),
    })),
    route(paymentTroubleEndpoints.refreshPaymentTrouble, async ({ owner, params }) => ({
      trouble: await askAgain(ctx, owner, params.id),
    })),
    route(paymentTroubleEndpoints.refundAgain, async ({ owner, params }) => ({
      trouble: await refundAgain(ctx, owner, params.id),
    })),
    route(paymentTroubleEndpoints.recordManualRefund, async ({ owner, params, body }) => {
      await recordManualRefund(ctx, owner, params.id, body);
      return {};
    }),
    route(paymentTroubleEndpoints.recordSettlement, async ({ owner, params, body }) => {
      await recordSettlement(ctx, owner, params.id, body.reference);
      return {};
    }),
  ];
}
