import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const keyId = '00000000-0000-4000-8000-000000000000';
const at = { format: 'bound', place: 'here' } as const;

it('uses a new nonce for every text', () => {
  const sealed = Array.from({ length: 3_000 }, () => sealText(key, keyId, at, 'the same'));
  expect(new Set(sealed.map((one) => one.split('.')[2])).size).toBe(sealed.length);
  for (const one of sealed) expect(openText(key, keyId, at, one)).toBe('the same');
});
