import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@zavet/contract/endpoints';
import { limits } from '@zavet/contract/limits';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from './call.ts';
import { median } from './measure.ts';
import { newOwners } from './owners.ts';
import { startServer } from './server.ts';
import { addContacts } from './vault.ts';

const rounds = 7;
const callsPerRound = 1000;
const pauseMs = 3;
const searchingOwners = 4;
/**
 * As much text as an account may keep, in the longest texts; Cyrillic takes two bytes per letter.
 */
const textBytes = limits.textsMb * 1024 * 1024 * 0.99;
const text = 'Где лежит завещание. '.repeat(1 + limits.instructionTextMaxLength / 21);
const content = text.slice(0, limits.instructionTextMaxLength);

/**
 * Compares the 99th percentile of a version call while another owner with the maximum of text keeps
 * searching with that without searches. Measures alternately on one server.
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
    await versionTimes(server.url);
    const quiet: number[] = [];
    const searching: number[] = [];
    const searchTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(ninetyNinth(await versionTimes(server.url)));
      const stop = keepSearching(targets, searchTimes);
      searching.push(ninetyNinth(await versionTimes(server.url)));
      await stop();
    }
    const ratio = (median(searching) / median(quiet)).toFixed(2);
    const each = searching.map((time, round) => (time / (quiet[round] ?? 0)).toFixed(2));
    return [
      `version, 99th percentile, another owner searching : none searching  ${ratio} (at most 4)`,
      `(medians of ${rounds} rounds, ${median(searching).toFixed(1)} ms : ${median(quiet).toFixed(1)} ms; by round ${each.join(', ')}; ${searchTimes.length} searches of ${limits.textsMb} MB, ${median(searchTimes).toFixed(0)} ms each)`,
    ];
  } finally {
    await server.stop();
    await postgres.stop();
  }
}

async function fillTexts(target: Target): Promise<void> {
  const trusted_contact_ids = await addContacts(target);
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

/** Searches without pause; alternates between owners because of rate limits. */
function keepSearching(targets: readonly Target[], times: number[]): () => Promise<void> {
  let isStopped = false;
  const searching = (async () => {
    while (!isStopped) {
      const target = targets[times.length % targets.length];
      if (!target) throw new Error('There is no searching owner.');
      const startedAt = performance.now();
      await call(target, endpoints.searchInstructions, { body: { query: 'шкатулка' } });
      times.push(performance.now() - startedAt);
    }
  })();
  return () => {
    isStopped = true;
    return searching;
  };
}

async function versionTimes(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < callsPerRound; count += 1) {
    const startedAt = performance.now();
    await call({ url, cookie: '' }, endpoints.getVersion);
    times.push(performance.now() - startedAt);
    await pause(pauseMs);
  }
  return times;
}

function ninetyNinth(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
