import { describe, expect, it } from 'vitest';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { parseArguments, reportOf, tableOf } from './support.ts';

const now = new Date('2026-11-15T12:00:00Z');
const request = {
  reference: 'ABCD-2345',
  tier: 'free',
  category: 'feature_request',
  status: 'sent',
  created_at: new Date('2026-11-14T09:00:00Z'),
  answer_by: new Date('2026-11-16T09:00:00Z'),
} as const;

describe('the support command', () => {
  it('lists without arguments, and accepts a reference in any case', () => {
    expect(parseArguments([])).toEqual({ kind: 'list' });
    expect(parseArguments(['answered', 'abcd2345'])).toEqual({
      kind: 'answered',
      reference: 'ABCD-2345',
    });
  });

  it.each([[['answered']], [['answered', 'ABCD']], [['list']], [['answered', 'ABCD-2345', 'x']]])(
    'refuses %j with its usage',
    (args) => {
      expect(() => parseArguments(args)).toThrow(UsageInvalid);
    },
  );

  it('prints overdue and unsent requests with Moscow time', () => {
    const late = { ...request, reference: 'EFGH-6789', tier: 'premium', status: 'queued' } as const;
    const requests = [{ ...late, answer_by: new Date('2026-11-15T11:59:00Z') }, request];
    expect(tableOf({ total: 3, requests }, now).split('\n')).toEqual([
      'Waiting for an answer: 3 (times of Moscow).',
      'reference  tier     category         written           answer by',
      'EFGH-6789  premium  feature_request  2026-11-14 12:00  2026-11-15 14:59  overdue  not mailed yet',
      'ABCD-2345  free     feature_request  2026-11-14 12:00  2026-11-16 12:00',
      'And 1 more.',
    ]);
  });

  it('reports that nothing is unanswered', () => {
    expect(tableOf({ total: 0, requests: [] }, now)).toBe('No request waits for an answer.');
  });

  it('reports the answer and refuses an unknown reference', () => {
    expect(reportOf('ABCD-2345', 'answered')).toContain('is marked as answered');
    expect(reportOf('ABCD-2345', 'answered_before')).toContain('nothing was changed');
    expect(() => reportOf('ABCD-2345', 'unknown')).toThrow(CommandRefused);
  });
});
