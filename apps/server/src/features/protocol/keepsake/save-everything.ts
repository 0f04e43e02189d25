import type { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import { type AddEntry, streamedZip } from '../../../platform/zip/streamed-zip.ts';
import { findPerson } from '../../identity/account/index.ts';
import { zipFileName } from '../../vault/instructions/index.ts';
import type { OpenLetter } from '../delivery/delivery-session.ts';
import { gatherLetters, type LetterToKeep, recordSaving } from './gather-letters.ts';
import { keepLetter } from './keep-letter.ts';
import { type KeepsakeFacts, keepsakeNames, type ListedLetter } from './keepsake-values.ts';
import { type KeepsakeWords, keepsakeWords } from './keepsake-words.ts';
import { findStarter } from './starter-repository.ts';
import { indexPage } from './write-pages.ts';
import { readMe } from './write-read-me.ts';

/**
 * Everything that came to the person behind an open link, in one ZIP that needs nobody: written
 * while it is sent, one letter after another, and cut off when its owner takes the letters back.
 */
export async function saveEverything(ctx: Context, opened: OpenLetter): Promise<Download> {
  const { database, clock, mailer } = ctx;
  const { letter } = opened;
  const owner = await findPerson(database, letter.user_id);
  if (!owner) return fail('delivery_session_missing');
  const letters = await recordSaving(ctx, await gatherLetters(ctx, opened));
  const starter = await findStarter(database, letter.activation_id);
  const words = await keepsakeWords(letter.contact_language ?? owner.language);
  const facts: KeepsakeFacts = {
    owner_name: owner.full_name ?? owner.email,
    recipient_name: letters[0]?.recipient_name ?? null,
    started_by: starter?.name ?? null,
    saved_at: clock.now(),
    support_email: mailer.site.supportEmail,
  };
  return {
    bytes: await keepsakeOf(ctx, opened, { letters, facts, words }),
    mime_type: 'application/zip',
    file_name: zipFileName(words.say('fileName', { person: facts.owner_name })),
  };
}

interface Keepsake {
  letters: readonly LetterToKeep[];
  facts: KeepsakeFacts;
  words: KeepsakeWords;
}

function keepsakeOf(
  ctx: Context,
  { link }: OpenLetter,
  { letters, facts, words }: Keepsake,
): Promise<Readable> {
  const page = (name: string, bytes: Buffer) => ({ name, modified_at: facts.saved_at, bytes });
  return streamedZip(async (add: AddEntry) => {
    await add(page(keepsakeNames.readMe, readMe(facts, words)));
    const kept: ListedLetter[] = [];
    for (const [place, letter] of letters.entries()) {
      const where = { place, count: letters.length };
      kept.push(await keepLetter(ctx, { letter, link, where, facts, words }, add));
    }
    // Last, because it tells how the others went.
    await add(page(keepsakeNames.index, indexPage(facts, kept, words)));
  });
}
