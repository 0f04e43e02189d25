import { describe, expect, it } from 'vitest';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { parseArguments, retryReport, tableOf } from './jobs.ts';

const id = '0190f3a2-7c1e-7b3d-9a55-2f6f1f0c9d11';
const job = {
  id,
  job: 'plan-mail',
  tries: 31,
  failed_at: new Date('2026-11-14T09:00:00Z'),
  reason: 'Error ECONNREFUSED away',
  times: 1,
  codes: [],
};

describe('the jobs command', () => {
  it('lists without arguments, and accepts the id of a job to retry', () => {
    expect(parseArguments([])).toEqual({ kind: 'list' });
    expect(parseArguments(['retry', id])).toEqual({ kind: 'retry', id });
  });

  it.each([[['retry']], [['retry', 'plan-mail']], [['list']], [['retry', id, 'x']]])(
    'refuses %j with its usage',
    (args) => {
      expect(() => parseArguments(args)).toThrow(UsageInvalid);
    },
  );

  it('prints failed jobs with count, time and reason', () => {
    const often = { ...job, job: 'send-overdue-deliveries', tries: 1, times: 60 };
    expect(tableOf({ total: 63, jobs: [often, job] }).split('\n')).toEqual([
      'Failed permanently in the last 30 days: 63.',
      `id${' '.repeat(36)}job                      last                  times  tries  reason`,
      `${id}  send-overdue-deliveries  2026-11-14 09:00 UTC  60     1      Error ECONNREFUSED away`,
      `${id}  plan-mail                2026-11-14 09:00 UTC  1      31     Error ECONNREFUSED away`,
      'And 2 more.',
    ]);
  });

  it('reports that nothing failed', () => {
    expect(tableOf({ total: 0, jobs: [] })).toBe('No job failed permanently in the last 30 days.');
  });

  it('refuses an unknown job', () => {
    expect(retryReport(id, true)).toBe(`Job ${id} is enqueued again.`);
    expect(() => retryReport(id, false)).toThrow(CommandRefused);
  });
});
