import { z } from 'zod';
import { nothing, timestamp } from '../account/fields.ts';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';

const count = z.number().int();

/** Jobs of one kind that still have to be done. */
export const queueState = z.object({
  job: z.string(),
  /** Due, and not begun. */
  waiting: count,
  running: count,
  /** Not due yet. */
  later: count,
  /** Since when the oldest of the waiting ones is due. */
  oldest_due_at: timestamp.nullable(),
});
export type QueueState = z.input<typeof queueState>;

/** Failures of the same job for the same reason. The reason is codes; what was said stays in the log. */
export const failedJobView = z.object({
  id: z.string(),
  job: z.string(),
  tries: count,
  times: count,
  failed_at: timestamp,
  codes: z.array(z.string()),
});
export type FailedJobView = z.input<typeof failedJobView>;

/** What mail servers said to mails of one kind in the last 24 hours, a try each. */
export const mailCount = z.object({
  mail: z.string(),
  taken: count,
  refused: count,
  postponed: count,
});
export type MailCount = z.output<typeof mailCount>;

/** A way on which delivery reports come. */
export const reportWay = z.object({
  way: z.enum(['mailbox', 'listener']),
  /** When it last worked; a mailbox is read every minute. */
  read_at: timestamp.nullable(),
  failed_at: timestamp.nullable(),
  /** What is wrong with it since then, as a word of the program; null when it works. */
  trouble: z.string().nullable(),
});
export type ReportWay = z.input<typeof reportWay>;

export const serviceState = z.object({
  /** Requests for an activation that nobody has decided on. */
  requests: z.object({ waiting: count, overdue: count, oldest_filed_at: timestamp.nullable() }),
  queues: z.array(queueState),
  failed_jobs: z.object({ total: count, jobs: z.array(failedJobView) }),
  mail: z.object({ counts: z.array(mailCount), waiting: count }),
  /** Reports of far mail servers in the last 24 hours; no way where none is configured. */
  reports: z.object({ ways: z.array(reportWay), failed: count, delayed: count }),
  storage: z.object({
    used_bytes: count,
    objects: count,
    waiting_removals: count,
    /** Of very many accounts a part is counted, and the rest reckoned from it. */
    is_estimated: z.boolean(),
  }),
  /** When the last backup was made; null if none is known. */
  backup_made_at: timestamp.nullable(),
  versions: z.object({
    program: z.string(),
    node: z.string(),
    database: z.string(),
    migrations_applied: count,
    migrations_known: count,
  }),
});
export type ServiceState = z.input<typeof serviceState>;

export const stateEndpoints = {
  getServiceState: defineEndpoint({
    id: 'get-service-state',
    summary: 'Queues, failed jobs, mail of the last day, storage, backups and versions.',
    method: 'GET',
    path: '/operator/state',
    callers: 'operator',
    output: serviceState,
    errors: [],
  }),
  retryFailedJob: defineEndpoint({
    id: 'retry-failed-job',
    summary: 'Order a job again that has no tries left.',
    method: 'POST',
    path: '/operator/state/failed-jobs/{id}/retry',
    callers: 'operator',
    proof: 'recent',
    params: z.object({ id: idField }),
    output: nothing,
    errors: ['not_found'],
  }),
  sendTestMail: defineEndpoint({
    id: 'send-test-mail',
    summary: 'A test mail to the operator’s own address.',
    method: 'POST',
    path: '/operator/state/test-mail',
    callers: 'operator',
    proof: 'recent',
    output: nothing,
    errors: [],
    limits: [{ per: 'account', max: 10, seconds: 3600 }],
  }),
} as const;
