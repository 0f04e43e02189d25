import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ServiceKey } from './service-key.ts';

export interface ValueSigner {
  sign(value: string): string;
  /** The value, if this server signed it. */
  open(signed: string): string | undefined;
}

/** Somebody who calls once calls again soon. What we signed stays signed: no answer can become wrong. */
const mostRemembered = 1_000;

export function createValueSigner(serviceKey: ServiceKey, purpose: string): ValueSigner {
  const genuine = new Set<string>();
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
      if (genuine.has(signed)) return value;
      const given = Buffer.from(signed.slice(dot + 1));
      const expected = Buffer.from(mac(value));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      remember(genuine, signed);
      return value;
    },
  };
}

function remember(genuine: Set<string>, signed: string): void {
  if (genuine.size >= mostRemembered) genuine.delete(genuine.values().next().value ?? '');
  genuine.add(signed);
}
