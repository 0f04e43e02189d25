import { ApiError } from '@zavet/contract/client';
import type { InstructionInput, InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { differingFields, type InstructionValues, valuesOf } from '../instruction-rules.ts';

export interface InstructionCalls {
  create(body: InstructionInput & { draft_id: string }): Promise<InstructionView>;
  update(id: string, body: InstructionInput & { version: number }): Promise<InstructionView>;
  get(id: string): Promise<InstructionView>;
}

/** `conflict`: somebody else's version stands there, and nothing was written over it. */
export type SaveResult =
  | { kind: 'saved'; instruction: InstructionView }
  | { kind: 'conflict'; theirs: InstructionView; mine: InstructionInput };

/**
 * Makes a new instruction. The server answers a repeated draft with the one it made first, so an
 * answer that says something else is either an earlier try of this form, whose answer was lost, or
 * the same draft saved in another tab.
 */
export async function saveNew(
  calls: InstructionCalls,
  mine: InstructionInput,
  draftId: string,
  earlierAttempts: readonly InstructionInput[],
): Promise<SaveResult> {
  const made = await calls.create({ ...mine, draft_id: draftId });
  if (isSame(made, mine)) return { kind: 'saved', instruction: made };
  const own = earlierAttempts.find((earlier) => isSame(made, earlier));
  if (!own) return { kind: 'conflict', theirs: made, mine };
  return saveChanged(calls, made.id, mine, { version: made.version, values: own });
}

/** What the form was opened with; the values are unknown for a draft begun on an older version. */
export interface OpenedVersion {
  version: number;
  values: InstructionValues | InstructionInput | undefined;
}

/** Saves a change. A newer version with the same words, say after a file was added, is no conflict. */
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
