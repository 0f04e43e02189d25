import { ApiError } from '@zavet/contract/client';
import type { InstructionInput, InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { differingFields, type InstructionValues, valuesOf } from '../instruction-rules.ts';

export interface InstructionCalls {
  create(body: InstructionInput & { draft_id: string }): Promise<InstructionView>;
  update(id: string, body: InstructionInput & { version: number }): Promise<InstructionView>;
  get(id: string): Promise<InstructionView>;
}

/** `conflict`: a newer version was saved elsewhere and is not overwritten. */
export type SaveResult =
  | { kind: 'saved'; instruction: InstructionView }
  | { kind: 'conflict'; theirs: InstructionView; mine: InstructionInput };

/**
 * Creates an instruction. For a known draft id the server returns the existing instruction. If it
 * differs, it is either an earlier attempt whose response was lost, or was saved in another tab.
 */
export async function saveNew(
  calls: InstructionCalls,
  mine: InstructionInput,
  draftId: string,
  earlierAttempts: readonly InstructionInput[],
): Promise<SaveResult> {
  const created = await calls.create({ ...mine, draft_id: draftId });
  if (isSame(created, mine)) return { kind: 'saved', instruction: created };
  const attempt = earlierAttempts.find((earlier) => isSame(created, earlier));
  if (!attempt) return { kind: 'conflict', theirs: created, mine };
  return saveChanged(calls, created.id, mine, { version: created.version, values: attempt });
}

/** The version that the form is based on. Its values are unknown for a draft of an older version. */
export interface OpenedVersion {
  version: number;
  values: InstructionValues | InstructionInput | undefined;
}

/** Saves a change. A newer version with equal values, as after attaching a file, is not a conflict. */
export async function saveChanged(
  calls: InstructionCalls,
  id: string,
  mine: InstructionInput,
  opened: OpenedVersion,
): Promise<SaveResult> {
  let version = opened.version;
  for (;;) {
    try {
      return { kind: 'saved', instruction: await calls.update(id, { ...mine, version }) };
    } catch (error) {
      if (!isVersionConflict(error)) throw error;
    }
    const theirs = await calls.get(id);
    if (isSame(theirs, mine)) return { kind: 'saved', instruction: theirs };
    const isUntouched = opened.values !== undefined && isSame(theirs, opened.values);
    if (!isUntouched || theirs.version <= version) return { kind: 'conflict', theirs, mine };
    version = theirs.version;
  }
}

function isSame(stored: InstructionView, values: InstructionValues | InstructionInput): boolean {
  return differingFields(valuesOf(stored), values).length === 0;
}

function isVersionConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'version_conflict';
}
