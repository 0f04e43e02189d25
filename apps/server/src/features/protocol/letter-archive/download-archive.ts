import type { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import { type AddEntry, streamedZip } from '../../../platform/streamed-zip.ts';
import { findPerson } from '../../identity/account/index.ts';
import { zipFileName } from '../../vault/instructions/index.ts';
import { recordDeliveryEvents, recordOpening } from '../letters/delivery-repository.ts';
import type { LinkWithRecipient } from '../letters/envelope-repository.ts';
import { nameOf } from '../letters/recipient.ts';
import { findStarter } from '../letters/recipient-repository.ts';
import { listLettersOfReader } from '../recipient-page/read-letter.ts';
import { findOtherLetter, type OpenLetter } from '../recipient-page/recipient-session.ts';
import {
  type ArchiveFacts,
  type ArchiveWords,
  archiveNames,
  archiveWords,
  type ListedLetter,
} from './archive-format.ts';
import { indexPage, readMe } from './archive-pages.ts';
import { writeLetter } from './write-letter.ts';

/**
 * Everything that came to the person behind an open link, in one ZIP that needs nobody: written
 * while it is sent, one letter after another, and cut off when its owner takes the letters back.
 */
export async function downloadArchive(ctx: Context, opened: OpenLetter): Promise<Download> {
  const { database, clock, mailer } = ctx;
  const { letter } = opened;
  const owner = await findPerson(database, letter.user_id);
  if (!owner) return fail('delivery_session_missing');
  const letters = await recordArchiveDownload(ctx, await collectLetters(ctx, opened));
  const starter = await findStarter(database, letter.activation_id);
  const words = await archiveWords(letter.contact_language ?? owner.language);
  const facts: ArchiveFacts = {
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
  letters: readonly LetterToArchive[];
  facts: ArchiveFacts;
  words: ArchiveWords;
}

function keepsakeOf(
  ctx: Context,
  { link }: OpenLetter,
  { letters, facts, words }: Keepsake,
): Promise<Readable> {
  const page = (name: string, bytes: Buffer) => ({ name, modified_at: facts.saved_at, bytes });
  return streamedZip(async (add: AddEntry) => {
    await add(page(archiveNames.readMe, readMe(facts, words)));
    const kept: ListedLetter[] = [];
    for (const [place, letter] of letters.entries()) {
      const where = { place, count: letters.length };
      kept.push(await writeLetter(ctx, { letter, link, where, facts, words }, add));
    }
    // Last, because it tells how the others went.
    await add(page(archiveNames.index, indexPage(facts, kept, words)));
  });
}

export interface LetterToArchive {
  letter: LinkWithRecipient;
  /** Null where the record is damaged. */
  title: string | null;
  recipient_name: string | null;
  is_opened: boolean;
}

/** All letters of the person behind a link, in the order of writing; the one that is open in any case. */
async function collectLetters(ctx: Context, opened: OpenLetter): Promise<LetterToArchive[]> {
  const key = await ctx.vault.keyOf(opened.letter.user_id);
  const toKeep = (letter: LinkWithRecipient, title: string | null, is_opened: boolean) => ({
    ...{ letter, title, is_opened },
    recipient_name: nameOf(key, letter),
  });
  const gathered: LetterToArchive[] = [];
  for (const { id, title, opened_at } of await listLettersOfReader(ctx, opened)) {
    const letter =
      id === opened.letter.id ? opened.letter : await findOtherLetter(ctx, opened.link, id);
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
async function recordArchiveDownload(
  { database, clock }: Context,
  letters: readonly LetterToArchive[],
): Promise<LetterToArchive[]> {
  const now = clock.now();
  const kept: LetterToArchive[] = [];
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
