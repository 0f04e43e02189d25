import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@zavet/contract/limits';
import { confirmationCodeAlphabet } from '@zavet/contract/people/contact-rules';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';

/**
 * Derived from the invitation's id: neither database nor job queue contain a code, and a repeated
 * mail has the same one.
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

/** Digest that is stored instead of the code. */
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

/** Rejection sampling: bytes above the last multiple of the alphabet would bias the code. */
function charactersOf(bytes: Buffer): string {
  const { length } = confirmationCodeAlphabet;
  const firstBiased = 256 - (256 % length);
  return [...bytes]
    .filter((byte) => byte < firstBiased)
    .map((byte) => confirmationCodeAlphabet[byte % length])
    .join('');
}
