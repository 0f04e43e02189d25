import { createHmac, randomInt } from 'node:crypto';
import { paperCodeAlphabet, paperCodeLength } from '@zavet/contract/protocol/release-rules';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';

export function newPaperCode(): string {
  const letters = Array.from(
    { length: paperCodeLength },
    () => paperCodeAlphabet[randomInt(paperCodeAlphabet.length)],
  );
  return letters.join('');
}

/** Keyed hash of a paper code, stored instead of the code. */
export function digestOfPaperCode(serviceKey: ServiceKey, code: string): string {
  return createHmac('sha256', serviceKey.derive('veto-codes')).update(code).digest('base64url');
}

/**
 * Keyed hash of an address, stored with a veto link to compare it with the owner's current
 * mailboxes.
 */
export function digestOfMailbox(serviceKey: ServiceKey, email: string): string {
  return createHmac('sha256', serviceKey.derive('veto-mailboxes'))
    .update(email)
    .digest('base64url');
}
