/** What other features may use of this one: writing down who did what, and the log in a restore. */
export { type AuditEntry, appendAudit } from './append-audit.ts';
export {
  allowReplacement,
  findAuditHash,
  findAuditHead,
  lastTimeOf,
} from './audit-repository.ts';
export { auditEntries } from './audit-tables.ts';
