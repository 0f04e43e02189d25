import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { auditActors, auditActs, ownerActs } from './audit-values.ts';

/** Number of the last entry of a page. */
const auditCursor = z.string().regex(/^[1-9]\d{0,14}$/, 'invalid');

/** An act on an owner's account. Only the kind of the actor is shown. */
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
    summary: 'Acts of support staff, administrators and jobs on the own account, newest first.',
    route: 'GET /account/audit',
    callers: 'owner',
    query: z.object({ after: auditCursor.optional() }),
    output: z.object({ entries: z.array(ownAuditEntry), next: z.string().nullable() }),
  }),
} as const;

const person = z.object({ name: z.string().nullable(), email: z.string() });

/** An entry as the desk shows it: ids, figures and codes, with current names. */
const auditRow = z.object({
  seq: z.number().int(),
  at: timestamp,
  actor: z.enum(auditActors),
  actor_id: z.string().nullable(),
  /** Null if the actor has no account. */
  actor_person: person.nullable(),
  act: z.enum(auditActs),
  owner_id: z.string().nullable(),
  owner: person.nullable(),
  subject_id: z.string().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditRow = z.input<typeof auditRow>;

export const auditDeskEndpoints = {
  listAudit: defineEndpoint({
    id: 'list-audit',
    summary: 'The audit log, newest first, optionally of one act.',
    route: 'GET /operator/audit',
    callers: 'operator',
    query: z.object({
      act: z.enum(auditActs, 'invalid').optional(),
      after: auditCursor.optional(),
    }),
    output: z.object({ entries: z.array(auditRow), next: z.string().nullable() }),
  }),
} as const;
