import { toMb } from '@zavet/contract/vault/file-rules';
import { previewOf } from '@zavet/contract/vault/instruction-rules';
import type {
  ExpectedFileView,
  FileView,
  InstructionInput,
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';
import type {
  InstructionCategory,
  InstructionPriority,
  InstructionStatus,
} from '@zavet/contract/vault/instruction-values';
import { toIsoTimestamp } from '../../../platform/database/timestamps.ts';
import type { OwnerKey, TextReader } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { newId } from '../../../platform/ids.ts';

/** The part of an instruction that lists and mails show. */
export interface Heading {
  readonly title: string;
  /** The beginning of the text, so that lists need not decrypt all of it. */
  readonly preview: string;
  readonly recipient_name: string | null;
  readonly recipient_email: string | null;
}

export interface SealedHeading {
  id: string;
  heading: string;
  seal_id: string;
}

/** Timestamps are text, because the rows come from JSON of the database. */
interface ListedFile {
  id: string;
  file_name: string;
  size_bytes: number;
  mime_type: string;
  created_at: string;
}

interface ListedExpectedFile extends Omit<ListedFile, 'mime_type'> {
  is_arriving: boolean;
}

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
  removed_files: SealedRemovedFile[];
}

type SealedRemovedFile = InstructionSummary['removed_files'][number];

export interface InstructionRow extends SummaryRow {
  content: string;
}

/** Decrypts an instruction for a list; a damaged one is returned without its texts. */
export function openListed(key: OwnerKey, row: SummaryRow): InstructionSummary {
  try {
    return openSummary(key, row);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    const texts = { title: '', preview: '', recipient_name: null, recipient_email: null };
    const files = { files: [], expected_files: [], files_to_remove: null, removed_files: [] };
    return { ...readableColumns(row), ...texts, ...files, is_unreadable: true };
  }
}

export function openInstruction(key: OwnerKey, row: InstructionRow): InstructionView {
  const content = key.open(row.id, 'content', row.content, row.seal_id);
  return { ...openSummary(key, row), content };
}

function openSummary(key: OwnerKey, row: SummaryRow): InstructionSummary {
  const { title, preview, recipient_name, recipient_email } = openHeading(key, row);
  return {
    ...readableColumns(row),
    title,
    preview,
    recipient_name,
    recipient_email,
    files: row.files.map((file) => openFileView(key, row.id, file)),
    expected_files: row.expected_files.map((file) => openExpectedFile(key, file)),
    files_to_remove: null,
    removed_files: row.removed_files.map(({ id, file_name, reason, removed_on }) => ({
      id,
      file_name: key.open(id, 'file_name', file_name),
      reason,
      removed_on,
    })),
    is_unreadable: false,
  };
}

function readableColumns(row: SummaryRow) {
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

/** The view of an instruction that was just written, without any stored file. */
export function viewAfterWrite(
  id: string,
  input: InstructionInput,
  heading: Heading,
  { version, created_at }: { version: number; created_at: Date },
  expected_files: ExpectedFileView[],
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
    expected_files,
    files_to_remove: null,
    removed_files: [],
    is_unreadable: false,
  };
}

export function sealInstruction(
  key: OwnerKey,
  id: string,
  input: InstructionInput,
  heading: Heading,
) {
  const seal_id = newId();
  const { title, preview, recipient_name, recipient_email } = heading;
  const parts = [title, preview, recipient_name, recipient_email];
  return {
    heading: key.seal(id, 'heading', JSON.stringify(parts), seal_id),
    has_recipient: recipient_email !== null,
    category: input.category,
    priority: input.priority,
    content: key.seal(id, 'content', input.content, seal_id),
    text_digest: key.digest(`text/${id}`, JSON.stringify([title, input.content])),
    seal_id,
  };
}

export function openHeading(reader: TextReader, row: SealedHeading): Heading {
  const opened = reader.open(row.id, 'heading', row.heading, row.seal_id);
  const [title, preview, recipient_name, recipient_email] = JSON.parse(opened);
  return { title, preview, recipient_name, recipient_email };
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
