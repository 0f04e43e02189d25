import { createHash } from 'node:crypto';

/** An entry with every value as the text that was hashed. */
export interface ChainEntry {
  id: string;
  seq: number;
  at_micros: string;
  actor_kind: string;
  actor_id: string | null;
  act: string;
  owner_id: string | null;
  subject_id: string | null;
  facts: string;
  previous_hash: string | null;
  hash: string | null;
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
export type ChainFault =
  /** No entries of these numbers. */
  | { kind: 'removed'; from: number; to: number }
  /** Does not follow the entry that stands before it. */
  | { kind: 'moved'; seq: number; id: string }
  /** Is not as it was written. */
  | { kind: 'changed'; seq: number; id: string };

/** Follows the chain from its beginning; every entry is compared with the one before it. */
export function createChainWalk() {
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
