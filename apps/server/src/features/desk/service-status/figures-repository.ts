import { sql } from 'drizzle-orm';
import type { Rows } from '../../../platform/database/database.ts';
import { workerHeartbeats } from '../../../platform/downtime/interruption-tables.ts';
import { auditEntries } from '../../identity/audit/index.ts';
import { bounceReports } from '../../mail/bounces/index.ts';
import { envelopes } from '../../protocol/index.ts';
import { mailOutcomes } from './operation-tables.ts';

/** Nothing is counted further than this: more is as bad, and takes longer to count. */
const countedAtMost = 10_000;

export interface LetterFigures {
  waiting: number;
  unreached: number;
  /** How long ago the letter was due that waits longest; 0 when none is late. */
  overdue_seconds: number;
}

/** Each part has an index of its own. */
export async function readLetterFigures({ rows }: Rows): Promise<LetterFigures> {
  const { state, last_refusal, next_attempt_at } = envelopes;
  const isUnreached = sql`${state} = 'unreachable'
    or (${state} = 'queued' and ${last_refusal} in ('permanent', 'unknown_address'))`;
  const [found] = await rows<LetterFigures>(sql`
    select
      (select count(*) from
        (select 1 from ${envelopes} where ${state} = 'queued' limit ${countedAtMost}) found)::int as waiting,
      (select count(*) from
        (select 1 from ${envelopes} where ${isUnreached} limit ${countedAtMost}) found)::int as unreached,
      greatest(0, extract(epoch from now() - (
        select min(${next_attempt_at}) from ${envelopes} where ${state} = 'queued')))::float8 as overdue_seconds`);
  return found ?? { waiting: 0, unreached: 0, overdue_seconds: 0 };
}

/** What mail servers said within a day, by outcome; `bounced`: taken, and came back. */
export async function readMailFigures({ rows }: Rows): Promise<Record<string, number>> {
  const found = await rows<{ outcome: string; count: number }>(sql`
    select ${mailOutcomes.outcome} as outcome, sum(${mailOutcomes.count})::int as count
    from ${mailOutcomes} where ${mailOutcomes.hour} > now() - interval '1 day'
    group by ${mailOutcomes.outcome}
    union all
    select 'bounced', count(*)::int from (
      select 1 from ${bounceReports}
      where ${bounceReports.reported_at} > now() - interval '1 day' and ${bounceReports.kind} = 'failed'
      limit ${countedAtMost}) found`);
  const none = { taken: 0, refused: 0, postponed: 0 };
  return { ...none, ...Object.fromEntries(found.map(({ outcome, count }) => [outcome, count])) };
}

/** Seconds since a worker last came by, by the database's clock; null if none ever did. */
export async function readSignAge({ rows }: Rows): Promise<number | null> {
  const [found] = await rows<{ seconds: number }>(sql`
    select extract(epoch from clock_timestamp() - ${workerHeartbeats.seen_at})::float8 as seconds from ${workerHeartbeats}`);
  return found?.seconds ?? null;
}

/** How many entries the audit log has. */
export async function readAuditLength({ rows }: Rows): Promise<number> {
  const [found] = await rows<{ seq: string }>(sql`
    select ${auditEntries.seq}::text as seq from ${auditEntries}
    where ${auditEntries.seq} is not null order by ${auditEntries.seq} desc limit 1`);
  return Number(found?.seq ?? 0);
}

/** Seconds since the last backup; null if none was ever made. */
export async function readBackupAge({ rows }: Rows): Promise<number | null> {
  const [found] = await rows<{ seconds: number }>(sql`
    select extract(epoch from clock_timestamp() - ${auditEntries.at})::float8 as seconds
    from ${auditEntries} where ${auditEntries.act} = 'backup_made'
    order by ${auditEntries.seq} desc limit 1`);
  return found?.seconds ?? null;
}
