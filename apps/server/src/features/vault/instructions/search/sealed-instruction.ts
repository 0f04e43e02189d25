import type { Prepared } from '../../../../platform/database/prepared.ts';
import type { TextKey } from '../../../../platform/encryption/owner-key.ts';

/** What of an instruction can be found, sealed as it lies in the database. */
export interface SealedInstruction {
  id: string;
  heading: string;
  content: string;
  seal_id: string;
  files: { id: string; file_name: string }[];
}

/** A part of a search, as it goes to the thread that does the work. */
export interface SearchPart {
  key: TextKey;
  /** Reads the instructions of the part. */
  statement: Prepared;
  query: string;
}
