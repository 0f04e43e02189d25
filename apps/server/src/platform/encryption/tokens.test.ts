import { createHmac } from 'node:crypto';
import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { createLinkTokens, createOneTimeCodes, createValueSigner } from './tokens.ts';

/** A different installation has a different service key. */
const serviceKey = (installation: number) => ({
  derive: (purpose: string) => Buffer.from(`${installation}/${purpose}`),
});

describe('a link token', () => {
  it('depends on the link and the service key only', () => {
    const tokens = createLinkTokens(serviceKey(1));
    expect(tokens.tokenOf('a')).toBe(tokens.tokenOf('a'));
    expect(tokens.tokenOf('a')).not.toBe(tokens.tokenOf('b'));
    expect(tokens.tokenOf('a')).not.toBe(createLinkTokens(serviceKey(2)).tokenOf('a'));
    expect(Buffer.from(tokens.tokenOf('a'), 'base64url')).toHaveLength(32);
  });

  it('is stored as a digest only', () => {
    const tokens = createLinkTokens(serviceKey(1));
    const { id, digest } = tokens.create();
    expect(tokens.create().id).not.toBe(id);
    expect(tokens.create(id)).toEqual({ id, digest: tokens.digestOf(tokens.tokenOf(id)) });
    expect([id, digest]).not.toContain(tokens.tokenOf(id));
  });
});

const key = Buffer.alloc(32, 7);
const signer = createValueSigner({ derive: () => key }, 'cookies');

describe('a signed value', () => {
  it('opens repeatedly, and keeps its format', () => {
    const signed = signer.sign('anna');
    expect(signed).toBe(`anna.${createHmac('sha256', key).update('anna').digest('base64url')}`);
    expect([signer.open(signed), signer.open(signed)]).toEqual(['anna', 'anna']);
  });

  it('does not open after a change, even if the original was verified', () => {
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
      `x${signed}`,
      `${value}.`,
      '.',
      '',
    ]) {
      expect([forged, signer.open(forged), signer.open(forged)]).toEqual([
        forged,
        undefined,
        undefined,
      ]);
    }
  });

  it('opens after its eviction from the cache', () => {
    const first = signer.sign('first');
    signer.open(first);
    for (let count = 0; count < 1_500; count += 1) signer.open(signer.sign(`value ${count}`));
    expect(signer.open(first)).toBe('first');
  });

  it('does not open for another purpose or installation', () => {
    const signed = createValueSigner(serviceKey(1), 'test').sign('value');
    expect(createValueSigner(serviceKey(1), 'other').open(signed)).toBeUndefined();
    expect(createValueSigner(serviceKey(2), 'test').open(signed)).toBeUndefined();
  });
});

describe('a one-time code', () => {
  const purpose = { key: 'factors', place: 'authenticator', issuer: 'Завет' };
  const codes = createOneTimeCodes(
    { derive: (name) => createHmac('sha256', 'service key').update(name).digest() },
    purpose,
  );
  const now = new Date('2026-11-15T12:00:10Z');
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const step = Math.floor(now.getTime() / 30_000);
  const { secret, sealed, uri } = codes.newSecret('anna', 'anna@example.com');
  const code = generateSync({ secret, epoch: now.getTime() / 1000 });

  it('is accepted in its time step and the adjacent ones', () => {
    const stepAt = (seconds: number) => codes.stepOf('anna', sealed, code, null, later(seconds));
    expect([0, -30, 30].map(stepAt)).toEqual([step, step, step]);
    expect([-90, 90].map(stepAt)).toEqual([undefined, undefined]);
  });

  it('is accepted once, and only if correct', () => {
    expect(codes.stepOf('anna', sealed, code, step, now)).toBeUndefined();
    expect(codes.stepOf('anna', sealed, code, step - 1, now)).toBe(step);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(codes.stepOf('anna', sealed, wrong, null, now)).toBeUndefined();
  });

  it('belongs to one account, and its address names service and account', () => {
    expect(() => codes.stepOf('oleg', sealed, code, null, now)).toThrow();
    expect(decodeURIComponent(uri)).toContain('Завет:anna@example.com');
    expect(uri).toContain(secret);
    expect(sealed).not.toContain(secret);
  });
});
