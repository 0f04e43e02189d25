import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import type { ImportOutcome, LeftOut } from '@zavet/contract/vault/data-export-endpoints';
import { withEnding } from '@zavet/contract/vault/file-rules';
import type { Context } from '../../../context.ts';
import { port } from '../../../feature.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { importContacts } from '../../people/contacts/index.ts';
import {
  cancelRemovals,
  type ImportedFile,
  importInstructions,
  makeRemovalsDue,
  scheduleLateRemoval,
  storeBytes,
} from '../instructions/index.ts';
import type { ImportPlan, PlannedFile, PlannedInstruction } from './import-rules.ts';
import type { OpenedArchive } from './open-archive.ts';

/** Takes over the owner's protocol rules unless they protect less. Part of the import's transaction. */
export const importRules =
  port<(userId: string, rules: ReleaseRules) => Promise<boolean>>('import-rules');

/** How long stored bytes may be without a row before they are removed: far longer than an import. */
const heldHours = 48;

export interface StoredFiles {
  /** By the instruction they belong to. */
  files: Map<PlannedInstruction, ImportedFile[]>;
  /** Everything that was put into the store, also what is not used. */
  object_keys: string[];
  left_out: LeftOut[];
}

/**
 * Stores the files of an archive as uploads are stored: inspected and sealed with the owner's key
 * while they are read. They have no rows yet, so the store is told to remove them after a while.
 */
export async function storeArchivedFiles(
  ctx: Context,
  key: OwnerKey,
  userId: string,
  archive: OpenedArchive,
  instructions: readonly PlannedInstruction[],
  stored: StoredFiles,
  onFile: () => void,
  signal: AbortSignal,
): Promise<void> {
  for (const instruction of instructions) {
    const imported: ImportedFile[] = [];
    stored.files.set(instruction, imported);
    for (const file of instruction.files) {
      signal.throwIfAborted();
      const id = newId();
      const object_key = `files/${userId}/${id}`;
      await scheduleLateRemoval(ctx.database, object_key, heldHours);
      stored.object_keys.push(object_key);
      const ending = await storeOne(ctx, key, archive, { ...file, id, object_key });
      onFile();
      if (!ending) {
        stored.left_out.push({ kind: 'file', name: file.file_name, reason: 'content_mismatch' });
        continue;
      }
      const file_name =
        ending === file.ending ? file.file_name : withEnding(file.file_name, ending);
      const isKnown = imported.some(
        (one) => one.file_name === file_name && one.size_bytes === file.size_bytes,
      );
      if (isKnown) {
        stored.left_out.push({ kind: 'file', name: file.file_name, reason: 'duplicate' });
        continue;
      }
      imported.push({ id, object_key, file_name, size_bytes: file.size_bytes, ending });
    }
  }
}

/** Undefined where it is not what its name says. */
async function storeOne(
  ctx: Context,
  key: OwnerKey,
  archive: OpenedArchive,
  file: PlannedFile & { id: string; object_key: string },
) {
  let broken: unknown;
  const bytes = watched(archive.read(file.path, file.size_bytes), (error) => {
    broken = error;
  });
  try {
    return await storeBytes(ctx, key, file, file.ending, { size: file.size_bytes, bytes });
  } catch (error) {
    if (broken) throw broken;
    if (error instanceof Failure && error.code === 'file_content_mismatch') return undefined;
    throw error;
  }
}

async function* watched(
  bytes: AsyncIterable<Buffer>,
  onError: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** Writes what was planned and stored. Part of a transaction in which the owner is locked. */
export async function writeArchive(
  ctx: Context,
  key: OwnerKey,
  userId: string,
  plan: ImportPlan,
  stored: StoredFiles,
): Promise<ImportOutcome> {
  const left_out: LeftOut[] = [...plan.left_out, ...stored.left_out];
  const contactIds = await writeContacts(ctx, key, userId, plan, left_out);
  const imported = plan.instructions.map((one) => ({
    id: newId(),
    input: {
      ...one.input,
      trusted_contact_ids: one.contact_ids.flatMap((id) => contactIds.get(id) ?? []),
    },
    files: stored.files.get(one) ?? [],
  }));
  await importInstructions(ctx, key, userId, imported);
  const files = imported.flatMap((one) => one.files);
  await keepObjects(ctx, stored, new Set(files.map(({ object_key }) => object_key)));
  const has_rules = plan.rules !== null && (await importRules(ctx)(userId, plan.rules));
  if (plan.rules && !has_rules)
    left_out.push({ kind: 'protocol_rules', name: '', reason: 'weaker' });
  const { database, clock } = ctx;
  await recordSecurityEvent(database, userId, 'data_brought_in', systemActor, clock.now());
  return {
    contacts: contactIds.size,
    instructions: imported.length,
    files: files.length,
    has_rules,
    left_out,
  };
}

async function writeContacts(
  ctx: Context,
  key: OwnerKey,
  userId: string,
  { contacts }: ImportPlan,
  left_out: LeftOut[],
): Promise<Map<string, string>> {
  const now = ctx.clock.now();
  const ids = await importContacts(
    ctx,
    key,
    userId,
    contacts.map(({ guardian_consent_at, ...contact }) => ({
      ...contact,
      guardian_consent_at: guardian_consent_at ? new Date(guardian_consent_at) : now,
    })),
  );
  for (const { id, input } of contacts) {
    if (!ids.has(id)) left_out.push({ kind: 'contact', name: input.name, reason: 'own_address' });
  }
  return ids;
}

/** Their rows keep the bytes from now on; what was stored and is not used goes. */
async function keepObjects(
  { database }: Context,
  { object_keys }: StoredFiles,
  used: ReadonlySet<string>,
): Promise<void> {
  const kept = object_keys.filter((key) => used.has(key));
  const released = await cancelRemovals(database, kept);
  if (released !== kept.length) throw new Error('Bytes of an archive were removed meanwhile.');
  const unused = object_keys.filter((key) => !used.has(key));
  await makeRemovalsDue(database, unused);
}
