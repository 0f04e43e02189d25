import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { type ActivationStatus, requestTerms } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import { activationFixture, legacyFixture } from '../../../../../test/legacy-fixture.ts';
import { filingOf, mayStartWithoutRequest, needsRequest, sortDocuments } from './request-rules.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const needed = { reason: 'review', is_needed: true, not_before: null } as const;
const offered = { reason: 'pin', is_needed: false, not_before: null } as const;
const at = (status: ActivationStatus, change: Partial<LegacyView> = {}) =>
  legacyFixture({ activation: activationFixture({ status }), request: needed, ...change });

test('where operators look before every start, only a request leads on until one is open', () => {
  expect(needsRequest(legacyFixture({ request: needed }))).toBe(true);
  expect(needsRequest(legacyFixture({ request: needed, is_stopped: true }))).toBe(true);
  expect(needsRequest(legacyFixture({ request: needed, is_paid_by_other: true }))).toBe(true);
  expect(needsRequest(at('rejected'))).toBe(true);
  expect(needsRequest(legacyFixture({ request: offered }))).toBe(false);
  expect(needsRequest(legacyFixture())).toBe(false);
  for (const status of ['requested', 'approved', 'agreed', 'payment_pending', 'waiting'] as const) {
    expect(needsRequest(at(status)), status).toBe(false);
  }
});

test('a request can be filed where there is a reason, once at a time, and a day after a rejection', () => {
  expect(filingOf(legacyFixture(), now)).toEqual({ kind: 'closed' });
  expect(filingOf(legacyFixture({ request: offered }), now)).toEqual({ kind: 'open' });
  expect(filingOf(at('payment_pending', { request: offered }), now)).toEqual({ kind: 'open' });
  for (const status of ['requested', 'approved', 'waiting', 'activated'] as const) {
    expect(filingOf(at(status), now), status).toEqual({ kind: 'closed' });
  }
  const not_before = '2026-11-20T10:00:00.001Z';
  const rejected = at('rejected', { request: { ...needed, not_before } });
  expect(filingOf(rejected, now)).toEqual({ kind: 'later', from: not_before });
  expect(filingOf(rejected, now + 1)).toEqual({ kind: 'open' });
});

test('a request that was turned down keeps nobody from starting who could before', () => {
  expect(mayStartWithoutRequest(at('rejected', { request: offered }))).toBe(true);
  expect(mayStartWithoutRequest(at('rejected', { request: null }))).toBe(true);
  expect(mayStartWithoutRequest(at('rejected', { request: offered, is_stopped: true }))).toBe(
    false,
  );
  expect(mayStartWithoutRequest(at('rejected'))).toBe(false);
});

test('a request takes so many documents and no more, and says which it left out', () => {
  const file = (name: string) => ({ name, size: 10 });
  const many = Array.from({ length: requestTerms.documents + 1 }, (_, n) => file(`${n}.pdf`));
  const whole = sortDocuments(many, []);
  expect(whole.accepted).toHaveLength(requestTerms.documents);
  expect(whole.leftOut).toEqual([file(`${requestTerms.documents}.pdf`)]);
  const beside = sortDocuments([file('a.pdf'), file('b.pdf')], many.slice(2));
  expect([beside.accepted, beside.leftOut]).toEqual([[file('a.pdf')], [file('b.pdf')]]);
  const sorted = sortDocuments([file('a.exe'), file('a.pdf')], [file('a.pdf')]);
  expect(sorted.accepted).toEqual([]);
  expect(sorted.refused.map(({ problem }) => problem)).toEqual([
    'file_type_unsupported',
    'file_already_attached',
  ]);
});
