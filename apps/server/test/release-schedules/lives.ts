import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import type { ActivationNote, LedgerEntry } from './ledger.ts';

export interface Move {
  seq: number;
  from: ActivationStatus | null;
  to: ActivationStatus;
  note: ActivationNote;
}

/** All that was ever written about one activation. */
export interface Life {
  id: string;
  begunAt: number;
  moves: Move[];
  /** It should be one at most. */
  releases: Move[];
  /** When its payment counted. */
  paid: { seq: number; at: Date } | undefined;
  notes: ActivationNote[];
  /** Whether it is still there; it goes with its owner. */
  isKept: boolean;
}

/** The owner's act, whatever it ended. */
export function isStop({ status, rejection }: Pick<ActivationNote, 'status' | 'rejection'>) {
  return status === 'vetoed' || rejection === 'owner_answered';
}

export function livesIn(ledger: readonly LedgerEntry[]): Life[] {
  const lives = new Map<string, Life>();
  for (const entry of ledger) {
    if (entry.subject !== 'activation_requests') continue;
    const { seq, row, former } = entry;
    const { id } = row ?? former ?? { id: '' };
    const life = lives.get(id) ?? newLife(id, seq);
    lives.set(id, life);
    if (!row) {
      life.isKept = false;
      continue;
    }
    life.notes.push(row);
    if (former?.status === row.status) continue;
    const move = { seq, from: former?.status ?? null, to: row.status, note: row };
    life.moves.push(move);
    if (move.to === 'activated') life.releases.push(move);
    const isPaid = move.to === 'waiting' || (move.to === 'activated' && !row.release_at);
    if (isPaid) life.paid = { seq, at: new Date(row.waiting_since ?? row.activated_at ?? 0) };
  }
  return [...lives.values()];
}

/** When its letters were to leave, one after the other. */
export function daysOf(notes: readonly ActivationNote[]): number[] {
  const days = notes.flatMap(({ release_at }) => (release_at ? Date.parse(release_at) : []));
  return days.filter((day, at) => day !== days[at - 1]);
}

function newLife(id: string, seq: number): Life {
  return { id, begunAt: seq, moves: [], releases: [], paid: undefined, notes: [], isKept: true };
}
