import type {
  ExpectedFileView,
  FileView,
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/instructions/instruction-schemas';

export interface InstructionList {
  instructions: InstructionSummary[];
}

/** The list with this instruction as it is now; a new one comes first. */
export function withInstruction(list: InstructionList, saved: InstructionView): InstructionList {
  const { content: _, ...summary } = saved;
  const isKnown = list.instructions.some(({ id }) => id === saved.id);
  const instructions = isKnown
    ? list.instructions.map((instruction) => (instruction.id === saved.id ? summary : instruction))
    : [summary, ...list.instructions];
  return { instructions };
}

export function withoutInstruction(list: InstructionList, id: string): InstructionList {
  return { instructions: list.instructions.filter((instruction) => instruction.id !== id) };
}

export function reviewed(list: InstructionList, id: string, reviewedAt: string): InstructionList {
  return {
    instructions: list.instructions.map((instruction) =>
      instruction.id === id ? { ...instruction, reviewed_at: reviewedAt } : instruction,
    ),
  };
}

interface WithFiles {
  id: string;
  files: FileView[];
  expected_files: ExpectedFileView[];
}

/** What is still expected of an instruction, as the server says. */
export function withExpected<Instruction extends WithFiles>(
  instruction: Instruction,
  instructionId: string,
  change: (expected: ExpectedFileView[]) => ExpectedFileView[],
): Instruction {
  if (instruction.id !== instructionId) return instruction;
  return { ...instruction, expected_files: change(instruction.expected_files) };
}

/** Once, however often it is told. */
export function withFile<Instruction extends WithFiles>(
  instruction: Instruction,
  file: FileView,
): Instruction {
  if (instruction.id !== file.instruction_id) return instruction;
  const others = instruction.files.filter(({ id }) => id !== file.id);
  return { ...instruction, files: [...others, file] };
}

export function withoutFile<Instruction extends WithFiles>(
  instruction: Instruction,
  file: FileView,
): Instruction {
  return { ...instruction, files: instruction.files.filter(({ id }) => id !== file.id) };
}
