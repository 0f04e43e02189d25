import { readConfiguration } from '../config/configuration.ts';
import {
  type SettleOutcome,
  settleSupportRequest,
} from '../features/desk/support/answer-support-request.ts';
import { listUnanswered } from '../features/desk/support/support-repository.ts';
import { parseReference } from '../features/desk/support/support-rules.ts';
import { systemClock } from '../platform/clock.ts';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { aligned, type Command, moscowTime, withDatabase } from './run-command.ts';

/** Lists unanswered support requests, and records that one was answered. */
export const command: Command = async (args, { tell, env }) => {
  const parsed = parseArguments(args);
  await withDatabase(readConfiguration(env), async (database) => {
    if (parsed.kind === 'list') {
      tell(tableOf(await listUnanswered(database, listedRequests), systemClock.now()));
      return;
    }
    const { reference } = parsed;
    const deps = { database, clock: systemClock };
    tell(reportOf(reference, await settleSupportRequest(deps, { kind: 'command' }, { reference })));
  });
};

const listedRequests = 200;

type Arguments = { kind: 'list' } | { kind: 'answered'; reference: string };

export function parseArguments([verb, typed, ...rest]: string[]): Arguments {
  if (verb === undefined) return { kind: 'list' };
  const reference = typed === undefined ? undefined : parseReference(typed);
  if (verb !== 'answered' || !reference || rest.length > 0) {
    throw new UsageInvalid(
      'Use npm run support to see what waits for an answer, or npm run support -- answered <reference>, such as ABCD-2345.',
    );
  }
  return { kind: 'answered', reference };
}

/** Most urgent first, without texts. */
export function tableOf(
  { total, requests }: Awaited<ReturnType<typeof listUnanswered>>,
  now: Date,
): string {
  if (total === 0) return 'No request waits for an answer.';
  const rows = requests.map((one) => [
    one.reference,
    one.tier,
    one.category,
    moscowTime.format(one.created_at),
    moscowTime.format(one.answer_by),
    one.answer_by < now ? 'overdue' : '',
    marks[one.status] ?? '',
  ]);
  const hidden = total - requests.length;
  return [
    `Waiting for an answer: ${total} (times of Moscow).`,
    ...aligned([['reference', 'tier', 'category', 'written', 'answer by', '', ''], ...rows]),
    ...(hidden > 0 ? [`And ${hidden} more.`] : []),
  ].join('\n');
}

const marks: Record<string, string> = { queued: 'not mailed yet', reopened: 'written again' };

export function reportOf(reference: string, outcome: SettleOutcome): string {
  switch (outcome) {
    case 'answered':
      return `Request ${reference} is marked as answered.`;
    case 'answered_before':
      return `Request ${reference} was marked as answered already; nothing was changed.`;
    case 'unknown':
      throw new CommandRefused(`There is no request ${reference}.`);
  }
}
