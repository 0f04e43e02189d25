import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { defineEndpoint } from '../endpoint.ts';
import { auditActors, ownerActs } from './audit-values.ts';

/** Where a page ended: the number of its last entry. */
export const auditCursor = z.string().regex(/^[1-9]\d{0,14}$/, 'invalid');

/** What was done about an owner's account. Who it was is said by kind, never by name. */
export const ownAuditEntry = z.object({
  id: z.string(),
  at: timestamp,
  actor: z.enum(auditActors),
  act: z.enum(ownerActs),
});
export type OwnAuditEntry = z.input<typeof ownAuditEntry>;

export const auditEndpoints = {
  listOwnAudit: defineEndpoint({
    id: 'list-own-audit',
    summary:
      'What support staff, administrators and the rules have done about the own account, newest first.',
    method: 'GET',
    path: '/account/audit',
    callers: 'owner',
    query: z.object({ after: auditCursor.optional() }),
    output: z.object({ entries: z.array(ownAuditEntry), next: z.string().nullable() }),
    errors: [],
  }),
} as const;
