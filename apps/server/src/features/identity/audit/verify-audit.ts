import { createHash } from 'node:crypto';
import type { Database } from '../../../platform/database/database.ts';
import { type Anchor, type AuditDeps, readAnchors } from './audit-anchors.ts';
import { type ChainEntry, findUnnumberedEntryId, readChain } from './audit-repository.ts';
import { type RestoreStatement, verifyRestore } from './restore-entry.ts';

/** The first fault of the log. */
export type AuditFault =
  | ChainFault
  | { kind: 'unnumbered'; id: string }
  /** Anchored entries at the end are missing. */
  | { kind: 'cut'; from: number; to: number; seen_at: Date }
  /** The entry differs from the anchored one. */
  | { kind: 'rewritten'; seq: number; seen_at: Date }
  /** A `restored` entry that no restore of this installation wrote. */
  | { kind: 'forged'; seq: number; id: string }
  /** The log is old enough to have an anchor, but has none. */
  | { kind: 'unanchored' };

/** Entries lost by the restore of an older backup. */
interface LostByRestore {
  restored_at: Date;
  from: number;
  to: number;
}

export interface AuditVerdict {
  entries: number;
  fault: AuditFault | null;
  lost: LostByRestore[];
  /** Time of the newest anchor. */
  anchored_at: Date | null;
  foreign_anchors: number;
}

const batchSize = 1_000;
/** A multiple of the interval of the anchoring job, which runs every minute. */
const anchorDueMs = 10 * 60 * 1000;

/** Verifies the hash chain of the whole log, in batches, and compares it with the anchors. */
export async function verifyAudit(deps: AuditDeps, signal?: AbortSignal): Promise<AuditVerdict> {
  const { database, store, serviceKey, clock } = deps;
  // Read before the log, so that no anchor refers to an entry appended during verification.
  const anchors = await readAnchors(store, serviceKey);
  const bySeq = Map.groupBy(anchors.valid, ({ seq }) => seq);
  const chain = createChainVerifier();
  const unmatched = new Set(anchors.valid);
  const restores: LostByRestore[] = [];
  let firstAt: Date | undefined;
  let fault: AuditFault | undefined;
  for (let last = 0; fault === undefined; ) {
    signal?.throwIfAborted();
    const batch = await readChain(database, last, batchSize);
    if (batch.length === 0) break;
    for (const entry of batch) {
      fault = chain.verifyNext(entry);
      if (fault) break;
      firstAt ??= timeOf(entry);
      if (entry.act === 'restored') {
        const statement = verifyRestore(serviceKey, entry, anchors.valid);
        if (statement) restores.push(lossByRestore(entry.seq, statement));
        else fault = { kind: 'forged', seq: entry.seq, id: entry.id };
        if (fault) break;
      }
      for (const anchor of bySeq.get(entry.seq) ?? []) {
        if (anchor.hash === entry.hash) unmatched.delete(anchor);
      }
      last = entry.seq;
    }
  }
  const head = chain.head();
  fault ??= await findFaultOutsideChain(database, head.seq, [...unmatched], restores);
  const isDue = firstAt !== undefined && clock.now().getTime() - firstAt.getTime() > anchorDueMs;
  if (anchors.valid.length === 0 && isDue) fault ??= { kind: 'unanchored' };
  return {
    entries: head.seq,
    fault: fault ?? null,
    lost: restores.filter(({ to, from }) => to >= from),
    anchored_at: anchors.valid.at(-1)?.at ?? null,
    foreign_anchors: anchors.foreignCount,
  };
}

async function findFaultOutsideChain(
  database: Database,
  headSeq: number,
  unmatched: Anchor[],
  restores: LostByRestore[],
): Promise<AuditFault | undefined> {
  const unnumbered = await findUnnumberedEntryId(database);
  if (unnumbered) return { kind: 'unnumbered', id: unnumbered };
  // A restore explains only the loss of earlier entries.
  const isExplained = ({ seq, at }: Anchor) =>
    restores.some(({ from, to, restored_at }) => from <= seq && seq <= to && at <= restored_at);
  const [first, ...rest] = unmatched
    .filter((anchor) => !isExplained(anchor))
    .sort((a, b) => a.seq - b.seq);
  if (!first) return undefined;
  if (first.seq <= headSeq) return { kind: 'rewritten', seq: first.seq, seen_at: first.at };
  const last = rest.at(-1) ?? first;
  return { kind: 'cut', from: headSeq + 1, to: last.seq, seen_at: last.at };
}

function lossByRestore(seq: number, { known_head, noted_at }: RestoreStatement): LostByRestore {
  return { restored_at: new Date(noted_at), from: seq, to: known_head };
}

function timeOf({ at_micros }: ChainEntry): Date {
  return new Date(Math.floor(Number(at_micros) / 1_000));
}

/** Must produce the same lines as the SQL function `audit_hash`. */
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

type ChainFault =
  | { kind: 'removed'; from: number; to: number }
  /** The entry does not refer to its predecessor. */
  | { kind: 'moved'; seq: number; id: string }
  /** The entry does not match its own hash. */
  | { kind: 'changed'; seq: number; id: string };

/** Verifies entries one by one, from the start of the chain. */
function createChainVerifier() {
  let seq = 0;
  let hash = '';
  return {
    verifyNext(entry: ChainEntry): ChainFault | undefined {
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
