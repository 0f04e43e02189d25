import type { InstructionInput, InstructionView } from '@zavet/contract/vault/instruction-schemas';
import type { Filled } from '../../../../ui/form/use-contract-form.ts';

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
