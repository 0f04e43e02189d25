import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/platform/database/database.ts';

/**
 * A write to a watched table, including deletions. The number `seq` follows the order in which
 * transactions held the owner's lock.
 */
interface Entry<Subject extends string, Row> {
  seq: number;
  subject: Subject;
  /** The row after the write; null if it was deleted. */
  row: Row | null;
  former: Row | null;
}

/** A row as JSON, so times are texts. */
export interface ActivationRow {
  id: string;
  deceased_user_id: string;
  trusted_contact_id: string | null;
  initiator_user_id: string | null;
  payment_id: string | null;
  status: ActivationStatus;
  end_reason: string | null;
  rejection: string | null;
  approval_basis: string | null;
  vetoed_by: string | null;
  is_alone: boolean;
  agreement_asked_at: string | null;
  payment_started_at: string | null;
  waiting_since: string | null;
  release_at: string | null;
  activated_at: string | null;
  updated_at: string;
}

export interface RulesRow {
  waiting_hours: number;
  needs_second: boolean;
  pending_waiting_hours: number | null;
  pending_needs_second: boolean | null;
  pending_from: string | null;
}

interface ContactVetoRow {
  contact_id: string;
  vetoed_at: string | null;
}

interface ContactRow {
  id: string;
  status: ContactStatus;
}

/** A doubt of a contact; open until `ended_at` is set. */
export interface DoubtRow {
  id: string;
  owner_id: string;
  contact_id: string | null;
  ended_at: string | null;
  ending: string | null;
}

export type LedgerEntry =
  | Entry<'activation_requests', ActivationRow>
  | Entry<'protocol_rules', RulesRow>
  | Entry<'contact_vetoes', ContactVetoRow>
  | Entry<'trusted_contacts', ContactRow>
  | Entry<'activation_doubts', DoubtRow>;

const watched = [
  'activation_requests',
  'protocol_rules',
  'contact_vetoes',
  'trusted_contacts',
  'activation_doubts',
];

/** Triggers write the ledger, so no use case can bypass it. */
export async function openLedger(database: Database): Promise<void> {
  await database.rows(sql`
    create table ledger (seq bigserial primary key, subject text, row jsonb, former jsonb)`);
  await database.rows(sql`
    create function keep_ledger() returns trigger language plpgsql as $$
    begin
      insert into ledger (subject, row, former) values (
        tg_table_name,
        case when tg_op = 'DELETE' then null else to_jsonb(new) end,
        case when tg_op = 'INSERT' then null else to_jsonb(old) end);
      return null;
    end $$`);
  for (const table of watched) {
    await database.rows(sql`
      create trigger keep_ledger after insert or update or delete on ${sql.identifier(table)}
      for each row execute function keep_ledger()`);
  }
}

export async function readLedger(database: Database): Promise<LedgerEntry[]> {
  const rows = await database.rows<LedgerEntry>(
    sql`select seq::int as seq, subject, row, former from ledger order by seq`,
  );
  return rows;
}

interface StatusChange {
  seq: number;
  from: ActivationStatus | null;
  to: ActivationStatus;
  row: ActivationRow;
}

/** All writes about one activation. */
export interface ActivationHistory {
  id: string;
  startedAt: number;
  moves: StatusChange[];
  /** Releases of the activation; more than one is a violation. */
  releases: StatusChange[];
  /** When the payment took effect. */
  paid: { seq: number; at: Date } | undefined;
  rows: ActivationRow[];
  /** False once the row was deleted with its owner. */
  isKept: boolean;
}

/** True for a veto by the owner, which rejects a request and vetoes any other activation. */
export function isVeto({ status, rejection }: Pick<ActivationRow, 'status' | 'rejection'>) {
  return status === 'vetoed' || rejection === 'owner_answered';
}

export function activationHistories(ledger: readonly LedgerEntry[]): ActivationHistory[] {
  const histories = new Map<string, ActivationHistory>();
  for (const entry of ledger) {
    if (entry.subject !== 'activation_requests') continue;
    const { seq, row, former } = entry;
    const { id } = row ?? former ?? { id: '' };
    const history = histories.get(id) ?? newHistory(id, seq);
    histories.set(id, history);
    if (!row) {
      history.isKept = false;
      continue;
    }
    history.rows.push(row);
    if (former?.status === row.status) continue;
    const move = { seq, from: former?.status ?? null, to: row.status, row };
    history.moves.push(move);
    if (move.to === 'activated') history.releases.push(move);
    const isPaid = move.to === 'waiting' || (move.to === 'activated' && !row.release_at);
    if (isPaid) history.paid = { seq, at: new Date(row.waiting_since ?? row.activated_at ?? 0) };
  }
  return [...histories.values()];
}

/** Release times of an activation, in order. */
export function releaseTimesOf(rows: readonly ActivationRow[]): number[] {
  const days = rows.flatMap(({ release_at }) => (release_at ? Date.parse(release_at) : []));
  return days.filter((day, at) => day !== days[at - 1]);
}

function newHistory(id: string, seq: number): ActivationHistory {
  return { id, startedAt: seq, moves: [], releases: [], paid: undefined, rows: [], isKept: true };
}
