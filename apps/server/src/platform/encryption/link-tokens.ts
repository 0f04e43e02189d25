import { createHash, createHmac } from 'node:crypto';
import { newId } from '../new-id.ts';
import type { ServiceKey } from './service-key.ts';

export interface LinkTokens {
  /** The row of a new link keeps both. An id that is given is kept, and so the link stays the same. */
  create(id?: string): { id: string; digest: string };
  /** The secret of the link with this id. Always the same, so a repeated mail carries the same link. */
  tokenOf(linkId: string): string;
  /** Kept by the database instead of the secret. */
  digestOf(token: string): string;
}

/**
 * Secrets of links sent by mail. They are computed from the link's id when the mail is
 * written, so neither the database nor the job queue ever holds one.
 */
export function createLinkTokens(serviceKey: ServiceKey): LinkTokens {
  const tokenOf = (linkId: string) =>
    createHmac('sha256', serviceKey.derive('link-tokens')).update(linkId).digest('base64url');
  const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  return {
    create: (id = newId()) => ({ id, digest: digestOf(tokenOf(id)) }),
    tokenOf,
    digestOf,
  };
}
