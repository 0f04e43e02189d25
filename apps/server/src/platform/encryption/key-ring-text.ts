const keyBytes = 32;

export class MasterKeyInvalid extends Error {}

/** The master keys by version; the newest closes, all of them open. */
export type KeyRing = ReadonlyMap<number, Buffer>;

/**
 * Reads master keys written as `version:base64`, separated by commas or line breaks. A single key
 * may stand alone and is then version 1.
 */
export function parseKeyRing(text: string, origin: string): KeyRing {
  const ring = new Map<number, Buffer>();
  for (const entry of text.split(/[,\n]/).map((part) => part.trim())) {
    if (entry === '') continue;
    const [, version = '1', base64 = ''] = /^(?:(\d{1,9}):)?([A-Za-z0-9+/]+=*)$/.exec(entry) ?? [];
    const key = Buffer.from(base64, 'base64');
    if (key.length !== keyBytes || Number(version) < 1) {
      throw new MasterKeyInvalid(`${origin} must hold ${keyBytes} bytes written in base64.`);
    }
    if (ring.has(Number(version))) {
      throw new MasterKeyInvalid(`${origin} holds two master keys of version ${Number(version)}.`);
    }
    ring.set(Number(version), key);
  }
  if (ring.size === 0) {
    throw new MasterKeyInvalid(`${origin} must hold ${keyBytes} bytes written in base64.`);
  }
  return ring;
}

export function writeKeyRing(ring: KeyRing): string {
  return [...ring].map(([version, key]) => `${version}:${key.toString('base64')}\n`).join('');
}

export function newestVersion(ring: KeyRing): number {
  return Math.max(...ring.keys());
}
