import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { recordDeliveryEvents } from '../delivery/delivery-repository.ts';
import { findLetterBehind, type OpenLetter } from '../delivery/delivery-session.ts';
import type { LinkWithRecipient } from '../delivery/link-repository.ts';
import { listDeliveredLetters } from '../delivery/list-delivered-letters.ts';
import { nameOf } from '../delivery/open-recipient.ts';
import { recordOpening } from '../delivery/opening-repository.ts';

export interface LetterToKeep {
  letter: LinkWithRecipient;
  /** Null where the record is damaged. */
  title: string | null;
  recipient_name: string | null;
  is_opened: boolean;
}

/** All letters of the person behind a link, in the order of writing; the one that is open in any case. */
export async function gatherLetters(ctx: Context, opened: OpenLetter): Promise<LetterToKeep[]> {
  const key = await ctx.vault.keyOf(opened.letter.user_id);
  const toKeep = (letter: LinkWithRecipient, title: string | null, is_opened: boolean) => ({
    ...{ letter, title, is_opened },
    recipient_name: nameOf(key, letter),
  });
  const gathered: LetterToKeep[] = [];
  for (const { id, title, opened_at } of await listDeliveredLetters(ctx, opened)) {
    const letter =
      id === opened.letter.id ? opened.letter : await findLetterBehind(ctx, opened.link, id);
    if (letter) gathered.push(toKeep(letter, title, opened_at !== null));
  }
  // A letter whose address cannot be read any more stands in nobody's list.
  const isListed = gathered.some(({ letter }) => letter.id === opened.letter.id);
  return isListed ? gathered : [...gathered, toKeep(opened.letter, null, true)];
}

/**
 * Notes that letters are taken along, each of them opened by that. One that its owner has just taken
 * back is left out.
 */
export async function recordSaving(
  { database, clock }: Context,
  letters: readonly LetterToKeep[],
): Promise<LetterToKeep[]> {
  const now = clock.now();
  const kept: LetterToKeep[] = [];
  for (const one of letters) {
    if (one.is_opened || (await recordOpening(database, one.letter.id, now))) kept.push(one);
  }
  if (kept.length === 0) return fail('letter_taken_back');
  await recordDeliveryEvents(
    database,
    kept.map(({ letter }) => ({ delivery_id: letter.id, kind: 'downloaded', created_at: now })),
  );
  return kept;
}
