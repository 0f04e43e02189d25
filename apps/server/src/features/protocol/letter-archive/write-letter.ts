import { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { ObjectMissing } from '../../../platform/file-storage/object-store.ts';
import type { AddEntry } from '../../../platform/streamed-zip.ts';
import {
  type OwnInstruction,
  openBytes,
  readOwnInstruction,
  zipEntryNames,
} from '../../vault/instructions/index.ts';
import type { LinkWithRecipient } from '../letters/envelope-repository.ts';
import { requireStillReadable } from '../recipient-page/recipient-session.ts';
import {
  type ArchivedFile,
  type ArchivedLetter,
  type ArchiveFacts,
  type ArchiveWords,
  archiveNames,
  type FileState,
  type ListedLetter,
} from './archive-format.ts';
import { letterFolder, letterPage } from './archive-pages.ts';
import type { LetterToArchive } from './download-archive.ts';

interface ToKeep {
  letter: LetterToArchive;
  link: LinkWithRecipient;
  where: { place: number; count: number };
  facts: ArchiveFacts;
  words: ArchiveWords;
}

/** Puts one letter into the archive: its files, then its pages, which tell what became of the files. */
export async function writeLetter(
  ctx: Context,
  { letter: { letter, title: listedTitle }, link, where, facts, words }: ToKeep,
  add: AddEntry,
): Promise<ListedLetter> {
  const { user_id, instruction_id } = letter;
  const instruction = await readOwnInstruction(ctx, user_id, instruction_id);
  const stillOpen = () => requireStillReadable(ctx, { letter, link });
  // What was read may have been written after the owner had taken the letter back.
  await stillOpen();
  const text = textOf(instruction);
  const title = text?.title ?? listedTitle ?? words.say('untitled');
  const folder = letterFolder(where.place, where.count, title);
  const files = instruction
    ? await keepFiles(ctx, { instruction, user_id, folder, stillOpen }, add)
    : [];
  const kept: ArchivedLetter = { folder, text, files };
  const modified_at = text?.written_at ?? facts.saved_at;
  const page = (name: string, bytes: Buffer) =>
    add({ name: `${folder}/${name}`, modified_at, bytes });
  await page(archiveNames.letter, letterPage(facts, kept, words));
  if (text) {
    const { letterPdf } = await import('./letter-pdf.ts');
    await page(archiveNames.print, await letterPdf(facts, { ...text, files }, words));
  }
  return { folder, files, title, written_at: text?.written_at ?? null };
}

/** Null where the record is damaged, or gone. */
function textOf(instruction: OwnInstruction | undefined): ArchivedLetter['text'] {
  if (!instruction || instruction.view.is_unreadable) return null;
  const { title, content, updated_at } = instruction.view;
  return { title, content, written_at: new Date(updated_at) };
}

interface FilesToKeep {
  instruction: OwnInstruction;
  user_id: string;
  folder: string;
  stillOpen: () => Promise<void>;
}

async function keepFiles(
  ctx: Context,
  { instruction, user_id, folder, stillOpen }: FilesToKeep,
  add: AddEntry,
): Promise<ArchivedFile[]> {
  const key = await ctx.vault.keyOf(user_id);
  const { files } = instruction.view;
  const names = zipEntryNames(files.map(({ file_name }) => file_name));
  const kept: ArchivedFile[] = [];
  for (const [place, { id, file_name, size_bytes, mime_type }] of files.entries()) {
    const name = names[place] ?? id;
    const object = instruction.objects.find((one) => one.id === id);
    let state: FileState = 'missing';
    await stillOpen();
    const bytes = object && (await readable(openBytes(ctx, key, object)));
    if (object && bytes) {
      state = 'whole';
      const path = `${folder}/${archiveNames.files}/${name}`;
      const noted = Readable.from(
        asFarAsItGoes(bytes, () => {
          state = 'cut';
        }),
        { objectMode: false, highWaterMark: 1 },
      ).once('close', () => bytes.destroy());
      await add({ name: path, modified_at: object.created_at, bytes: noted });
    }
    kept.push({ file_name, name, size_bytes, mime_type, state });
  }
  return kept;
}

/** Undefined for what is lost or cut short. A store that is away is another matter: it may be back. */
async function readable(opening: Promise<Readable>): Promise<Readable | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (isLost(error)) return undefined;
    throw error;
  }
}

/** Damage in the middle ends the file, not the archive. */
async function* asFarAsItGoes(bytes: Readable, onDamage: () => void): AsyncGenerator<Buffer> {
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
