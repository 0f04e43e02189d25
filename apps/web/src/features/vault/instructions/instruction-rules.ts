import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type {
  ExpectedFileView,
  FileView,
  InstructionInput,
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';
import type { FormValues } from '../../../ui/form/use-contract-form.ts';

type DeliveryFields = Pick<InstructionSummary, 'status' | 'queued_at'>;

/** The delivery stage. Only an open instruction can be changed. */
export function deliveryStageOf({ status, queued_at }: DeliveryFields): 'open' | 'queued' | 'sent' {
  if (status === 'sent') return 'sent';
  return queued_at === null ? 'open' : 'queued';
}

/** Instructions that are not queued when the protocol becomes active will not be delivered. */
export function isProtocolActive(contacts: readonly Pick<ContactView, 'status'>[]): boolean {
  return contacts.some(({ status }) => status === 'activated');
}

export function hasConfirmedContact(
  { trusted_contact_ids: ids }: Pick<InstructionSummary, 'trusted_contact_ids'>,
  contacts: readonly ContactView[],
): boolean {
  return contacts.some(({ id, is_confirmed }) => is_confirmed && ids.includes(id));
}

/** Returns the first name if it is unique among `names`, otherwise the full name. */
export function shortNameOf(name: string, names: readonly string[]): string {
  const first = firstWord(name);
  return names.filter((other) => firstWord(other) === first).length > 1 ? name : first;
}

function firstWord(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** The values of the form, in which selections may still be empty. */
export type InstructionValues = FormValues<InstructionInput>;

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

/**
 * Returns the fields that differ. Ignores the order of contacts, whitespace around names and the
 * case of addresses.
 */
export function differingFields(
  one: InstructionValues | InstructionInput,
  other: InstructionValues | InstructionInput,
): InstructionField[] {
  return instructionFields.filter(
    (field) => comparableValue(one, field) !== comparableValue(other, field),
  );
}

function comparableValue(
  values: InstructionValues | InstructionInput,
  field: InstructionField,
): string {
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

interface ListPage {
  instructions: InstructionSummary[];
  total: number;
}

/** Returns the page with the instruction replaced, if the page contains it. */
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

interface FileFields {
  id: string;
  files: FileView[];
  expected_files: ExpectedFileView[];
}

export function withExpectedFiles<Instruction extends FileFields>(
  instruction: Instruction,
  instructionId: string,
  change: (expected: ExpectedFileView[]) => ExpectedFileView[],
): Instruction {
  if (instruction.id !== instructionId) return instruction;
  return { ...instruction, expected_files: change(instruction.expected_files) };
}

/** Returns the instruction with the file added, or replaced if it is already attached. */
export function withFile<Instruction extends FileFields>(
  instruction: Instruction,
  file: FileView,
): Instruction {
  if (instruction.id !== file.instruction_id) return instruction;
  const others = instruction.files.filter(({ id }) => id !== file.id);
  return { ...instruction, files: [...others, file] };
}

export function withoutFile<Instruction extends FileFields>(
  instruction: Instruction,
  file: FileView,
): Instruction {
  return { ...instruction, files: instruction.files.filter(({ id }) => id !== file.id) };
}
