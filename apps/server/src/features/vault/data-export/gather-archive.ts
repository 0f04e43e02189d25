import {
  type ArchiveData,
  type ArchiveSections,
  archiveData,
  archiveDeleted,
  archiveFormat,
  archiveNames,
  archiveVersion,
} from '@zavet/contract/vault/archive-schema';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import type { StoredEntry } from '../../../platform/zip.ts';
import {
  openBytes,
  readAllInstructions,
  readDeleted,
  type StoredObject,
  zipEntryNames,
} from '../instructions/index.ts';
import { renderArchivePage } from './archive-page.ts';
import type { ArchiveWords } from './archive-words.ts';
import { useSnapshot } from './export-repository.ts';

/** An instruction, possibly in the bin, with the objects of its files. */
interface InstructionWithFiles {
  view: { id: string; title: string; files: readonly { id: string; file_name: string }[] };
  objects: readonly (StoredObject & { created_at: Date | string })[];
}

/** A file of the owner as an entry of the ZIP. */
export interface ArchivedObject extends StoredEntry {
  id: string;
  bytes: Exclude<StoredEntry['bytes'], Buffer>;
}

interface GatheredArchive {
  /** `README`, `index.html`, `data.json` and `deleted.json`. */
  pages: StoredEntry[];
  files: ArchivedObject[];
}

/**
 * Reads an account in one snapshot. Files that are missing or in `unreadable` are listed in the
 * data without a path.
 */
export async function gatherArchive(
  ctx: Context,
  userId: string,
  unreadable: ReadonlySet<string>,
): Promise<GatheredArchive> {
  const { database, vault, clock } = ctx;
  const key = await vault.keyOf(userId);
  const { instructions, deleted, sections } = await database.transaction(async () => {
    await useSnapshot(database);
    return {
      instructions: await readAllInstructions(ctx, userId),
      deleted: await readDeleted(ctx, userId),
      sections: await readSections(ctx, userId),
    };
  });
  const missing = await findMissingObjects(ctx, [...instructions, ...deleted.bin], unreadable);
  const placed = addPaths('files', instructions, missing);
  const bin = addPaths('deleted', deleted.bin, missing);
  const now = clock.now();
  const language = sections.profile.preferred_language;
  // Strips fields that the format does not define.
  const data = archiveData.parse({
    format: archiveFormat,
    version: archiveVersion,
    made_at: now,
    language,
    ...sections,
    instructions: placed,
  } satisfies z.input<typeof archiveData>);
  const hasDeleted = bin.length + deleted.former_texts.length > 0;
  const dataOfDeleted = archiveDeleted.parse({
    format: archiveFormat,
    version: archiveVersion,
    bin,
    former_texts: deleted.former_texts,
  } satisfies z.input<typeof archiveDeleted>);
  const { archiveWords } = await import('./archive-words.ts');
  const words = archiveWords(language);
  const page = (name: string, text: string) => ({
    name,
    modified_at: now,
    bytes: Buffer.from(text, 'utf8'),
  });
  return {
    pages: [
      page(archiveNames.readme, writeReadme(data, hasDeleted, words)),
      page(archiveNames.page, renderArchivePage(data, words)),
      page(archiveNames.data, `${JSON.stringify(data, null, 1)}\n`),
      ...(hasDeleted
        ? [page(archiveNames.deleted, `${JSON.stringify(dataOfDeleted, null, 1)}\n`)]
        : []),
    ],
    files: filesOf(ctx, key, [...instructions, ...deleted.bin], [...placed, ...bin]),
  };
}

/** Ids of objects that are missing or incomplete. */
async function findMissingObjects(
  { store }: Context,
  instructions: readonly InstructionWithFiles[],
  unreadable: ReadonlySet<string>,
): Promise<Set<string>> {
  const missing = new Set(unreadable);
  for (const { id, object_key, size_bytes } of instructions.flatMap(({ objects }) => objects)) {
    const facts = await store.head(object_key);
    if (!facts || facts.size !== sealedSize(size_bytes)) missing.add(id);
  }
  return missing;
}

/** Adds the path of each file; null for a missing one. */
function addPaths<View extends InstructionWithFiles['view']>(
  root: 'files' | 'deleted',
  instructions: readonly { view: View }[],
  missing: ReadonlySet<string>,
) {
  const paths = archivePaths(
    instructions.map(({ view }) => ({
      title: view.title || view.id,
      file_names: view.files.map(({ file_name }) => file_name),
    })),
    root,
  );
  return instructions.map(({ view }, at) => ({
    ...view,
    files: view.files.map((file: View['files'][number], index) => ({
      ...file,
      path: missing.has(file.id) ? null : (paths[at]?.[index] ?? null),
    })),
  }));
}

function filesOf(
  ctx: Context,
  key: OwnerKey,
  instructions: readonly InstructionWithFiles[],
  placed: readonly { files: readonly { id: string; path: string | null }[] }[],
): ArchivedObject[] {
  const objects = new Map(
    instructions.flatMap(({ objects: own }) => own.map((object) => [object.id, object])),
  );
  return placed.flatMap(({ files }) =>
    files.flatMap(({ id, path }) => {
      const object = objects.get(id);
      if (path === null || !object) return [];
      const bytes = { size: object.size_bytes, open: () => openBytes(ctx, key, object) };
      return [{ id, name: path, modified_at: new Date(object.created_at), bytes }];
    }),
  );
}

function writeReadme(
  data: ArchiveData,
  hasDeleted: boolean,
  { say, moment }: ArchiveWords,
): string {
  const lines = [
    say('readme.what', { date: moment(data.made_at) }),
    '',
    say('readme.page'),
    say('readme.files'),
    say('readme.data', { format: data.format, version: data.version }),
    ...(hasDeleted ? [say('readme.deleted')] : []),
    '',
    say('readme.back'),
    say('private'),
  ];
  // A byte order mark and CRLF, which the default editor of every system supports.
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** The sections that the manifests of other features export. */
async function readSections(
  ctx: Context,
  userId: string,
): Promise<Omit<ArchiveSections, 'instructions'>> {
  const sections: Record<string, unknown> = {};
  for (const [name, read] of ctx.wiring.exports.flatMap((one) => Object.entries(one))) {
    sections[name] = await read(ctx, userId);
  }
  return sections as Omit<ArchiveSections, 'instructions'>;
}

/** Windows limits the length of a path, including the folder into which it is unpacked. */
const folderCharacters = 60;

/** Paths of the files: a folder per instruction, named by its title. */
export function archivePaths(
  instructions: readonly { title: string; file_names: readonly string[] }[],
  root = 'files',
): string[][] {
  const folders = zipEntryNames(instructions.map(({ title }) => shortenTitle(title)));
  return instructions.map(({ file_names }, place) =>
    zipEntryNames(file_names).map((name) => `${root}/${folders[place]}/${name}`),
  );
}

function shortenTitle(title: string): string {
  const short = [...title.trim()].slice(0, folderCharacters).join('');
  return short.replace(/[. ]+$/, '');
}
