import { createHmac, randomInt } from 'node:crypto';
import { paperCodeAlphabet, paperCodeLength } from '@zavet/contract/protocol/release-rules';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';

/** A code for paper. It exists only on the screen that shows it once. */
export function newPaperCode(): string {
  const signs = Array.from(
    { length: paperCodeLength },
    () => paperCodeAlphabet[randomInt(paperCodeAlphabet.length)],
  );
  return signs.join('');
}

/** What the database keeps instead of the code, and finds its owner by. */
export function digestOfPaperCode(serviceKey: ServiceKey, code: string): string {
  return createHmac('sha256', serviceKey.derive('stop-codes')).update(code).digest('base64url');
}

/** Tells whether the mailbox of a link still belongs to the owner, without keeping the address. */
export function digestOfMailbox(serviceKey: ServiceKey, email: string): string {
  return createHmac('sha256', serviceKey.derive('stop-mailboxes'))
    .update(email)
    .digest('base64url');
}
