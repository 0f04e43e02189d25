import { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import { readFontStyle } from '../../../platform/pdf/fonts.ts';
import { type AddEntry, createZipStream } from '../../../platform/zip.ts';
import { findPerson } from '../../identity/account/index.ts';
import {
  type OwnInstruction,
  readOwnInstruction,
  zipEntryNames,
  zipFileName,
} from '../../vault/instructions/index.ts';
import { recordDeliveryEvents, recordOpening } from '../letters/delivery-repository.ts';
import type { LinkWithRecipient } from '../letters/envelope-repository.ts';
import { nameOf } from '../letters/recipient.ts';
import { findStarter } from '../letters/recipient-repository.ts';
import { listLettersOfReader, lostFilesOf } from '../recipient-page/read-letter.ts';
import {
  findOtherLetter,
  type OpenLetter,
  requireStillReadable,
} from '../recipient-page/recipient-session.ts';
import {
  type ArchiveFacts,
  type ArchiveWords,
  archiveWords,
  type ListedLetter,
} from './archive-format.ts';
import { indexPage, readMeFile } from './archive-pages.ts';
import { type LetterToArchive, textOf, writeLetter } from './write-letter.ts';

/**
 * Downloads all letters to the person of an open link as one file: a PDF for a single letter
 * without files, otherwise a ZIP that is streamed letter by letter. Fails if the letters are closed
 * meanwhile.
 */
export async function downloadArchive(ctx: Context, opened: OpenLetter): Promise<Download> {
  const { database, clock, mailer } = ctx;
  const { letter } = opened;
  const owner = await findPerson(database, letter.user_id);
  if (!owner) return fail('delivery_session_missing');
  const collected = await collectLetters(ctx, opened);
  await requireStillReadable(ctx, opened);
  const letters = await recordDownload(ctx, collected);
  const starter = await findStarter(database, letter.activation_id);
  const words = archiveWords(letter.contact_language ?? owner.language);
  const facts: ArchiveFacts = {
    owner_name: owner.full_name ?? owner.email,
    recipient_name: letters[0]?.recipient_name ?? null,
    started_by: starter?.name ?? null,
    saved_at: clock.now(),
    support_email: mailer.site.supportEmail,
  };
  const [only] = letters;
  const pdf = only && letters.length === 1 && (await pdfOf(ctx, opened, only, facts, words));
  if (pdf) return pdf;
  return {
    bytes: await writeArchive(ctx, opened.link, letters, facts, words),
    mime_type: 'application/zip',
    file_name: zipFileName(words.say('fileName', { person: facts.owner_name })),
  };
}

interface CollectedLetter extends LetterToArchive {
  recipient_name: string | null;
  is_opened: boolean;
}

/** The letters to this person, oldest first. Always contains the open letter. */
async function collectLetters(ctx: Context, opened: OpenLetter): Promise<CollectedLetter[]> {
  const key = await ctx.vault.keyOf(opened.letter.user_id);
  const collect = (letter: LinkWithRecipient, title: string | null, is_opened: boolean) => ({
    ...{ letter, title, is_opened },
    recipient_name: nameOf(key, letter),
  });
  const letters: CollectedLetter[] = [];
  for (const { id, title, opened_at } of await listLettersOfReader(ctx, opened)) {
    const letter =
      id === opened.letter.id ? opened.letter : await findOtherLetter(ctx, opened.link, id);
    if (letter) letters.push(collect(letter, title, opened_at !== null));
  }
  // The list lacks a letter whose address is unreadable.
  const isListed = letters.some(({ letter }) => letter.id === opened.letter.id);
  return isListed ? letters : [...letters, collect(opened.letter, null, true)];
}

/**
 * Records the download, which counts as opening the letters. Returns the letters without those that
 * were closed meanwhile.
 */
async function recordDownload(
  { database, clock }: Context,
  letters: readonly CollectedLetter[],
): Promise<CollectedLetter[]> {
  const now = clock.now();
  const open: CollectedLetter[] = [];
  for (const one of letters) {
    if (one.is_opened || (await recordOpening(database, one.letter.id, now))) open.push(one);
  }
  if (open.length === 0) return fail('letter_recalled');
  await recordDeliveryEvents(
    database,
    open.map(({ letter }) => ({ delivery_id: letter.id, kind: 'downloaded', created_at: now })),
  );
  return open;
}

/**
 * A letter as PDF; undefined if it is damaged, has files (even lost ones) or characters that the
 * fonts lack.
 */
async function pdfOf(
  ctx: Context,
  { link }: OpenLetter,
  { letter }: CollectedLetter,
  facts: ArchiveFacts,
  words: ArchiveWords,
): Promise<Download | undefined> {
  const instruction = await readOwnInstruction(ctx, letter.user_id, letter.instruction_id);
  await requireStillReadable(ctx, { letter, link });
  const text = textOf(instruction);
  if (!instruction || !text || hasFiles(instruction)) return undefined;
  const { letterPdf } = await import('./letter-pdf.ts');
  const { bytes, hasMissingCharacters } = await letterPdf(facts, { ...text, files: [] }, words);
  if (hasMissingCharacters) return undefined;
  const [file_name = words.names.print] = zipEntryNames([`${text.title}.pdf`]);
  return {
    bytes: Readable.from([bytes], { objectMode: false }),
    size: bytes.length,
    mime_type: 'application/pdf',
    file_name,
  };
}

function hasFiles({ view }: OwnInstruction): boolean {
  return view.files.length > 0 || lostFilesOf(view).length > 0;
}

function writeArchive(
  ctx: Context,
  link: LinkWithRecipient,
  letters: readonly CollectedLetter[],
  facts: ArchiveFacts,
  words: ArchiveWords,
): Promise<Readable> {
  const page = (name: string, bytes: Buffer) => ({ name, modified_at: facts.saved_at, bytes });
  return createZipStream(async (add: AddEntry) => {
    await add(page(words.names.readMe, readMeFile(facts, words)));
    await add(page(words.names.fonts, await readFontStyle()));
    const written: ListedLetter[] = [];
    for (const [index, letter] of letters.entries()) {
      const position = { index, count: letters.length };
      written.push(await writeLetter(ctx, { letter, link, position, facts, words }, add));
    }
    // Written last, because the index lists missing files.
    await add(page(words.names.index, indexPage(facts, written, words)));
  });
}
