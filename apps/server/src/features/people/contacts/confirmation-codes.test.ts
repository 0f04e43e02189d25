import { createHmac } from 'node:crypto';
import { confirmationCodeAlphabet, isConfirmationCode } from '@zavet/contract/people/contact-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import { codeOf, digestOfCode, isCodeOf } from './confirmation-codes.ts';

const keyFrom = (secret: string): ServiceKey => ({
  derive: (purpose) => createHmac('sha256', secret).update(purpose).digest(),
});
const serviceKey = keyFrom('one');

describe('a confirmation code', () => {
  it('is constant for an id and has the format of a code', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const code = codeOf(serviceKey, id);
        expect(code).toBe(codeOf(serviceKey, id));
        expect(isConfirmationCode(code)).toBe(true);
        expect([...code].every((one) => confirmationCodeAlphabet.includes(one))).toBe(true);
      }),
    );
  });

  it('differs with another key', () => {
    const ids = Array.from({ length: 50 }, (_, index) => `invitation-${index}`);
    const same = ids.filter((id) => codeOf(serviceKey, id) === codeOf(keyFrom('two'), id));
    expect(same).toEqual([]);
  });

  it('uses every character about equally often', () => {
    const counts = new Map<string, number>();
    const codes = 6_000;
    for (let index = 0; index < codes; index++) {
      for (const one of codeOf(serviceKey, `invitation-${index}`)) {
        counts.set(one, (counts.get(one) ?? 0) + 1);
      }
    }
    const expected = (codes * 6) / confirmationCodeAlphabet.length;
    expect(counts.size).toBe(confirmationCodeAlphabet.length);
    // A plain modulo of a byte would make the first eight characters an eighth more frequent.
    for (const count of counts.values()) {
      expect(Math.abs(count - expected) / expected).toBeLessThan(0.1);
    }
  });

  it('matches its digest only with its own id', () => {
    const code = codeOf(serviceKey, 'first');
    const invitation = { id: 'first', code_digest: digestOfCode(serviceKey, 'first', code) };
    expect(isCodeOf(serviceKey, invitation, code)).toBe(true);
    expect(isCodeOf(serviceKey, invitation, code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA')).toBe(false);
    expect(isCodeOf(serviceKey, { ...invitation, id: 'second' }, code)).toBe(false);
    expect(isCodeOf(keyFrom('two'), invitation, code)).toBe(false);
    expect(isCodeOf(serviceKey, { ...invitation, code_digest: '' }, code)).toBe(false);
  });

  it('is not contained in its digest', () => {
    const code = codeOf(serviceKey, 'first');
    expect(digestOfCode(serviceKey, 'first', code)).not.toContain(code);
  });
});
