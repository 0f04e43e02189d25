import { ApiError } from '@zavet/contract/client';
import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import type { ErrorCode } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import {
  addRequest,
  answerStageOf,
  attemptFor,
  categoryOf,
  changedValues,
  emptyValues,
  excerptOf,
  initialFormValues,
  replaceRequest,
  type SupportValues,
  sendFailureOf,
  topicOf,
  valuesAfterSending,
  valuesForTopic,
} from './support-rules.ts';

const now = new Date('2026-11-15T12:00:00.000Z');

test('accepts only known topics', () => {
  expect(topicOf('custom_plan')).toBe('custom_plan');
  expect([undefined, '', 'toString', 'Give me money', 7].map(topicOf)).toEqual(
    Array(5).fill(undefined),
  );
});

test('a custom plan belongs to the category billing', () => {
  expect(categoryOf('custom_plan')).toBe('billing');
  expect(categoryOf(undefined)).toBe('technical');
});

test('an answer is overdue after its time, even while the request is queued', () => {
  const request = { answer_by: '2026-11-15T11:59:59.000Z' };
  expect(answerStageOf({ ...request, status: 'sent' }, now)).toBe('overdue');
  expect(answerStageOf({ ...request, status: 'queued' }, now)).toBe('overdue');
});

test('an answered request is never overdue', () => {
  const request = { answer_by: '2026-11-14T12:00:00.000Z', status: 'answered' } as const;
  expect(answerStageOf(request, now)).toBe('answered');
});

test('an answer is not overdue at its exact time', () => {
  expect(answerStageOf({ answer_by: now.toISOString(), status: 'sent' }, now)).toBe('promised');
});

test('distinguishes a missing session and a rate limit from other failures', () => {
  const failureOf = (status: number, code: ErrorCode) =>
    sendFailureOf(new ApiError(status, { error: { code }, request_id: 'test' }));
  expect(failureOf(401, 'session_missing')).toBe('notSignedIn');
  expect(failureOf(429, 'too_many_requests')).toBe('tooMany');
  expect(failureOf(500, 'internal_error')).toBe('failure');
  expect(sendFailureOf(new TypeError('Failed to fetch'))).toBe('failure');
  expect(sendFailureOf({ status: 401, code: 'too_many_requests' })).toBe('failure');
});

test('lists a request once and keeps its position when it changes', () => {
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
    addRequest({ ...support, requests }, request(id)).requests.map((listed) => listed.id);
  expect(idsWith('two')).toEqual(['two', 'one']);
  expect(idsWith('three')).toEqual(['three', 'one', 'two']);
  const changed = { ...request('two'), subject: 'Ещё раз' };
  expect(replaceRequest({ ...support, requests }, changed).requests).toEqual([
    requests[0],
    changed,
  ]);
});

test('an excerpt is one line and cut between words', () => {
  expect(excerptOf('  Не печатает.\n\nСовсем ')).toBe('Не печатает. Совсем');
  const long = excerptOf('слово '.repeat(100));
  expect(long).toMatch(/^(слово )+слово…$/);
  expect(long.length).toBeLessThanOrEqual(71);
  expect(excerptOf('🙂'.repeat(100))).toBe(`${'🙂'.repeat(70)}…`);
  expect(excerptOf('')).toBe('');
  expect(excerptOf('я'.repeat(70))).toBe('я'.repeat(70));
  expect(excerptOf(`${'я'.repeat(34)} ${'я'.repeat(40)}`)).toBe(`${'я'.repeat(34)}…`);
});

const empty = emptyValues({ full_name: 'Анна', user_email: 'anna@example.ru' });
const topicValues = valuesForTopic(empty, 'custom_plan', 'Индивидуальный тариф');
const written: SupportValues = {
  ...empty,
  category: 'bug',
  subject: 'Печать',
  message: 'Не печатает.',
};

test('the form starts with the requested topic unless a message is stored', () => {
  expect(initialFormValues(empty, undefined, undefined)).toEqual(empty);
  expect(initialFormValues(empty, topicValues, { subject: 'Печать' })).toEqual(topicValues);
  expect(initialFormValues(empty, undefined, { subject: 'Печать' }).subject).toBe('Печать');
  expect(initialFormValues(empty, topicValues, { message: 'Не печатает.' })).toEqual({
    ...empty,
    message: 'Не печатает.',
  });
});

test('the form is restored exactly from its changed values', () => {
  expect(changedValues(empty, empty)).toBeUndefined();
  expect(initialFormValues(empty, undefined, changedValues(written, empty))).toEqual(written);
});

test('keeps input typed during the call and clears the sent values', () => {
  expect(valuesAfterSending(written, written, empty)).toEqual(empty);
  const typedLater = { ...written, message: 'Не печатает. И не сохраняет.' };
  expect(valuesAfterSending(typedLater, written, empty)).toEqual({
    ...empty,
    message: typedLater.message,
  });
});

test('a retry of the same text keeps its id, another text gets a new one', () => {
  let made = 0;
  const newId = () => `id-${++made}`;
  const first = attemptFor(written, undefined, newId);
  expect(attemptFor({ ...written }, first, newId).draft_id).toBe(first.draft_id);
  const changed = attemptFor({ ...written, message: 'Печатает.' }, first, newId);
  expect(changed.draft_id).not.toBe(first.draft_id);
});
