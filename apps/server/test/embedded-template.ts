import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateEmbedded } from '../src/platform/database/migrate.ts';
import { openEmbedded } from '../src/platform/database/open-database.ts';
import { migrationsFolder, prepareJobs } from './prepare-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    embeddedTemplate: string;
  }
}

/** A prepared embedded database that tests copy; making one again takes seconds each time. */
export async function setup(project: TestProject): Promise<() => void> {
  const template = mkdtempSync(join(tmpdir(), 'zavet-template-'));
  const database = await openEmbedded(template);
  await migrateEmbedded(database, migrationsFolder);
  await prepareJobs(database);
  await database.close();
  project.provide('embeddedTemplate', template);
  return () => rmSync(template, { recursive: true, force: true });
}
