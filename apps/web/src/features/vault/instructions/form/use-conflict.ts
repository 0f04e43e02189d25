import type { InstructionInput, InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { useState } from 'react';
import {
  type InstructionCalls,
  type SaveResult,
  saveChanged,
  saveNew,
} from './save-instruction.ts';

export interface ConflictState {
  theirs: InstructionView;
  mine: InstructionInput;
}

/** Two versions of one text, until their writer has decided between them. */
export function useConflict(
  calls: InstructionCalls,
  onSaved: (instruction: InstructionView) => Promise<void>,
) {
  const [state, setState] = useState<ConflictState>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function settle(result: SaveResult) {
    if (result.kind === 'conflict') return setState(result);
    await onSaved(result.instruction);
    setState(undefined);
  }

  async function attempt(save: () => Promise<SaveResult>) {
    setBusy(true);
    setFailure(undefined);
    try {
      await settle(await save());
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    state,
    isBusy,
    failure,
    settle,
    close: () => {
      setState(undefined);
      setFailure(undefined);
    },
    /** Writes over the version that was looked at, and over no later one. */
    saveOver: ({ theirs, mine }: ConflictState) =>
      attempt(() =>
        saveChanged(calls, theirs.id, mine, {
          version: theirs.version,
          values: undefined,
        }),
      ),
    saveAsNew: (mine: InstructionInput) =>
      attempt(() => saveNew(calls, mine, crypto.randomUUID(), [])),
  };
}

export type Conflict = ReturnType<typeof useConflict>;
