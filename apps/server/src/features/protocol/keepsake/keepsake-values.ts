/** Fixed names inside a keepsake: links lead to them, and its READ-ME names them. */
export const keepsakeNames = {
  readMe: 'READ-ME.txt',
  index: 'index.html',
  letter: 'letter.html',
  print: 'letter.pdf',
  files: 'files',
} as const;

/** Who it is from and for, as far as that is known. */
export interface KeepsakeFacts {
  owner_name: string;
  recipient_name: string | null;
  started_by: string | null;
  saved_at: Date;
  support_email: string;
}

/** What became of a file: it is there, its end is missing, or nothing of it could be read. */
export type KeptState = 'whole' | 'cut' | 'missing';

export interface KeptFile {
  /** As its owner called it. */
  file_name: string;
  /** As it is called in its folder. */
  name: string;
  size_bytes: number;
  mime_type: string;
  state: KeptState;
}

export interface KeptLetter {
  /** Its folder in the archive. */
  folder: string;
  /** Null where the record is damaged. */
  text: { title: string; content: string; written_at: Date } | null;
  files: KeptFile[];
}

/** Of a letter that is written already, what the list of all of them says. */
export interface ListedLetter extends Omit<KeptLetter, 'text'> {
  title: string;
  written_at: Date | null;
}
