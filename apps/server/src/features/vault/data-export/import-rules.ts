import { limits } from '@zavet/contract/limits';
import { type ContactInput, contactInput } from '@zavet/contract/people/contact-endpoints';
import type { ProtocolRulesInput } from '@zavet/contract/protocol/settings-endpoints';
import type { ArchiveImport } from '@zavet/contract/vault/archive-schema';
import type { SkippedItem } from '@zavet/contract/vault/data-export-endpoints';
import type { ImportFailure } from '@zavet/contract/vault/data-export-values';
import {
  bytesPerMb,
  type FileEnding,
  fileEndingOf,
  fileProblem,
  toMb,
} from '@zavet/contract/vault/file-rules';
import {
  fileNameField,
  type InstructionInput,
  instructionInput,
} from '@zavet/contract/vault/instruction-schemas';

export interface PlannedContact {
  /** The id in the archive. */
  id: string;
  input: ContactInput;
  guardian_consent_at: string | null;
}

export interface PlannedFile {
  path: string;
  file_name: string;
  size_bytes: number;
  ending: FileEnding;
}

export interface PlannedInstruction {
  input: Omit<InstructionInput, 'trusted_contact_ids'>;
  /** Ids in the archive. */
  contact_ids: string[];
  files: PlannedFile[];
}

export interface ImportPlan {
  contacts: PlannedContact[];
  instructions: PlannedInstruction[];
  /** Null when the owner never chose any. */
  rules: ProtocolRulesInput | null;
  left_out: SkippedItem[];
}

const textsInput = instructionInput.omit({ trusted_contact_ids: true });

/** Selects what can be imported, by the rules of forms and uploads, and lists what is left out. */
export function planImport(data: ArchiveImport): ImportPlan {
  const left_out: SkippedItem[] = [];
  const { is_chosen, ...rules } = data.protocol_rules;
  return {
    contacts: planContacts(data, left_out),
    instructions: planInstructions(data, left_out),
    rules: is_chosen ? rules : null,
    left_out,
  };
}

function planContacts(data: ArchiveImport, left_out: SkippedItem[]): PlannedContact[] {
  const emails = new Set<string>();
  return data.contacts.flatMap((one) => {
    const { id, guardian_consent_at } = one;
    const parsed = contactInput.safeParse({
      ...one,
      phone: one.phone ?? '',
      has_guardian_consent: guardian_consent_at !== null,
    } satisfies ContactInput);
    if (!parsed.success) {
      left_out.push({ kind: 'contact', name: shortened(one.name), reason: 'invalid' });
      return [];
    }
    if (emails.has(parsed.data.email)) {
      left_out.push({ kind: 'contact', name: shortened(one.name), reason: 'duplicate' });
      return [];
    }
    emails.add(parsed.data.email);
    return [{ id, input: parsed.data, guardian_consent_at }];
  });
}

function planInstructions(data: ArchiveImport, left_out: SkippedItem[]): PlannedInstruction[] {
  return data.instructions.flatMap((one) => {
    const leaveOut = (reason: SkippedItem['reason']) => {
      left_out.push({ kind: 'instruction', name: shortened(one.title), reason });
      return [];
    };
    if (one.is_unreadable) return leaveOut('unreadable');
    const parsed = textsInput.safeParse({
      ...one,
      recipient_name: one.recipient_name ?? '',
      recipient_email: one.recipient_email ?? '',
    } satisfies PlannedInstruction['input']);
    if (!parsed.success) return leaveOut('invalid');
    const files = planFiles(one.files, left_out);
    return [{ input: parsed.data, contact_ids: one.trusted_contact_ids, files }];
  });
}

type ArchivedFile = ArchiveImport['instructions'][number]['files'][number];

function planFiles(files: readonly ArchivedFile[], left_out: SkippedItem[]): PlannedFile[] {
  const known = new Set<string>();
  return files.flatMap(({ file_name, size_bytes, path }) => {
    const leaveOut = (reason: SkippedItem['reason']) => {
      left_out.push({ kind: 'file', name: shortened(file_name), reason });
      return [];
    };
    if (path === null) return leaveOut('missing');
    const ending = fileEndingOf(file_name);
    const { data: name } = fileNameField.safeParse(file_name);
    if (!ending || !name || fileProblem(name, size_bytes)) return leaveOut('invalid');
    const mark = JSON.stringify([name, size_bytes]);
    if (known.has(mark)) return leaveOut('duplicate');
    known.add(mark);
    return [{ path, file_name: name, size_bytes, ending }];
  });
}

function shortened(name: string): string {
  return name.slice(0, limits.instructionTitleMaxLength);
}

export interface Refusal {
  code: ImportFailure;
  facts: Record<string, number>;
}

/** The reason why a plan does not fit into an account, with figures; undefined when it fits. */
export function refusalOf(
  { contacts, instructions }: Pick<ImportPlan, 'contacts' | 'instructions'>,
  room: { maxContacts: number; remainingBytes: number; limitMb: number },
): Refusal | undefined {
  const { maxContacts, remainingBytes, limitMb } = room;
  const files = instructions.flatMap((one) => one.files);
  if (maxContacts > 0 && contacts.length > maxContacts) {
    const facts = { found: contacts.length, limit: maxContacts };
    return { code: 'archive_contacts_exceeded', facts };
  }
  if (instructions.length > limits.instructions) {
    return { code: 'instruction_limit_reached', facts: { limit: limits.instructions } };
  }
  if (files.length > limits.files) {
    return { code: 'file_limit_reached', facts: { limit: limits.files } };
  }
  const encoder = new TextEncoder();
  const texts = instructions.reduce(
    (sum, { input }) => sum + encoder.encode(input.content).length,
    0,
  );
  if (texts > limits.textsMb * bytesPerMb) {
    return { code: 'text_limit_reached', facts: { limit_mb: limits.textsMb } };
  }
  const bytes = files.reduce((sum, file) => sum + file.size_bytes, 0);
  if (bytes > remainingBytes) {
    const facts = {
      needed_mb: Math.ceil(toMb(bytes) * 10) / 10,
      available_mb: Math.floor(toMb(Math.max(0, remainingBytes)) * 10) / 10,
      limit_mb: limitMb,
    };
    return { code: 'archive_storage_exceeded', facts };
  }
  return undefined;
}
