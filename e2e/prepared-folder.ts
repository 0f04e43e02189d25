import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningServer } from './running-server.ts';

/**
 * Lets a server make its database and its keys once, before all journeys. Every server of a journey
 * starts on a copy: making them again takes longer than the rest of a start.
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls it.
export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'zavet-prepared-'));
  await RunningServer.prepare(folder);
  process.env.PREPARED_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true });
}
