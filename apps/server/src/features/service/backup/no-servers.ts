import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../platform/database/database.ts';
import { CommandRefused } from '../../../platform/process/refusals.ts';
import { countServers } from './backup-repository.ts';

const goodbyeTries = 10;
const goodbyePauseMs = 300;

/** Servers would go on with what is no longer there. Their connections end a moment after them. */
export async function assertNoServers(database: Database): Promise<void> {
  for (let tries = 1; (await countServers(database)) > 0; tries += 1) {
    if (tries === goodbyeTries) {
      throw new CommandRefused('Servers or workers still use the database; stop them first.');
    }
    await pause(goodbyePauseMs);
  }
}
