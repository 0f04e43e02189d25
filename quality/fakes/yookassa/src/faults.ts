import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Reply } from './http-stand-in.ts';
import { ApiError, type CancellationDetails } from './protocol.ts';

/** Kinds of calls; `read` includes refunds. */
export const calls = ['create', 'read', 'refund', 'list'] as const;
export type Call = (typeof calls)[number];

export const faultSettings = z.strictObject({
  call: z.enum(calls),
  fault: z.enum([
    'fail_before',
    'fail_after',
    'timeout_before',
    'timeout_after',
    'too_many',
    'slow',
    'garbage',
  ]),
  /** Number of consecutive calls that the fault affects. */
  times: z.int().positive().default(1),
  /** Delay of the fault `slow` in milliseconds. */
  ms: z.int().positive().default(100),
  /** Keeps the caller waiting until its timeout instead of closing the connection. */
  hold: z.boolean().default(false),
  /** Field `retry_after` in the response of the fault `too_many`, in milliseconds. */
  retry_after: z.int().positive().default(1_000),
});

export type FaultSettings = z.input<typeof faultSettings>;
export type Fault = z.output<typeof faultSettings>;

export interface Faults {
  add(order: FaultSettings): void;
  /** Returns the fault for this call, if any, and counts the call. */
  take(call: Call): Fault | undefined;
  clear(): void;
}

export function createFaults(): Faults {
  let queue: Fault[] = [];
  return {
    add: (order) => void queue.push(faultSettings.parse(order)),
    take: (call) => {
      const found = queue.find((fault) => fault.call === call);
      if (!found) return undefined;
      found.times -= 1;
      queue = queue.filter(({ times }) => times > 0);
      return found;
    },
    clear: () => {
      queue = [];
    },
  };
}

/** Responds as the fault requires. A fault after the action does not undo the action. */
export async function answerWith(fault: Fault | undefined, act: () => Reply): Promise<Reply> {
  switch (fault?.fault) {
    case undefined:
      return act();
    case 'fail_before':
      return errorResponse(500, 'internal_server_error');
    case 'fail_after':
      act();
      return errorResponse(500, 'internal_server_error');
    case 'timeout_before':
      return { kind: fault.hold ? 'hold' : 'cut' };
    case 'timeout_after':
      act();
      return { kind: fault.hold ? 'hold' : 'cut' };
    case 'too_many':
      return errorResponse(429, 'too_many_requests', fault.retry_after);
    case 'slow': {
      const reply = act();
      await pause(fault.ms, undefined, { ref: false });
      return reply;
    }
    case 'garbage': {
      const reply = act();
      const whole = reply.kind === 'json' ? JSON.stringify(reply.body) : '{}';
      const text = whole.slice(0, Math.floor(whole.length / 2));
      return { kind: 'text', status: 200, type: 'application/json', text };
    }
  }
}

function errorResponse(status: number, code: string, retry_after?: number): Reply {
  const error = new ApiError(status, code, 'Try again with the same key', {
    ...(retry_after && { retry_after }),
  });
  return { kind: 'json', status, body: error.body() };
}

export const declineSettings = z.strictObject({
  of: z.enum(['charge', 'refund']).default('charge'),
  reason: z.string().default('insufficient_funds'),
  /** Declines only charges of this saved method. */
  method_id: z.string().optional(),
  /** Number of declines; null for all from now on. */
  times: z.int().positive().nullable().default(1),
});

export type DeclineSettings = z.input<typeof declineSettings>;

export interface Outcomes {
  decline(order: DeclineSettings): void;
  /** Returns the reason to decline this charge or refund, if any, and counts the decline. */
  takeDecline(of: 'charge' | 'refund', methodId?: string): CancellationDetails | undefined;
  /** Runs the action immediately, or when held outcomes are released. */
  conclude(act: () => void): void;
  hold(): void;
  release(): void;
  reset(): void;
}

/** Decides outcomes of charges and refunds, and when they become visible. */
export function createOutcomes(): Outcomes {
  let declines: z.output<typeof declineSettings>[] = [];
  let held: (() => void)[] = [];
  let isHolding = false;

  return {
    decline: (order) => void declines.push(declineSettings.parse(order)),
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
