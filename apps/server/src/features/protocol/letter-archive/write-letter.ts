import { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { ObjectMissing } from '../../../platform/file-storage/object-store.ts';
import type { AddEntry } from '../../../platform/zip.ts';
import {
  type OwnInstruction,
  openBytes,
  readOwnInstruction,
  zipEntryNames,
} from '../../vault/instructions/index.ts';
import type { LinkWithRecipient } from '../letters/envelope-repository.ts';
import { lostFilesOf } from '../recipient-page/read-letter.ts';
import { requireStillReadable } from '../recipient-page/recipient-session.ts';
import type {
  ArchivedFile,
  ArchivedLetter,
  ArchiveFacts,
  ArchiveWords,
  FileState,
  ListedLetter,
} from './archive-format.ts';
import { letterFolder, letterPage } from './archive-pages.ts';

export interface LetterToArchive {
  letter: LinkWithRecipient;
  /** Null if the heading is damaged. */
  title: string | null;
}

interface LetterInArchive {
  letter: LetterToArchive;
  link: LinkWithRecipient;
  position: { index: number; count: number };
  facts: ArchiveFacts;
  words: ArchiveWords;
}

/** Writes the files of a letter, then its pages, which list missing files. */
export async function writeLetter(
  ctx: Context,
  { letter: { letter, title: listedTitle }, link, position, facts, words }: LetterInArchive,
  add: AddEntry,
): Promise<ListedLetter> {
  const { user_id, instruction_id } = letter;
  const instruction = await readOwnInstruction(ctx, user_id, instruction_id);
  const requireReadable = () => requireStillReadable(ctx, { letter, link });
  await requireReadable();
  const text = textOf(instruction);
  const title = text?.title ?? listedTitle ?? words.say('untitled');
  const folder = letterFolder(position.index, position.count, title);
  const files = instruction
    ? await writeFiles(
        ctx,
        { instruction, user_id, folder: `${folder}/${words.names.files}`, requireReadable },
        add,
      )
    : [];
  const archived: ArchivedLetter = { folder, text, files };
  const modified_at = text?.written_at ?? facts.saved_at;
  const addPage = (name: string, bytes: Buffer) =>
    add({ name: `${folder}/${name}`, modified_at, bytes });
  await addPage(words.names.letter, letterPage(facts, archived, words));
  if (text) {
    const { letterPdf } = await import('./letter-pdf.ts');
    const { bytes } = await letterPdf(facts, { ...text, files }, words);
    await addPage(words.names.print, bytes);
  }
  return { folder, files, title, written_at: text?.written_at ?? null };
}

/** The text of an instruction; null if it is damaged or missing. */
export function textOf(instruction: OwnInstruction | undefined): ArchivedLetter['text'] {
  if (!instruction || instruction.view.is_unreadable) return null;
  const { title, content, updated_at } = instruction.view;
  return { title, content, written_at: new Date(updated_at) };
}

interface FilesToArchive {
  instruction: OwnInstruction;
  user_id: string;
  folder: string;
  requireReadable: () => Promise<void>;
}

async function writeFiles(
  ctx: Context,
  { instruction, user_id, folder, requireReadable }: FilesToArchive,
  add: AddEntry,
): Promise<ArchivedFile[]> {
  const key = await ctx.vault.keyOf(user_id);
  const { files } = instruction.view;
  const names = zipEntryNames(files.map(({ file_name }) => file_name));
  const archived: ArchivedFile[] = [];
  for (const [index, { id, file_name, size_bytes, mime_type }] of files.entries()) {
    const name = names[index] ?? id;
    const object = instruction.objects.find((one) => one.id === id);
    let state: FileState = 'missing';
    await requireReadable();
    const bytes = object && (await openIfPresent(openBytes(ctx, key, object)));
    if (object && bytes) {
      state = 'whole';
      const path = `${folder}/${name}`;
      const readable = Readable.from(
        streamUntilDamage(bytes, () => {
          state = 'cut';
        }),
        { objectMode: false, highWaterMark: 1 },
      ).once('close', () => bytes.destroy());
      await add({ name: path, modified_at: object.created_at, bytes: readable });
    }
    archived.push({ file_name, name, size_bytes, mime_type, state });
  }
  for (const { file_name, size_bytes, mime_type } of lostFilesOf(instruction.view)) {
    archived.push({ file_name, name: file_name, size_bytes, mime_type, state: 'missing' });
  }
  return archived;
}

/**
 * The bytes of a file; undefined if it is lost. An unavailable store still throws, because a retry
 * may succeed.
 */
async function openIfPresent(opening: Promise<Readable>): Promise<Readable | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (isLost(error)) return undefined;
    throw error;
  }
}

/** Ends the stream of a damaged file without an error, so that the archive continues. */
async function* streamUntilDamage(bytes: Readable, onDamage: () => void): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (!isLost(error)) throw error;
    onDamage();
  }
}

function isLost(error: unknown): boolean {
  return error instanceof SealBroken || error instanceof ObjectMissing;
}
