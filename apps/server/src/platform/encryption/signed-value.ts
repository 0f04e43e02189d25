import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ServiceKey } from './service-key.ts';

export interface ValueSigner {
  sign(value: string): string;
  /** The value, if this server signed it. */
  open(signed: string): string | undefined;
}

export function createValueSigner(serviceKey: ServiceKey, purpose: string): ValueSigner {
  // As a key object: Node takes many times longer to start with a key in plain bytes.
  let key: KeyObject | undefined;
  const mac = (value: string) => {
    key ??= createSecretKey(serviceKey.derive(purpose));
    return createHmac('sha256', key).update(value).digest('base64url');
  };
  return {
    sign: (value) => `${value}.${mac(value)}`,
    open: (signed) => {
      const dot = signed.lastIndexOf('.');
      if (dot < 0) return undefined;
      const value = signed.slice(0, dot);
      const given = Buffer.from(signed.slice(dot + 1));
      const expected = Buffer.from(mac(value));
      const genuine = given.length === expected.length && timingSafeEqual(given, expected);
      return genuine ? value : undefined;
    },
  };
}
