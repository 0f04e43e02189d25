import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@zavet/contract/endpoints';
import { limits } from '@zavet/contract/limits';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from './call.ts';
import { newOwners } from './owners.ts';
import { median } from './rounds.ts';
import { startServer } from './server.ts';
import { nameContacts } from './vault.ts';

const rounds = 7;
const callsARound = 1000;
const pauseMs = 3;
const searchingOwners = 4;
/** As much text as an account may keep, in the longest texts; Cyrillic takes two bytes a letter. */
const textBytes = limits.textsMb * 1024 * 1024 * 0.99;
const text = 'Где лежит завещание. '.repeat(1 + limits.instructionTextMaxLength / 21);
const content = text.slice(0, limits.instructionTextMaxLength);

/**
 * How long a health call takes, in the slowest hundredth, while another owner with as much text as an
 * account may keep searches again and again, against without. By turns, on one server.
 */
export async function search(): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const databaseUrl = await postgres.newDatabase('zavet');
  const server = await startServer(databaseUrl);
  try {
    const targets = (await newOwners(server, searchingOwners)).map(({ cookie }) => ({
      url: server.url,
      cookie,
    }));
    for (const target of targets) await fillTexts(target);
    await healthTimes(server.url);
    const quiet: number[] = [];
    const searching: number[] = [];
    const searchTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(ninetyNinth(await healthTimes(server.url)));
      const stop = keepSearching(targets, searchTimes);
      searching.push(ninetyNinth(await healthTimes(server.url)));
      await stop();
    }
    const ratio = (median(searching) / median(quiet)).toFixed(2);
    const each = searching.map((time, round) => (time / (quiet[round] ?? 0)).toFixed(2));
    return [
      `health, 99th percentile, another owner searching : none searching  ${ratio} (at most 4)`,
      `(medians of ${rounds} rounds, ${median(searching).toFixed(1)} ms : ${median(quiet).toFixed(1)} ms; by round ${each.join(', ')}; ${searchTimes.length} searches of ${limits.textsMb} MB, ${median(searchTimes).toFixed(0)} ms each)`,
    ];
  } finally {
    await server.stop();
    await postgres.stop();
  }
}

async function fillTexts(target: Target): Promise<void> {
  const trusted_contact_ids = await nameContacts(target);
  const count = Math.floor(textBytes / Buffer.byteLength(content));
  for (let written = 0; written < count; written += 1) {
    await call(target, endpoints.createInstruction, {
      body: {
        draft_id: crypto.randomUUID(),
        title: `Где лежит завещание ${written}`,
        category: 'notary',
        priority: 'high',
        content,
        recipient_name: '',
        recipient_email: '',
        trusted_contact_ids,
      },
    });
  }
}

/** One search after the other; those who search take turns, since each may only so often. */
function keepSearching(targets: readonly Target[], times: number[]): () => Promise<void> {
  let isOver = false;
  const searching = (async () => {
    while (!isOver) {
      const target = targets[times.length % targets.length];
      if (!target) throw new Error('Nobody searches.');
      const startedAt = performance.now();
      await call(target, endpoints.searchInstructions, { body: { query: 'шкатулка' } });
      times.push(performance.now() - startedAt);
    }
  })();
  return () => {
    isOver = true;
    return searching;
  };
}

async function healthTimes(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < callsARound; count += 1) {
    const startedAt = performance.now();
    await call({ url, cookie: '' }, endpoints.getHealth);
    times.push(performance.now() - startedAt);
    await pause(pauseMs);
  }
  return times;
}

function ninetyNinth(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
