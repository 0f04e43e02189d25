import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import type { Reply } from './http-stand-in.ts';

/** Kinds of calls; reading a refund counts as reading. */
export const calls = ['create', 'read', 'refund', 'list'] as const;
export type Call = (typeof calls)[number];

export const faultOrder = z.strictObject({
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
  /** How many calls in a row. */
  times: z.int().positive().default(1),
  /** How late `slow` answers. */
  ms: z.int().positive().default(100),
  /** Time-outs: true leaves the caller waiting, otherwise the line is cut at once. */
  hold: z.boolean().default(false),
  /** What `too_many` asks for, in milliseconds. */
  retry_after: z.int().positive().default(1_000),
});

export type FaultOrder = z.input<typeof faultOrder>;
export type Fault = z.output<typeof faultOrder>;

export interface Faults {
  add(order: FaultOrder): void;
  /** What goes wrong with this call, if anything. */
  take(call: Call): Fault | undefined;
  clear(): void;
}

export function createFaults(): Faults {
  let queue: Fault[] = [];
  return {
    add: (order) => void queue.push(faultOrder.parse(order)),
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

/** Answers as the fault wants it; whatever happens after acting leaves the act done. */
export async function answerWith(fault: Fault | undefined, act: () => Reply): Promise<Reply> {
  switch (fault?.fault) {
    case undefined:
      return act();
    case 'fail_before':
      return failure(500, 'internal_server_error');
    case 'fail_after':
      act();
      return failure(500, 'internal_server_error');
    case 'timeout_before':
      return { kind: fault.hold ? 'hold' : 'cut' };
    case 'timeout_after':
      act();
      return { kind: fault.hold ? 'hold' : 'cut' };
    case 'too_many':
      return failure(429, 'too_many_requests', fault.retry_after);
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

function failure(status: number, code: string, retry_after?: number): Reply {
  const error = new ApiError(status, code, 'Try again with the same key', {
    ...(retry_after && { retry_after }),
  });
  return { kind: 'json', status, body: error.body() };
}
