import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createValueSigner } from './tokens.ts';

const key = Buffer.alloc(32, 7);
const signer = createValueSigner({ derive: () => key }, 'cookies');

describe('a signed value', () => {
  it('opens as often as it comes, and is signed as it always was', () => {
    const signed = signer.sign('anna');
    expect(signed).toBe(`anna.${createHmac('sha256', key).update('anna').digest('base64url')}`);
    expect([signer.open(signed), signer.open(signed)]).toEqual(['anna', 'anna']);
  });

  it('does not open when anything of it was changed, also after the right one was seen', () => {
    const signed = signer.sign('anna');
    signer.open(signed);
    const [value, mac = ''] = signed.split('.');
    for (const forged of [
      `boris.${mac}`,
      `${value}.${mac.slice(0, -1)}`,
      `${value}.${mac}A`,
      `${value}.${mac.toLowerCase()}`,
      `${value}`,
      `.${mac}`,
      '',
    ]) {
      expect([forged, signer.open(forged), signer.open(forged)]).toEqual([
        forged,
        undefined,
        undefined,
      ]);
    }
  });

  it('still opens when a thousand others came after it', () => {
    const first = signer.sign('first');
    signer.open(first);
    for (let count = 0; count < 1_500; count += 1) signer.open(signer.sign(`value ${count}`));
    expect(signer.open(first)).toBe('first');
  });

  it('of one purpose is nothing for another', () => {
    const other = createValueSigner({ derive: () => Buffer.alloc(32, 8) }, 'links');
    expect(other.open(signer.sign('anna'))).toBeUndefined();
  });
});
