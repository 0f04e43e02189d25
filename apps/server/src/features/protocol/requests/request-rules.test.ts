import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needsSignIn } from '../activation/veto-rules.ts';
import {
  answerDueAt,
  areSameDocuments,
  nextCertificateStep,
  papersExpiredBefore,
  promisedAnswerAt,
  reasonToAsk,
  retryAllowedFrom,
} from './request-rules.ts';

const at = new Date('2026-11-16T10:00:00Z');

const after = (ms: number) => new Date(at.getTime() + ms);

const byAnna = { by: 'anna', at };

describe('an approval by death certificate', () => {
  it.each([
    ['nothing was proposed', null, ['anna', 'boris'], 'propose'],
    ['another operator proposed', { by: 'boris', at }, ['anna', 'boris'], 'confirm'],
    ['the proposer is no longer an operator', { by: 'boris', at }, ['anna'], 'propose'],
    [
      'the same operator proposed, and there is another',
      byAnna,
      ['anna', 'boris'],
      'another_operator',
    ],
  ] as const)('when %s', (_, proposal, operators, kind) => {
    const days = after(10 * requestTerms.certificatePause);
    expect(nextCertificateStep(proposal, 'anna', operators, days).kind).toBe(kind);
  });

  it('is confirmed by a sole operator a day later, not a millisecond earlier', () => {
    const step = (ms: number) => nextCertificateStep(byAnna, 'anna', ['anna'], after(ms));
    const from = after(requestTerms.certificatePause);
    expect(requestTerms.certificatePause).toBe(24 * 60 * 60 * 1000);
    expect(step(requestTerms.certificatePause - 1)).toEqual({ kind: 'later', from });
    expect(step(-1)).toEqual({ kind: 'later', from });
    expect(step(requestTerms.certificatePause)).toEqual({ kind: 'confirm' });
  });

  it('is never confirmed by one person within a day, nor on a former operator’s proposal', () => {
    const names = fc.constantFrom('anna', 'boris', 'clara');
    fc.assert(
      fc.property(names, names, fc.uniqueArray(names), fc.nat(), (by, acts, operators, ms) => {
        const { kind } = nextCertificateStep({ by, at }, acts, operators, after(ms));
        if (kind !== 'confirm') return;
        expect(operators).toContain(by);
        if (by !== acts) return;
        expect(operators).toEqual([by]);
        expect(ms).toBeGreaterThanOrEqual(requestTerms.certificatePause);
      }),
    );
  });
});

it.each([
  [['a', 'b'], ['b', 'a'], true],
  [['a'], ['a', 'b'], false],
  [['a', 'b'], ['a'], false],
  [['a'], ['b'], false],
])('documents seen %j and attached %j are the same: %s', (seen, attached, isSame) => {
  expect(areSameDocuments(seen, attached)).toBe(isSame);
});

const free = { is_approved: false, is_vetoed: false, asks_for_pin: false };

const now = new Date('2026-11-16T12:00:00Z');

const ago = (ms: number) => new Date(now.getTime() - ms);

describe('a contact files a request', () => {
  it('before every start in verified mode, unless approved', () => {
    expect(reasonToAsk('verified', free)).toBe('review');
    expect(reasonToAsk('verified', { ...free, is_vetoed: true, asks_for_pin: true })).toBe(
      'review',
    );
    expect(reasonToAsk('verified', { ...free, is_approved: true })).toBeNull();
  });

  it('in direct mode only because of a PIN or a block', () => {
    expect(reasonToAsk('direct', free)).toBeNull();
    expect(reasonToAsk('direct', { ...free, asks_for_pin: true })).toBe('pin');
    expect(reasonToAsk('direct', { ...free, asks_for_pin: true, is_approved: true })).toBeNull();
    expect(reasonToAsk('direct', { ...free, is_vetoed: true })).toBe('vetoed');
    expect(reasonToAsk('direct', { ...free, is_vetoed: true, asks_for_pin: true })).toBe('vetoed');
  });

  it('again a day after a rejection, and not before', () => {
    const { pause } = requestTerms;
    expect(retryAllowedFrom(null, now)).toBeNull();
    expect(retryAllowedFrom(ago(pause - 1), now)).toEqual(new Date(now.getTime() + 1));
    expect(retryAllowedFrom(ago(pause), now)).toBeNull();
    expect(retryAllowedFrom(now, now)).toEqual(new Date(now.getTime() + pause));
    // A rejection dated by a fast clock does not count.
    expect(retryAllowedFrom(new Date(now.getTime() + 1), now)).toBeNull();
  });
});

it('only a start approved by a death certificate requires the owner to sign in', () => {
  expect(needsSignIn({ approval_basis: 'death_certificate' })).toBe(true);
  expect(needsSignIn({ approval_basis: 'incapacity' })).toBe(false);
  expect(needsSignIn({ approval_basis: 'other' })).toBe(false);
  expect(needsSignIn({ approval_basis: null })).toBe(false);
});

it('an answer is promised within three days, while a request is open and not overdue', () => {
  const { answerWithin } = requestTerms;
  expect(answerDueAt(now)).toEqual(new Date('2026-11-19T12:00:00Z'));
  const status = 'requested';
  const open = (filed_at: Date) => promisedAnswerAt({ status, filed_at, asked: null }, now);
  expect(open(now)).toEqual(answerDueAt(now));
  expect(open(ago(answerWithin - 1))).toEqual(new Date(now.getTime() + 1));
  expect(open(ago(answerWithin))).toBeNull();
  const approved = { status: 'approved', filed_at: now, asked: null } as const;
  expect(promisedAnswerAt(approved, now)).toBeNull();
});

it('the answer deadline restarts once a requested document has arrived, and not before', () => {
  const asked = (answered_at: Date | null) =>
    promisedAnswerAt({ status: 'requested', filed_at: ago(1), asked: { answered_at } }, now);
  expect(asked(null)).toBeNull();
  expect(asked(now)).toEqual(answerDueAt(now));
});

it('papers are kept for thirty days after the end', () => {
  expect(papersExpiredBefore(now)).toEqual(new Date('2026-10-17T12:00:00Z'));
});
