import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with these migrations, as drizzle-kit writes them; the names give their order. */
export function migrationsFolderWith(migrations: Record<string, string[]>): string {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-migrations-'));
  mkdirSync(join(folder, 'meta'));
  const entries = Object.keys(migrations).map((tag, idx) => ({ idx, tag, when: idx + 1 }));
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }));
  for (const [tag, statements] of Object.entries(migrations)) {
    writeFileSync(join(folder, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
  }
  return folder;
}
