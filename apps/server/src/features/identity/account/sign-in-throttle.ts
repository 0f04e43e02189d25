import { createHash } from 'node:crypto';

/**
 * Counts of failures are kept per address, known or not. A browser the owner has used before
 * has a count of its own, so a stranger's failures elsewhere do not slow the owner down.
 */
export function attemptsKey(email: string, knownDevice?: string): string {
  return createHash('sha256')
    .update(`${email}\n${knownDevice ?? ''}`)
    .digest('base64url');
}
