import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, nothing, timestamp } from '../fields.ts';
import { operatorCodeField } from './desk-endpoints.ts';
import { maintenanceStates } from './desk-values.ts';

const moment = z.iso.datetime({ offset: true, error: 'date_invalid' }).max(40, 'date_invalid');

/** A time during which the service will not be available. There is nothing else to say about it. */
export const maintenanceInput = z.object({ begins_at: moment, ends_at: moment });

export const comingMaintenance = z.object({ begins_at: timestamp, ends_at: timestamp });

export const maintenanceView = z.object({
  id: z.string(),
  begins_at: timestamp,
  ends_at: timestamp,
  planned_at: timestamp,
  called_off_at: timestamp.nullable(),
  state: z.enum(maintenanceStates),
  /** How many people a mail server took the notice for. */
  told: z.number().int(),
  /** How many of them less than the promised time ahead. */
  told_late: z.number().int(),
  /** Notices that are on their way. */
  waiting: z.number().int(),
});

export const maintenanceEndpoints = {
  getMaintenance: defineEndpoint({
    id: 'get-maintenance',
    summary: 'The next planned maintenance, or the one that is under way.',
    method: 'GET',
    path: '/maintenance',
    callers: 'anyone',
    output: z.object({ maintenance: comingMaintenance.nullable() }),
  }),
  listMaintenance: defineEndpoint({
    id: 'list-maintenance',
    summary: 'Maintenance that was planned, the latest first, and how many people were told.',
    method: 'GET',
    path: '/operator/maintenance',
    callers: 'operator',
    output: z.object({ maintenance: z.array(maintenanceView) }),
  }),
  planMaintenance: defineEndpoint({
    id: 'plan-maintenance',
    summary:
      'Plan maintenance. Everybody is told by mail at once, and by a notice on every screen.',
    method: 'POST',
    path: '/operator/maintenance',
    callers: 'operator',
    asksForCode: true,
    body: maintenanceInput.extend({ code: operatorCodeField }),
    output: z.object({ id: z.string() }),
    errors: ['maintenance_overlaps'],
  }),
  callOffMaintenance: defineEndpoint({
    id: 'call-off-maintenance',
    summary:
      'Call maintenance off that has not begun. Everybody who was told of it gets one more mail.',
    method: 'POST',
    path: '/operator/maintenance/{id}/call-off',
    callers: 'operator',
    asksForCode: true,
    params: idParams,
    body: z.object({ code: operatorCodeField }),
    output: nothing,
    errors: ['not_found', 'maintenance_begun'],
  }),
} as const;

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
  }),
  retryFailedJob: defineEndpoint({
    id: 'retry-failed-job',
    summary: 'Order a job again that has no tries left.',
    method: 'POST',
    path: '/operator/state/failed-jobs/{id}/retry',
    callers: 'operator',
    proof: 'recent',
    params: idParams,
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
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
} as const;
export type MaintenanceInput = z.output<typeof maintenanceInput>;
export type ComingMaintenance = z.input<typeof comingMaintenance>;
export type MaintenanceView = z.input<typeof maintenanceView>;
