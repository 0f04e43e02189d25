import { ApiError } from '@zavet/contract/client';
import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import type { ErrorCode } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import {
  answerStage,
  beginningOf,
  categoryOf,
  sendFailureOf,
  topicOf,
  withChanged,
  withRequest,
} from './support-rules.ts';

const now = new Date('2026-11-15T12:00:00.000Z');

test('another screen can ask for a subject that is known, and for no other', () => {
  expect(topicOf('custom_plan')).toBe('custom_plan');
  expect([undefined, '', 'toString', 'Give me money', 7].map(topicOf)).toEqual(
    Array(5).fill(undefined),
  );
});

test('a question about a custom plan is one about billing', () => {
  expect(categoryOf('custom_plan')).toBe('billing');
  expect(categoryOf(undefined)).toBe('technical');
});

test('a promise that was not kept is called overdue, also while the mail is on its way', () => {
  const request = { answer_by: '2026-11-15T11:59:59.000Z' };
  expect(answerStage({ ...request, status: 'sent' }, now)).toBe('overdue');
  expect(answerStage({ ...request, status: 'queued' }, now)).toBe('overdue');
});

test('an answer ends the promise, however late it came', () => {
  const request = { answer_by: '2026-11-14T12:00:00.000Z', status: 'answered' } as const;
  expect(answerStage(request, now)).toBe('answered');
});

test('until its last moment a promise holds', () => {
  expect(answerStage({ answer_by: now.toISOString(), status: 'sent' }, now)).toBe('promised');
});

test('tells a missing session and a used-up limit from everything else', () => {
  const answered = (status: number, code: ErrorCode) =>
    sendFailureOf(new ApiError(status, { error: { code }, request_id: 'test' }));
  expect(answered(401, 'session_missing')).toBe('notSignedIn');
  expect(answered(429, 'too_many_requests')).toBe('tooMany');
  expect(answered(500, 'internal_error')).toBe('failure');
  expect(sendFailureOf(new TypeError('Failed to fetch'))).toBe('failure');
  expect(sendFailureOf({ status: 401, code: 'too_many_requests' })).toBe('failure');
});

test('a request that is answered a second time is listed once', () => {
  const request = (id: string): SupportRequestView => ({
    id,
    reference: id,
    category: 'bug',
    subject: '',
    message: 'Не печатает.',
    user_email: 'anna@example.ru',
    status: 'queued',
    created_at: now.toISOString(),
    answer_by: now.toISOString(),
    answered_at: null,
    messages: [],
  });
  const requests = [request('one'), request('two')];
  const support = { support_email: 's@example.ru', tier: 'free', answer_hours: 48 } as const;
  const idsWith = (id: string) =>
    withRequest({ ...support, requests }, request(id)).requests.map((one) => one.id);
  expect(idsWith('two')).toEqual(['two', 'one']);
  expect(idsWith('three')).toEqual(['three', 'one', 'two']);
  const again = { ...request('two'), subject: 'Ещё раз' };
  expect(withChanged({ ...support, requests }, again).requests).toEqual([requests[0], again]);
});

test('a message is told by its first words, in one line and never cut within a word', () => {
  expect(beginningOf('  Не печатает.\n\nСовсем ')).toBe('Не печатает. Совсем');
  const long = beginningOf('слово '.repeat(100));
  expect(long).toMatch(/^(слово )+слово…$/);
  expect(long.length).toBeLessThanOrEqual(71);
  expect(beginningOf('🙂'.repeat(100))).toBe(`${'🙂'.repeat(70)}…`);
  expect(beginningOf('')).toBe('');
  expect(beginningOf('я'.repeat(70))).toBe('я'.repeat(70));
  expect(beginningOf(`${'я'.repeat(34)} ${'я'.repeat(40)}`)).toBe(`${'я'.repeat(34)}…`);
});
