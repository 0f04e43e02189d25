import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type {
  ExpectedFileView,
  FileView,
  InstructionInput,
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';
import type { Filled } from '../../../ui/form/use-contract-form.ts';

type Delivered = Pick<InstructionSummary, 'status' | 'queued_at'>;

/** How far an instruction is on its way to its recipients; once it has set out it cannot be changed. */
export function deliveryStageOf({ status, queued_at }: Delivered): 'open' | 'queued' | 'sent' {
  if (status === 'sent') return 'sent';
  return queued_at === null ? 'open' : 'queued';
}

/** The owner's protocol runs: whatever is not on its way by now will not be delivered. */
export function isProtocolActive(contacts: readonly Pick<ContactView, 'status'>[]): boolean {
  return contacts.some(({ status }) => status === 'activated');
}

/** The first name where nobody else among these has the same one, else the whole name. */
export function shortNameOf(name: string, names: readonly string[]): string {
  const first = firstWord(name);
  return names.filter((one) => firstWord(one) === first).length > 1 ? name : first;
}

function firstWord(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** An instruction as it stands in its form, where a choice may still be open. */
export type InstructionValues = Filled<InstructionInput>;

export const emptyValues: InstructionValues = {
  title: '',
  category: '',
  priority: '',
  content: '',
  trusted_contact_ids: [],
  recipient_name: '',
  recipient_email: '',
};

export type InstructionField = keyof InstructionValues;
const instructionFields = Object.keys(emptyValues) as InstructionField[];

export function valuesOf(instruction: InstructionView): InstructionValues {
  return {
    title: instruction.title,
    category: instruction.category,
    priority: instruction.priority,
    content: instruction.content,
    trusted_contact_ids: instruction.trusted_contact_ids,
    recipient_name: instruction.recipient_name ?? '',
    recipient_email: instruction.recipient_email ?? '',
  };
}

/** The fields in which two versions say different things; the order of people and blanks at the ends of names do not count. */
export function differingFields(
  one: InstructionValues | InstructionInput,
  other: InstructionValues | InstructionInput,
): InstructionField[] {
  return instructionFields.filter((field) => comparable(one, field) !== comparable(other, field));
}

function comparable(values: InstructionValues | InstructionInput, field: InstructionField): string {
  switch (field) {
    case 'content':
      return values.content;
    case 'trusted_contact_ids':
      return [...new Set(values.trusted_contact_ids)].sort().join();
    case 'recipient_email':
      return values.recipient_email.trim().toLowerCase();
    default:
      return values[field].trim();
  }
}

/** What of a page can change before it is read again. */
interface ListPage {
  instructions: InstructionSummary[];
  total: number;
}

/** The page with this instruction as it is now, where it stands on it. */
export function withInstruction<Page extends ListPage>(page: Page, saved: InstructionView): Page {
  const { content: _, ...summary } = saved;
  return mapInstructions(page, (instruction) =>
    instruction.id === saved.id ? summary : instruction,
  );
}

export function withoutInstruction<Page extends ListPage>(page: Page, id: string): Page {
  const instructions = page.instructions.filter((instruction) => instruction.id !== id);
  return {
    ...page,
    instructions,
    total: page.total - (page.instructions.length - instructions.length),
  };
}

export function withReview<Page extends ListPage>(
  page: Page,
  id: string,
  reviewedAt: string,
): Page {
  return mapInstructions(page, (instruction) =>
    instruction.id === id ? { ...instruction, reviewed_at: reviewedAt } : instruction,
  );
}

export function mapInstructions<Page extends ListPage>(
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
export function withExpectedFiles<Instruction extends WithFiles>(
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
