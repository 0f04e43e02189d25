import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives `work` a folder with the first `count` migrations only, to bring a database to an older state. */
export async function withFirstMigrations<T>(
  folder: string,
  count: number,
  work: (older: string) => Promise<T>,
): Promise<T> {
  const older = await mkdtemp(join(tmpdir(), 'zavet-migrations-'));
  try {
    const journal = JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8'));
    const entries: { tag: string }[] = journal.entries.slice(0, count);
    await mkdir(join(older, 'meta'));
    await writeFile(join(older, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) {
      await copyFile(join(folder, `${tag}.sql`), join(older, `${tag}.sql`));
    }
    return await work(older);
  } finally {
    await rm(older, { recursive: true, force: true });
  }
}
