import { createHash } from 'node:crypto';
import type { Database } from '../../../platform/database/database.ts';
import { type Anchor, type AuditDeps, readAnchors } from './audit-anchors.ts';
import { type ChainEntry, findUnnumbered, readChain } from './audit-repository.ts';
import { type RestoreStatement, verifiedRestore } from './restore-entry.ts';

/** The first thing that is wrong with the log. */
export type AuditFault =
  | ChainFault
  | { kind: 'unnumbered'; id: string }
  /** The log ends before entries that were there. */
  | { kind: 'cut'; from: number; to: number; seen_at: Date }
  /** Under this number another entry stands than the one that was there. */
  | { kind: 'rewritten'; seq: number; seen_at: Date }
  /** Says that a backup was restored, and was not written here by a restore. */
  | { kind: 'forged'; seq: number; id: string }
  /** Nothing outside the database says how far the log had come. */
  | { kind: 'unanchored' };

/** A restore that brought back an older log, and said so in it. */
interface LostByRestore {
  restored_at: Date;
  from: number;
  to: number;
}

export interface AuditVerdict {
  entries: number;
  fault: AuditFault | null;
  lost: LostByRestore[];
  /** Since when an anchor says how far the log has come; null without one. */
  anchored_at: Date | null;
  foreign_anchors: number;
}

const batchSize = 1_000;
/** The job that anchors runs every minute. */
const anchorDueMs = 10 * 60 * 1000;

/** Reads the whole log, a batch at a time, and compares it with itself and with its anchors. */
export async function verifyAudit(deps: AuditDeps, signal?: AbortSignal): Promise<AuditVerdict> {
  const { database, store, serviceKey, clock } = deps;
  // Before the log is read: what is appended meanwhile is behind every anchor.
  const anchors = await readAnchors(store, serviceKey);
  const byNumber = Map.groupBy(anchors.own, ({ seq }) => seq);
  const walk = createChainWalk();
  const unmet = new Set(anchors.own);
  const restores: Restore[] = [];
  let firstAt: Date | undefined;
  let fault: AuditFault | undefined;
  for (let last = 0; fault === undefined; ) {
    signal?.throwIfAborted();
    const part = await readChain(database, last, batchSize);
    if (part.length === 0) break;
    for (const entry of part) {
      fault = walk.step(entry);
      if (fault) break;
      firstAt ??= timeOf(entry);
      if (entry.act === 'restored') {
        const said = verifiedRestore(serviceKey, entry, anchors.own);
        if (said) restores.push(restoreOf(entry.seq, said));
        else fault = { kind: 'forged', seq: entry.seq, id: entry.id };
        if (fault) break;
      }
      for (const anchor of byNumber.get(entry.seq) ?? []) {
        if (anchor.hash === entry.hash) unmet.delete(anchor);
      }
      last = entry.seq;
    }
  }
  const head = walk.head();
  fault ??= await faultBesideChain(database, head.seq, [...unmet], restores);
  const isDue = firstAt !== undefined && clock.now().getTime() - firstAt.getTime() > anchorDueMs;
  if (anchors.own.length === 0 && isDue) fault ??= { kind: 'unanchored' };
  return {
    entries: head.seq,
    fault: fault ?? null,
    lost: restores.filter(({ to, from }) => to >= from),
    anchored_at: anchors.own.at(-1)?.at ?? null,
    foreign_anchors: anchors.foreign,
  };
}

async function faultBesideChain(
  database: Database,
  headSeq: number,
  unmet: Anchor[],
  restores: Restore[],
): Promise<AuditFault | undefined> {
  const unnumbered = await findUnnumbered(database);
  if (unnumbered) return { kind: 'unnumbered', id: unnumbered };
  // A restore explains only what was there before it.
  const isExplained = ({ seq, at }: Anchor) =>
    restores.some(({ from, to, restored_at }) => from <= seq && seq <= to && at <= restored_at);
  const [first, ...rest] = unmet
    .filter((anchor) => !isExplained(anchor))
    .sort((a, b) => a.seq - b.seq);
  if (!first) return undefined;
  if (first.seq <= headSeq) return { kind: 'rewritten', seq: first.seq, seen_at: first.at };
  const last = rest.at(-1) ?? first;
  return { kind: 'cut', from: headSeq + 1, to: last.seq, seen_at: last.at };
}

type Restore = LostByRestore;

/** What an entry about a restore says: the log was known to reach further than it does now. */
function restoreOf(seq: number, { known_head, noted_at }: RestoreStatement): Restore {
  return { restored_at: new Date(noted_at), from: seq, to: known_head };
}

function timeOf({ at_micros }: ChainEntry): Date {
  return new Date(Math.floor(Number(at_micros) / 1_000));
}

/** The same lines in the same order as the function `audit_hash` of the database. */
function hashOfEntry(entry: ChainEntry, previous: string): string {
  const lines = [
    String(entry.seq),
    previous,
    entry.id,
    entry.at_micros,
    entry.actor_kind,
    entry.actor_id ?? '-',
    entry.act,
    entry.owner_id ?? '-',
    entry.subject_id ?? '-',
    entry.facts,
  ];
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** What is wrong with the chain, at its first wrong place. */
type ChainFault =
  /** No entries of these numbers. */
  | { kind: 'removed'; from: number; to: number }
  /** Does not follow the entry that stands before it. */
  | { kind: 'moved'; seq: number; id: string }
  /** Is not as it was written. */
  | { kind: 'changed'; seq: number; id: string };

/** Follows the chain from its beginning; every entry is compared with the one before it. */
function createChainWalk() {
  let seq = 0;
  let hash = '';
  return {
    step(entry: ChainEntry): ChainFault | undefined {
      if (entry.seq !== seq + 1) return { kind: 'removed', from: seq + 1, to: entry.seq - 1 };
      const at = { seq: entry.seq, id: entry.id };
      if (entry.previous_hash !== hash) return { kind: 'moved', ...at };
      if (entry.hash !== hashOfEntry(entry, hash)) return { kind: 'changed', ...at };
      seq = entry.seq;
      hash = entry.hash;
      return undefined;
    },
    head: () => ({ seq, hash }),
  };
}
