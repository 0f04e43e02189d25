import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOutsideTransaction, statementsOf } from './migration-rules.ts';

export interface Migration {
  /** The name of its file, such as `0000_schema`. */
  name: string;
  /** By which a database remembers it: of the file's content, as drizzle-kit has always done it. */
  hash: string;
  writtenAt: number;
  statements: string[];
  /** For what PostgreSQL does only outside of one: indexes that are built while others write. */
  isOutsideTransaction: boolean;
}

interface Journal {
  entries: { tag: string; when: number }[];
}

/** The migrations of a folder in their order, as drizzle-kit has written them down. */
export function readMigrations(folder: string): Migration[] {
  const journal: Journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    return {
      name: tag,
      hash: createHash('sha256').update(text).digest('hex'),
      writtenAt: when,
      statements: statementsOf(text),
      isOutsideTransaction: isOutsideTransaction(text),
    };
  });
}
