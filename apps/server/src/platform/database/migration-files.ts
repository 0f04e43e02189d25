import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Migration {
  /** The name of its file, such as `0039_rehearsals`. */
  name: string;
  /** By which a database remembers it: of the file's content, as drizzle-kit has always done it. */
  hash: string;
  writtenAt: number;
  statements: string[];
  /** For what PostgreSQL does only outside of one: indexes that are built while others write. */
  isOutsideTransaction: boolean;
}

/** The first line of a migration that runs outside of a transaction. */
export const outsideMark = '-- outside of a transaction';

const betweenStatements = '--> statement-breakpoint';

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
      isOutsideTransaction: text.startsWith(`${outsideMark}\n`),
    };
  });
}

export function statementsOf(text: string): string[] {
  return text.split(betweenStatements).filter((statement) => statement.trim() !== '');
}
