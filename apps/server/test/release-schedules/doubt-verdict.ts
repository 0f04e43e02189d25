import type { ActivationNote, DoubtNote, LedgerEntry } from './ledger.ts';

const afterDismissal = 24 * 60 * 60 * 1000;

/**
 * Nothing is released while a doubt of another contact is open, nor within a day after an operator
 * has dismissed one about letters that waited; an upheld doubt ends what it held back.
 */
export function wrongWithDoubts(ledger: readonly LedgerEntry[]): string[] {
  const open = new Map<string, DoubtNote>();
  const waiting = new Map<string, ActivationNote>();
  const dismissedAt = new Map<string, number>();
  const wrong: string[] = [];
  for (const { subject, row, former } of ledger) {
    if (subject === 'activation_doubts') {
      const id = (row ?? former)?.id ?? '';
      if (row && row.ended_at === null) open.set(id, row);
      else open.delete(id);
      if (row?.ended_at && row.ending === 'dismissed') {
        for (const [held] of waiting) dismissedAt.set(held, Date.parse(row.ended_at));
      }
    }
    if (subject !== 'activation_requests') continue;
    const id = (row ?? former)?.id ?? '';
    if (row?.status === 'waiting') waiting.set(id, row);
    else waiting.delete(id);
    if (row?.status !== 'activated' || former?.status === 'activated') continue;
    const holding = [...open.values()].filter(
      ({ contact_id }) => contact_id === null || contact_id !== row.trusted_contact_id,
    );
    if (holding.length > 0) wrong.push(`${id} was released while ${holding.length} doubted it`);
    const decided = dismissedAt.get(id);
    if (decided && Date.parse(row.activated_at ?? '') < decided + afterDismissal) {
      wrong.push(`${id} was released within a day after a doubt was dismissed`);
    }
  }
  return wrong;
}
