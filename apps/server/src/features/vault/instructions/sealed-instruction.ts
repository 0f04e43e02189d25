import { toMb } from '@zavet/contract/vault/file-rules';
import { keptPreview, previewOf } from '@zavet/contract/vault/instruction-rules';
import type {
  ExpectedFileView,
  FileView,
  InstructionInput,
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';
import { toIsoTimestamp } from '../../../platform/database/timestamps.ts';
import type { OwnerKey, TextReader } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { newId } from '../../../platform/ids.ts';
import type {
  InstructionRow,
  ListedExpectedFile,
  ListedFile,
  SummaryRow,
} from './instruction-repository.ts';
import { type InstructionCategory, type InstructionPriority, type InstructionStatus } from '@zavet/contract/vault/instruction-values';
import { type SealedHeading } from './sealed-instruction.ts';


/** An instruction as its owner reads it. */
function openSummary(key: OwnerKey, row: SummaryRow): InstructionSummary {
  const { title, preview, recipient_name, recipient_email } = openHeading(key, row);
  return {
    ...plainFacts(row),
    title,
    preview: keptPreview(preview),
    recipient_name,
    recipient_email,
    files: row.files.map((file) => openFileView(key, row.id, file)),
    expected_files: row.expected_files.map((file) => openExpectedFile(key, file)),
    files_leaving: null,
    removed_files: row.removed_files.map(({ id, file_name, removed_on }) => ({
      id,
      file_name: key.open(id, 'file_name', file_name),
      removed_on,
    })),
    is_unreadable: false,
  };
}

/** The same for a list: what does not open is named as such, without its texts. */
export function openListed(key: OwnerKey, row: SummaryRow): InstructionSummary {
  try {
    return openSummary(key, row);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    const texts = { title: '', preview: '', recipient_name: null, recipient_email: null };
    const files = { files: [], expected_files: [], files_leaving: null, removed_files: [] };
    return { ...plainFacts(row), ...texts, ...files, is_unreadable: true };
  }
}

export function openInstruction(key: OwnerKey, row: InstructionRow): InstructionView {
  const content = key.open(row.id, 'content', row.content, row.seal_id);
  return { ...openSummary(key, row), content };
}

/** What of an instruction is not sealed. */
function plainFacts(row: SummaryRow) {
  return {
    id: row.id,
    category: row.category,
    priority: row.priority,
    trusted_contact_ids: row.trusted_contact_ids,
    status: row.status,
    queued_at: row.queued_at === null ? null : toIsoTimestamp(row.queued_at),
    version: row.version,
    reviewed_at: toIsoTimestamp(row.reviewed_at),
    created_at: toIsoTimestamp(row.created_at),
    updated_at: toIsoTimestamp(row.updated_at),
  };
}

export function openExpectedFile(
  key: OwnerKey,
  file: Omit<ListedExpectedFile, 'created_at' | 'is_arriving'> & {
    created_at: Date | string;
    is_arriving?: boolean;
  },
): ExpectedFileView {
  return {
    id: file.id,
    file_name: key.open(file.id, 'file_name', file.file_name),
    size_bytes: file.size_bytes,
    expected_since: new Date(file.created_at),
    is_arriving: file.is_arriving ?? false,
  };
}

export function openFileView(
  key: OwnerKey,
  instructionId: string,
  file: Omit<ListedFile, 'created_at'> & { created_at: Date | string },
): FileView {
  return {
    id: file.id,
    instruction_id: instructionId,
    file_name: key.open(file.id, 'file_name', file.file_name),
    size_bytes: file.size_bytes,
    file_size_mb: toMb(file.size_bytes),
    mime_type: file.mime_type,
    created_at: new Date(file.created_at),
  };
}

/** What was just written, without reading it back. It has no files but those that are expected. */
export function viewOfWritten(
  id: string,
  input: InstructionInput,
  heading: Heading,
  { version, created_at }: { version: number; created_at: Date },
  expected: readonly ExpectedFileView[],
  now: Date,
): InstructionView {
  return {
    ...input,
    id,
    ...heading,
    status: 'outbox',
    queued_at: null,
    version,
    reviewed_at: now,
    created_at,
    updated_at: now,
    files: [],
    expected_files: [...expected],
    files_leaving: null,
    removed_files: [],
    is_unreadable: false,
  };
}

/** The columns of an instruction, sealed for its row. */
export function sealInstruction(
  key: OwnerKey,
  id: string,
  input: InstructionInput,
  heading: Heading,
) {
  const seal_id = newId();
  return {
    heading: sealHeading(key, id, heading, seal_id),
    has_recipient: heading.recipient_email !== null,
    category: input.category,
    priority: input.priority,
    content: key.seal(id, 'content', input.content, seal_id),
    seal_id,
  };
}

export function headingOf({
  title,
  content,
  recipient_name,
  recipient_email,
}: InstructionInput): Heading {
  return {
    title,
    preview: previewOf(content),
    recipient_name: recipient_name || null,
    recipient_email: recipient_email || null,
  };
}

/** What of an instruction is read in every place that names it. */
interface Heading {
  readonly title: string;
  /** The beginning of the text, so that lists need not read all of it. */
  readonly preview: string;
  readonly recipient_name: string | null;
  readonly recipient_email: string | null;
}

/** The heading of a row as it lies there. */
export interface SealedHeading {
  id: string;
  heading: string;
  seal_id: string;
}

function sealHeading(key: OwnerKey, id: string, heading: Heading, sealId: string): string {
  const { title, preview, recipient_name, recipient_email } = heading;
  const parts = [title, preview, recipient_name, recipient_email];
  return key.seal(id, 'heading', JSON.stringify(parts), sealId);
}

export function openHeading(reader: TextReader, row: SealedHeading): Heading {
  const opened = reader.open(row.id, 'heading', row.heading, row.seal_id);
  const [title, preview, recipient_name, recipient_email] = JSON.parse(opened);
  return { title, preview, recipient_name, recipient_email };
}

/** A file in the list of its instruction. Times are text, as the database wrote them. */
export interface ListedFile {
  id: string;
  file_name: string;
  size_bytes: number;
  mime_type: string;
  created_at: string;
}

/** The same of a file that has not arrived. */
export interface ListedExpectedFile extends Omit<ListedFile, 'mime_type'> {
  is_arriving: boolean;
}

interface ListedRemovedFile {
  id: string;
  file_name: string;
  removed_on: string;
}

/** An instruction as a list shows it, sealed. */
export interface SummaryRow extends SealedHeading {
  category: InstructionCategory;
  priority: InstructionPriority;
  status: InstructionStatus;
  version: number;
  queued_at: string | null;
  reviewed_at: string;
  created_at: string;
  updated_at: string;
  trusted_contact_ids: string[];
  files: ListedFile[];
  expected_files: ListedExpectedFile[];
  removed_files: ListedRemovedFile[];
}

export interface InstructionRow extends SummaryRow {
  content: string;
}
