import type { AnswerOutcome } from '../features/desk/support/settle-support-request.ts';
import { CommandRefused } from '../platform/process/refusals.ts';
import { aligned, moscowTime } from './report-table.ts';
import type { UnansweredList } from './support-order.ts';

/** The requests as a table, the most urgent first, without anything that somebody wrote. */
export function tableOf({ total, requests }: UnansweredList, now: Date): string {
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

/** What became of the mark, in one sentence. */
export function sentenceOf(reference: string, outcome: AnswerOutcome): string {
  switch (outcome) {
    case 'answered':
      return `Request ${reference} is marked as answered.`;
    case 'answered_before':
      return `Request ${reference} was marked as answered already; nothing was changed.`;
    case 'unknown':
      throw new CommandRefused(`There is no request ${reference}.`);
  }
}
