import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import type { ImportOutcome, SkippedItem } from '@zavet/contract/vault/data-export-endpoints';
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
  scheduleDelayedRemoval,
  storeBytes,
} from '../instructions/index.ts';
import type { ImportPlan, PlannedFile, PlannedInstruction } from './import-rules.ts';
import type { OpenedArchive } from './open-archive.ts';

/**
 * Provided by the protocol feature: imports the owner's rules. False if they were not imported
 * because they protect less.
 */
export const importRules =
  port<(userId: string, rules: ReleaseRules) => Promise<boolean>>('import-rules');

/** Stored objects without rows are removed after this time, which exceeds any import. */
const removalHours = 48;

export interface StoredFiles {
  files: Map<PlannedInstruction, ImportedFile[]>;
  /** All stored objects, including unused ones. */
  object_keys: string[];
  left_out: SkippedItem[];
}

/**
 * Stores the files of an archive like uploads: inspected and sealed with the owner's key as they
 * are read. Their removal is scheduled, because they have no rows yet.
 */
export async function storeArchivedFiles(
  ctx: Context,
  key: OwnerKey,
  userId: string,
  archive: OpenedArchive,
  stored: StoredFiles,
  onFile: () => void,
  signal: AbortSignal,
): Promise<void> {
  for (const instruction of archive.plan.instructions) {
    const imported: ImportedFile[] = [];
    stored.files.set(instruction, imported);
    for (const file of instruction.files) {
      signal.throwIfAborted();
      const id = newId();
      const object_key = `files/${userId}/${id}`;
      await scheduleDelayedRemoval(ctx.database, object_key, removalHours);
      stored.object_keys.push(object_key);
      const ending = await storeFile(ctx, key, archive, { ...file, id, object_key });
      onFile();
      const { size_bytes } = file;
      const leaveOut = (reason: SkippedItem['reason']) =>
        stored.left_out.push({ kind: 'file', name: file.file_name, reason });
      if (!ending) {
        leaveOut('content_mismatch');
        continue;
      }
      const file_name =
        ending === file.ending ? file.file_name : withEnding(file.file_name, ending);
      const isDuplicate = imported.some(
        (one) => one.file_name === file_name && one.size_bytes === size_bytes,
      );
      if (isDuplicate) leaveOut('duplicate');
      else imported.push({ id, object_key, file_name, size_bytes, ending });
    }
  }
}

/** Undefined when the content does not match the name. */
async function storeFile(
  ctx: Context,
  key: OwnerKey,
  archive: OpenedArchive,
  file: PlannedFile & { id: string; object_key: string },
) {
  let readError: unknown;
  const bytes = reportingErrors(archive.read(file.path, file.size_bytes), (error) => {
    readError = error;
  });
  try {
    return await storeBytes(ctx, key, file, file.ending, { size: file.size_bytes, bytes });
  } catch (error) {
    if (readError) throw readError;
    if (error instanceof Failure && error.code === 'file_content_mismatch') return undefined;
    throw error;
  }
}

async function* reportingErrors(
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

/** Writes all rows of an import in the caller's transaction. The owner must be locked. */
export async function writeArchive(
  ctx: Context,
  key: OwnerKey,
  userId: string,
  plan: ImportPlan,
  stored: StoredFiles,
): Promise<ImportOutcome> {
  const left_out: SkippedItem[] = [...plan.left_out, ...stored.left_out];
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
  await claimObjects(ctx, stored, new Set(files.map(({ object_key }) => object_key)));
  const has_rules = plan.rules !== null && (await importRules(ctx)(userId, plan.rules));
  if (plan.rules && !has_rules) {
    left_out.push({ kind: 'protocol_rules', name: '', reason: 'weaker' });
  }
  const { database, clock } = ctx;
  await recordSecurityEvent(database, userId, 'data_imported', systemActor, clock.now());
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
  left_out: SkippedItem[],
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

/** Cancels the removal of used objects and removes unused ones. */
async function claimObjects(
  { database }: Context,
  { object_keys }: StoredFiles,
  used: ReadonlySet<string>,
): Promise<void> {
  const kept = object_keys.filter((key) => used.has(key));
  const cancelled = await cancelRemovals(database, kept);
  if (cancelled !== kept.length) throw new Error('Objects of an import were removed too early.');
  const unused = object_keys.filter((key) => !used.has(key));
  await makeRemovalsDue(database, unused);
}
