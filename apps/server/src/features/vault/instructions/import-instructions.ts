import { type FileEnding, fileTypes } from '@zavet/contract/vault/file-rules';
import type { InstructionInput } from '@zavet/contract/vault/instruction-schemas';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { newId } from '../../../platform/ids.ts';
import { nameDigest } from './expected-files.ts';
import { insertImported } from './instruction-repository.ts';
import { headingOf, sealInstruction } from './sealed-instruction.ts';

/** A file that is already stored, sealed under its id. */
export interface ImportedFile {
  id: string;
  object_key: string;
  file_name: string;
  size_bytes: number;
  ending: FileEnding;
}

interface ImportedInstruction {
  id: string;
  /** May name no contact; the screens then show a warning. */
  input: InstructionInput;
  files: readonly ImportedFile[];
}

/**
 * Writes instructions with their files into an empty account, in the caller's transaction.
 * Owner and usage must be locked, and the quota checked.
 */
export async function importInstructions(
  { database, clock }: Context,
  key: OwnerKey,
  userId: string,
  imported: readonly ImportedInstruction[],
): Promise<void> {
  const now = clock.now();
  await insertImported(database, {
    instructions: imported.map(({ id, input }, place) => ({
      id,
      user_id: userId,
      draft_id: newId(),
      ...sealInstruction(key, id, input, headingOf(input)),
      text_saved_at: now,
      reviewed_at: now,
      // Lists sort by time; the first instruction of the archive is the newest.
      created_at: new Date(now.getTime() - place),
      updated_at: now,
    })),
    assignments: imported.flatMap(({ id, input }) =>
      input.trusted_contact_ids.map((contact_id) => ({
        instruction_id: id,
        contact_id,
        user_id: userId,
      })),
    ),
    files: imported.flatMap(({ id, files }) =>
      files.map((file, place) => ({
        id: file.id,
        user_id: userId,
        instruction_id: id,
        object_key: file.object_key,
        file_name: key.seal(file.id, 'file_name', file.file_name),
        name_digest: nameDigest(key, id, file.file_name),
        size_bytes: file.size_bytes,
        mime_type: fileTypes[file.ending],
        state: 'stored' as const,
        created_at: new Date(now.getTime() - files.length + place),
      })),
    ),
  });
}
