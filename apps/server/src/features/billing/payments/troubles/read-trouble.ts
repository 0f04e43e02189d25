import type { TroubleAct } from '@zavet/contract/billing/payment-values';
import type { TroubleRow, TroubleView } from '@zavet/contract/desk/payment-endpoints';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import { listPaymentEvents } from '../payment-event-repository.ts';
import { isKeyForgotten } from '../payment-rules.ts';
import { refundedKopecks } from '../refund-repository.ts';
import { type FoundTrouble, findTrouble, listTroubles } from './trouble-repository.ts';
import { actsFor } from './trouble-rules.ts';

const pageSize = 50;

/** One page, and from where the next one goes on. */
export async function readTroubles(
  { database }: Context,
  { state, after }: { state: 'open' | 'settled'; after?: string | undefined },
): Promise<{ troubles: TroubleRow[]; next: string | null }> {
  const found = await listTroubles(database, state, after, pageSize + 1);
  const page = found.slice(0, pageSize);
  return {
    troubles: page.map(rowOf),
    next: found.length > pageSize ? (page.at(-1)?.trouble.id ?? null) : null,
  };
}

export async function readTrouble(ctx: Context, id: string): Promise<TroubleView> {
  const { database } = ctx;
  const found = (await findTrouble(database, id)) ?? fail('not_found');
  const { trouble, payment, refund, payer_email } = found;
  const events = await listPaymentEvents(database, payment.id);
  return {
    ...rowOf(found),
    payer: payment.user_id && payer_email ? { id: payment.user_id, email: payer_email } : null,
    payment: { ...payment, refunded_kopecks: await refundedKopecks(database, payment.id) },
    refund,
    reference: trouble.reference,
    settled_kopecks: trouble.settled_kopecks,
    events,
    acts: actsOf(ctx, found),
  };
}

/** What can be done about it, as it stands in the database. */
function actsOf({ clock }: Context, { trouble, payment, refund }: FoundTrouble) {
  return actsFor({
    kind: trouble.kind,
    isResolved: trouble.resolved_at !== null,
    paymentStatus: payment.status,
    refund: refund && {
      status: refund.status,
      isNamed: refund.provider_refund_id !== null,
      isKeyForgotten: isKeyForgotten(refund, clock.now()),
    },
  });
}

/** The trouble, if this may be done about it. */
export async function requireAct(ctx: Context, id: string, act: TroubleAct): Promise<FoundTrouble> {
  const found = (await findTrouble(ctx.database, id)) ?? fail('not_found');
  return actsOf(ctx, found).includes(act) ? found : fail('trouble_act_refused');
}

function rowOf({ trouble, payment, refund }: FoundTrouble): TroubleRow {
  const { owed_kopecks, ...facts } = trouble;
  return {
    ...facts,
    amount_kopecks: owed_kopecks ?? refund?.amount_kopecks ?? payment.amount_kopecks,
  };
}
