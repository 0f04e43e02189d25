import type {
  InstructionInput,
  InstructionView,
} from '@zavet/contract/instructions/instruction-schemas';
import { useState } from 'react';
import { instructionCalls } from '../api/instructions.ts';
import { type SaveResult, saveChanged, saveNew } from './save-instruction.ts';

export interface ConflictState {
  theirs: InstructionView;
  mine: InstructionInput;
}

/** Two versions of one text, until their writer has decided between them. */
export function useConflict(onSaved: (instruction: InstructionView) => void) {
  const [state, setState] = useState<ConflictState>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  function settle(result: SaveResult) {
    if (result.kind === 'conflict') return setState(result);
    setState(undefined);
    onSaved(result.instruction);
  }

  async function attempt(save: () => Promise<SaveResult>) {
    setBusy(true);
    setFailure(undefined);
    try {
      settle(await save());
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
        saveChanged(instructionCalls, theirs.id, mine, {
          version: theirs.version,
          values: undefined,
        }),
      ),
    saveAsNew: (mine: InstructionInput) =>
      attempt(() => saveNew(instructionCalls, mine, crypto.randomUUID(), [])),
  };
}

export type Conflict = ReturnType<typeof useConflict>;
