import type {
  ExpectedFileView,
  FileView,
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';

/** What of a page can change before it is read again. */
interface Listed {
  instructions: InstructionSummary[];
  total: number;
}

/** The page with this instruction as it is now, where it stands on it. */
export function withInstruction<Page extends Listed>(page: Page, saved: InstructionView): Page {
  const { content: _, ...summary } = saved;
  return withEach(page, (instruction) => (instruction.id === saved.id ? summary : instruction));
}

export function withoutInstruction<Page extends Listed>(page: Page, id: string): Page {
  const instructions = page.instructions.filter((instruction) => instruction.id !== id);
  return {
    ...page,
    instructions,
    total: page.total - (page.instructions.length - instructions.length),
  };
}

export function reviewed<Page extends Listed>(page: Page, id: string, reviewedAt: string): Page {
  return withEach(page, (instruction) =>
    instruction.id === id ? { ...instruction, reviewed_at: reviewedAt } : instruction,
  );
}

export function withEach<Page extends Listed>(
  page: Page,
  change: (instruction: InstructionSummary) => InstructionSummary,
): Page {
  return { ...page, instructions: page.instructions.map(change) };
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
