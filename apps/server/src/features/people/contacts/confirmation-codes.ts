import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@zavet/contract/limits';
import { confirmationCodeAlphabet } from '@zavet/contract/people/contact-rules';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';

/**
 * The code of an invitation. It is computed from the invitation's id, so neither the database nor
 * the job queue ever holds one, and a repeated mail carries the same code.
 */
export function codeOf(serviceKey: ServiceKey, invitationId: string): string {
  const key = serviceKey.derive('contact-codes');
  let code = '';
  for (let block = 0; code.length < limits.confirmationCodeLength; block++) {
    const bytes = createHmac('sha256', key).update(`${invitationId}:${block}`).digest();
    code += charactersOf(bytes);
  }
  return code.slice(0, limits.confirmationCodeLength);
}

/** What the database keeps instead of the code. */
export function digestOfCode(serviceKey: ServiceKey, invitationId: string, code: string): string {
  return createHmac('sha256', serviceKey.derive('contact-code-digests'))
    .update(`${invitationId}:${code}`)
    .digest('base64url');
}

export function isCodeOf(
  serviceKey: ServiceKey,
  invitation: { id: string; code_digest: string },
  code: string,
): boolean {
  const given = Buffer.from(digestOfCode(serviceKey, invitation.id, code));
  const stored = Buffer.from(invitation.code_digest);
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/** Bytes past the last whole round through the alphabet are dropped: no character comes more often. */
function charactersOf(bytes: Buffer): string {
  const { length } = confirmationCodeAlphabet;
  const firstUnfair = 256 - (256 % length);
  return [...bytes]
    .filter((byte) => byte < firstUnfair)
    .map((byte) => confirmationCodeAlphabet[byte % length])
    .join('');
}
