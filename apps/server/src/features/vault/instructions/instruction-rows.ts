import type {
  InstructionCategory,
  InstructionPriority,
  InstructionStatus,
} from '@zavet/contract/instructions/instruction-values';
import type { SealedHeading } from './heading.ts';

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

export interface ListedRemovedFile {
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
