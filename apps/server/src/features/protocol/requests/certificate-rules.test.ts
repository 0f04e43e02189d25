import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areSameDocuments, nextCertificateStep } from './request-rules.ts';

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
  ] as const)('where %s', (_, proposal, operators, kind) => {
    const days = after(10 * requestTerms.certificatePause);
    expect(nextCertificateStep(proposal, 'anna', operators, days).kind).toBe(kind);
  });

  it('is confirmed by the only operator a day later, not a millisecond earlier', () => {
    const step = (ms: number) => nextCertificateStep(byAnna, 'anna', ['anna'], after(ms));
    const from = after(requestTerms.certificatePause);
    expect(requestTerms.certificatePause).toBe(24 * 60 * 60 * 1000);
    expect(step(requestTerms.certificatePause - 1)).toEqual({ kind: 'later', from });
    expect(step(-1)).toEqual({ kind: 'later', from });
    expect(step(requestTerms.certificatePause)).toEqual({ kind: 'confirm' });
  });

  it('is never confirmed by one person within a day, nor on the word of a former operator', () => {
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
