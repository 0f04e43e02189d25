import { z } from 'zod';
import {
  answerOutcomes,
  settleSupportRequest,
} from '../features/support/settle-support-request.ts';
import { listUnanswered } from '../features/support/support-repository.ts';
import { typedReference } from '../features/support/support-rules.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { UsageInvalid } from './command-refusals.ts';

export const supportOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('list') }),
  z.object({ kind: z.literal('answered'), reference: z.string() }),
]);
export type SupportOrder = z.output<typeof supportOrder>;

/** What the command is told: nothing, or which request was answered. */
export function supportOrderOf([verb, typed, ...rest]: string[]): SupportOrder {
  if (verb === undefined) return { kind: 'list' };
  const reference = typed === undefined ? undefined : typedReference(typed);
  if (verb !== 'answered' || !reference || rest.length > 0) {
    throw new UsageInvalid(
      'Use npm run support to see what waits for an answer, or npm run support -- answered <reference>, such as ABCD-2345.',
    );
  }
  return { kind: 'answered', reference };
}

const listedAtOnce = 200;

/** By the command itself, or by the server that has the database open. */
export async function carryOutSupportOrder(
  deps: { database: Database; clock: Clock },
  order: SupportOrder,
): Promise<SupportOutcome> {
  if (order.kind === 'list') return { list: await listUnanswered(deps.database, listedAtOnce) };
  const { reference } = order;
  return { answered: await settleSupportRequest(deps, { kind: 'command' }, { reference }) };
}

/** Moments are text where a server was asked. */
export const supportOutcome = z.union([
  z.object({
    list: z.object({
      total: z.number(),
      requests: z.array(
        z.object({
          reference: z.string(),
          tier: z.string(),
          category: z.string(),
          status: z.string(),
          created_at: z.coerce.date(),
          answer_by: z.coerce.date(),
        }),
      ),
    }),
  }),
  z.object({ answered: z.enum(answerOutcomes) }),
]);
export type SupportOutcome = z.output<typeof supportOutcome>;
export type UnansweredList = Extract<SupportOutcome, { list: object }>['list'];
