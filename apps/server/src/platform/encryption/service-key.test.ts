import { describe, expect, it } from 'vitest';
import { createLinkTokens } from './link-tokens.ts';
import { createServiceKey, ServiceKeyClosed } from './service-key.ts';
import { createValueSigner } from './signed-value.ts';

/** Keys that depend on a number, as two installations have them. */
const keyOf = (installation: number) => ({
  derive: (purpose: string) => Buffer.from(`${installation}/${purpose}`),
});

describe('the service key', () => {
  it('gives nothing before it was opened', () => {
    expect(() => createServiceKey().derive('anything')).toThrow(ServiceKeyClosed);
  });
});

describe('the token of a link', () => {
  it('is always the same for one link, different for others and with other keys', () => {
    const tokens = createLinkTokens(keyOf(1));
    expect(tokens.tokenOf('a')).toBe(tokens.tokenOf('a'));
    expect(tokens.tokenOf('a')).not.toBe(tokens.tokenOf('b'));
    expect(tokens.tokenOf('a')).not.toBe(createLinkTokens(keyOf(2)).tokenOf('a'));
    expect(Buffer.from(tokens.tokenOf('a'), 'base64url')).toHaveLength(32);
  });
});

describe('a signed value', () => {
  const signer = createValueSigner(keyOf(1), 'test');

  it('is opened by anyone who has the key', () => {
    expect(signer.open(signer.sign('a.b.c'))).toBe('a.b.c');
  });

  it('is refused when it was changed, cut or signed with another key or for another purpose', () => {
    const signed = signer.sign('value');
    for (const forged of [
      '',
      '.',
      'value',
      'value.',
      `x${signed}`,
      `${signed}x`,
      createValueSigner(keyOf(2), 'test').sign('value'),
      createValueSigner(keyOf(1), 'other').sign('value'),
    ]) {
      expect(signer.open(forged)).toBeUndefined();
    }
  });
});
