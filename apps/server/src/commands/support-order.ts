import { settleSupportRequest } from '../features/desk/support/settle-support-request.ts';
import { listUnanswered } from '../features/desk/support/support-repository.ts';
import { typedReference } from '../features/desk/support/support-rules.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { UsageInvalid } from '../platform/process/refusals.ts';

export type SupportOrder = { kind: 'list' } | { kind: 'answered'; reference: string };

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

export async function carryOutSupportOrder(
  deps: { database: Database; clock: Clock },
  order: SupportOrder,
): Promise<SupportOutcome> {
  if (order.kind === 'list') return { list: await listUnanswered(deps.database, listedAtOnce) };
  const { reference } = order;
  return { answered: await settleSupportRequest(deps, { kind: 'command' }, { reference }) };
}

export type UnansweredList = Awaited<ReturnType<typeof listUnanswered>>;
type SupportOutcome =
  | { list: UnansweredList }
  | { answered: Awaited<ReturnType<typeof settleSupportRequest>> };
