import { z } from 'zod';
import type { CancellationDetails } from './objects.ts';

export const declineOrder = z.strictObject({
  of: z.enum(['charge', 'refund']).default('charge'),
  reason: z.string().default('insufficient_funds'),
  /** Only charges of this saved method. */
  method_id: z.string().optional(),
  /** How many are declined before it goes through again; null: all from now on. */
  times: z.int().positive().nullable().default(1),
});

export type DeclineOrder = z.input<typeof declineOrder>;

export interface Outcomes {
  decline(order: DeclineOrder): void;
  /** Why the next one of these is declined, if it is. */
  takeDecline(of: 'charge' | 'refund', methodId?: string): CancellationDetails | undefined;
  /** Concludes at once, or when the held outcomes are released. */
  conclude(act: () => void): void;
  hold(): void;
  release(): void;
  reset(): void;
}

/** How charges and refunds end, and when that shows. */
export function createOutcomes(): Outcomes {
  let declines: z.output<typeof declineOrder>[] = [];
  let held: (() => void)[] = [];
  let isHolding = false;

  return {
    decline: (order) => void declines.push(declineOrder.parse(order)),
    takeDecline: (of, methodId) => {
      const found = declines.find(
        (one) => one.of === of && (one.method_id === undefined || one.method_id === methodId),
      );
      if (!found) return undefined;
      if (found.times !== null) found.times -= 1;
      declines = declines.filter(({ times }) => times !== 0);
      return { party: partyOf(found.reason), reason: found.reason };
    },
    conclude: (act) => {
      if (isHolding) held.push(act);
      else act();
    },
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      const due = held;
      held = [];
      for (const act of due) act();
    },
    reset: () => {
      declines = [];
      held = [];
      isHolding = false;
    },
  };
}

export function partyOf(reason: string): string {
  if (reason === 'canceled_by_merchant') return 'merchant';
  const ofProvider = ['expired_on_confirmation', 'permission_revoked'];
  return ofProvider.includes(reason) ? 'yoo_money' : 'payment_network';
}
