import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { migrateEmbedded } from '../src/platform/database/migrate.ts';
import { openEmbedded } from '../src/platform/database/open-database.ts';
import { createJobQueue } from '../src/platform/jobs/job-queue.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    embeddedTemplate: string;
  }
}

/** A prepared embedded database that tests copy; making one anew takes seconds each time. */
export async function setup(project: TestProject): Promise<() => void> {
  const template = mkdtempSync(join(tmpdir(), 'zavet-template-'));
  const database = await openEmbedded(template);
  const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
  await migrateEmbedded(database, migrations);
  const jobs = createJobQueue(database, pino({ level: 'silent' }));
  await jobs.start({ runsJobs: false });
  await jobs.stop();
  await database.close();
  project.provide('embeddedTemplate', template);
  return () => rmSync(template, { recursive: true, force: true });
}
