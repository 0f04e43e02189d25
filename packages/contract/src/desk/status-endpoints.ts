import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, timestamp } from '../fields.ts';
import { operatorCodeField } from './desk-endpoints.ts';
import { maintenanceStates } from './desk-values.ts';

const moment = z.iso.datetime({ offset: true, error: 'date_invalid' }).max(40, 'date_invalid');

/** A planned time without service. */
export const maintenanceInput = z.object({ starts_at: moment, ends_at: moment });

const upcomingMaintenance = z.object({ starts_at: timestamp, ends_at: timestamp });
export type UpcomingMaintenance = z.input<typeof upcomingMaintenance>;

const maintenanceView = z.object({
  id: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  planned_at: timestamp,
  cancelled_at: timestamp.nullable(),
  state: z.enum(maintenanceStates),
  /** Recipients whose mail server accepted the notice. */
  notified: z.number().int(),
  /** Recipients among `notified` who were notified later than promised. */
  notified_late: z.number().int(),
  /** Notices in the queue. */
  waiting: z.number().int(),
});
export type MaintenanceView = z.input<typeof maintenanceView>;

export const maintenanceEndpoints = {
  getMaintenance: defineEndpoint({
    id: 'get-maintenance',
    summary: 'The next or current maintenance.',
    route: 'GET /maintenance',
    callers: 'anyone',
    output: z.object({ maintenance: upcomingMaintenance.nullable() }),
  }),
  listMaintenance: defineEndpoint({
    id: 'list-maintenance',
    summary: 'Planned maintenance, latest first, with the number of recipients.',
    route: 'GET /operator/maintenance',
    callers: 'operator',
    output: z.object({ maintenance: z.array(maintenanceView) }),
  }),
  planMaintenance: defineEndpoint({
    id: 'plan-maintenance',
    summary: 'Plan maintenance. All account holders are notified by mail and on every screen.',
    route: 'POST /operator/maintenance',
    callers: 'operator',
    asksForCode: true,
    body: maintenanceInput.extend({ code: operatorCodeField }),
    output: z.object({ id: z.string() }),
    errors: ['maintenance_overlaps'],
  }),
  cancelMaintenance: defineEndpoint({
    id: 'cancel-maintenance',
    summary: 'Cancel maintenance before its start. All notified account holders get another mail.',
    route: 'POST /operator/maintenance/{id}/cancellation',
    callers: 'operator',
    asksForCode: true,
    params: idParams,
    body: z.object({ code: operatorCodeField }),
    errors: ['not_found', 'maintenance_started'],
  }),
} as const;

const count = z.number().int();

/** Open jobs of one kind. */
const queueState = z.object({
  job: z.string(),
  /** Jobs that are due but not running. */
  waiting: count,
  running: count,
  /** Jobs that are not due yet. */
  later: count,
  /** Due time of the oldest waiting job. */
  oldest_due_at: timestamp.nullable(),
});
export type QueueState = z.input<typeof queueState>;

/** Failures of one job for one reason. Reasons are codes; messages stay in the log. */
const failedJobView = z.object({
  id: z.string(),
  job: z.string(),
  tries: count,
  times: count,
  failed_at: timestamp,
  codes: z.array(z.string()),
});
export type FailedJobView = z.input<typeof failedJobView>;

/** Replies of mail servers to mails of one kind in the last 24 hours. */
export const mailCount = z.object({
  mail: z.string(),
  accepted: count,
  refused: count,
  postponed: count,
});
export type MailCount = z.output<typeof mailCount>;

/** A source of delivery reports. */
const reportSource = z.object({
  way: z.enum(['mailbox', 'listener']),
  /** Time of the last success; a mailbox is read every minute. */
  read_at: timestamp.nullable(),
  failed_at: timestamp.nullable(),
  /** Code of the present failure; null if it works. */
  trouble: z.string().nullable(),
});
export type ReportSource = z.input<typeof reportSource>;

export const serviceStatus = z.object({
  /** Undecided activation requests. */
  requests: z.object({ waiting: count, overdue: count, oldest_filed_at: timestamp.nullable() }),
  queues: z.array(queueState),
  failed_jobs: z.object({ total: count, jobs: z.array(failedJobView) }),
  mail: z.object({ counts: z.array(mailCount), waiting: count }),
  /** Delivery reports of the last 24 hours; no ways if none is configured. */
  reports: z.object({ ways: z.array(reportSource), failed: count, delayed: count }),
  storage: z.object({
    used_bytes: count,
    objects: count,
    waiting_removals: count,
    /** Extrapolated from a sample of many accounts. */
    is_estimated: z.boolean(),
  }),
  /** Null if unknown. */
  backup_made_at: timestamp.nullable(),
  versions: z.object({
    program: z.string(),
    node: z.string(),
    database: z.string(),
    migrations_applied: count,
    migrations_known: count,
  }),
});
export type ServiceStatus = z.input<typeof serviceStatus>;

export const statusEndpoints = {
  getServiceStatus: defineEndpoint({
    id: 'get-service-state',
    summary: 'Queues, failed jobs, mail of the last day, storage, backups and versions.',
    route: 'GET /operator/state',
    callers: 'operator',
    output: serviceStatus,
  }),
  retryFailedJob: defineEndpoint({
    id: 'retry-failed-job',
    summary: 'Queue a failed job again.',
    route: 'POST /operator/state/failed-jobs/{id}/retry',
    callers: 'operator',
    proof: 'recent',
    params: idParams,
    errors: ['not_found'],
  }),
  sendTestMail: defineEndpoint({
    id: 'send-test-mail',
    summary: "Send a test mail to the operator's own address.",
    route: 'POST /operator/state/test-mail',
    callers: 'operator',
    proof: 'recent',
    limits: [{ per: 'account', max: 10, seconds: hour }],
  }),
} as const;
