import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { auditCursor } from '../audit/audit-endpoints.ts';
import { auditActors, auditActs } from '../audit/audit-values.ts';
import { defineEndpoint } from '../endpoint.ts';

/** An entry of the audit log as the desk shows it: ids, figures and words of the program. */
export const auditRow = z.object({
  seq: z.number().int(),
  at: timestamp,
  actor: z.enum(auditActors),
  actor_id: z.string().nullable(),
  act: z.enum(auditActs),
  owner_id: z.string().nullable(),
  subject_id: z.string().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditRow = z.input<typeof auditRow>;

export const logEndpoints = {
  listAudit: defineEndpoint({
    id: 'list-audit',
    summary: 'The audit log, newest first, all of it or one kind of act.',
    method: 'GET',
    path: '/operator/audit',
    callers: 'operator',
    query: z.object({
      act: z.enum(auditActs, 'invalid').optional(),
      after: auditCursor.optional(),
    }),
    output: z.object({ entries: z.array(auditRow), next: z.string().nullable() }),
    errors: [],
  }),
} as const;
