import { normalAddress } from '@zavet/contract/account/email-address';
import { appointOperator, dismissOperator } from '../features/identity/operators/appoint.ts';
import { createOperatorCodes } from '../features/identity/operators/operator-codes.ts';
import { listOperators } from '../features/identity/operators/operator-repository.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { CommandRefused, UsageInvalid } from '../platform/process/refusals.ts';
import { aligned, moscowTime } from './report-table.ts';

export type OperatorOrder = { kind: 'list' } | { kind: 'add' | 'remove'; email: string };

/** What the command is told: who is made an operator, who is none any more, or nothing. */
export function operatorOrderOf([verb, typed, ...rest]: string[]): OperatorOrder {
  if (verb === 'list' && typed === undefined) return { kind: 'list' };
  const email = normalAddress(typed ?? '');
  if ((verb !== 'add' && verb !== 'remove') || !email || rest.length > 0) {
    throw new UsageInvalid(
      'Use npm run operator -- list, npm run operator -- add <e-mail>, or npm run operator -- remove <e-mail>.',
    );
  }
  return { kind: verb, email };
}

interface OrderDeps {
  database: Database;
  masterKeys: MasterKeys;
  clock: Clock;
}

export async function carryOutOperatorOrder(
  { database, masterKeys, clock }: OrderDeps,
  order: OperatorOrder,
): Promise<OperatorOutcome> {
  if (order.kind === 'list') return { kind: 'list', operators: await listOperators(database) };
  if (order.kind === 'remove') {
    return { kind: 'remove', isRemoved: await dismissOperator({ database, clock }, order.email) };
  }
  const serviceKey = createServiceKey();
  await serviceKey.open(database, masterKeys, clock);
  const codes = createOperatorCodes(serviceKey);
  return { kind: 'add', given: await appointOperator({ database, clock }, codes, order.email) };
}

type OperatorOutcome =
  | { kind: 'list'; operators: Awaited<ReturnType<typeof listOperators>> }
  | { kind: 'remove'; isRemoved: boolean }
  | { kind: 'add'; given: Awaited<ReturnType<typeof appointOperator>> };

/** What became of the order, for the person at the terminal. */
export function reportOf(outcome: OperatorOutcome): string {
  switch (outcome.kind) {
    case 'list':
      return tableOf(outcome.operators);
    case 'remove':
      if (outcome.isRemoved) return 'The role is taken away; an open desk is closed.';
      throw new CommandRefused('There is no operator with this address.');
    case 'add':
      if (!outcome.given) {
        throw new CommandRefused('There is no confirmed account with this address: sign up first.');
      }
      return [
        'This account may open /operator with a one-time code.',
        'Put this key into an authenticator app now; it is not shown again:',
        `  ${outcome.given.secret.match(/.{1,4}/g)?.join(' ')}`,
        `  ${outcome.given.uri}`,
        'A lost key is replaced by running the command again.',
      ].join('\n');
  }
}

function tableOf(operators: Extract<OperatorOutcome, { kind: 'list' }>['operators']): string {
  if (operators.length === 0) return 'Nobody is an operator.';
  const rows = operators.map(({ email, added_at, last_seen }) => [
    email,
    moscowTime.format(added_at),
    last_seen ? moscowTime.format(last_seen) : 'never',
  ]);
  return aligned([['operator', 'since', 'last at the desk'], ...rows]).join('\n');
}
