import { dirname } from 'node:path';
import { readConfiguration } from '../config/configuration.ts';
import { appendAudit } from '../features/identity/audit/index.ts';
import { assertMasterKeysSuffice } from '../features/identity/owner-keys/check-keys.ts';
import {
  dropRefusal,
  isFullyRewrapped,
  type KeyStatus,
} from '../features/identity/owner-keys/key-rules.ts';
import {
  type CompletedRewrap,
  readKeyStatus,
  rewrapAllKeys,
} from '../features/identity/owner-keys/rewrap-keys.ts';
import { wiring } from '../features.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { lockFolder } from '../platform/database/folder-lock.ts';
import { addKeyToFile } from '../platform/encryption/key-file.ts';
import { findServiceKey } from '../platform/encryption/key-repository.ts';
import { loadExistingMasterKeys, type MasterKeys } from '../platform/encryption/master-keys.ts';
import {
  findRetiredKey,
  listRetiredKeys,
  reinstateKey,
  retireKey,
} from '../platform/encryption/retired-keys.ts';
import { assertServiceKeyUnwraps } from '../platform/encryption/service-key.ts';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { type Command, withDatabase } from './run-command.ts';

type Arguments =
  | { kind: 'status' }
  | { kind: 'rotate' }
  | { kind: 'drop' | 'take-back'; version: number };
type Print = (sentence: string) => void;

/** Shows the master keys, adds a new one and rewraps everything with it, or retires an old one. */
export const command: Command = async (args, { print, signal, env }) => {
  const parsed = parseArguments(args);
  const configuration = readConfiguration(env);
  const masterKeys = loadExistingMasterKeys(configuration.masterKey);
  const { path } = masterKeys;
  // Two concurrent changes of the key file would lose a key.
  const lock = parsed.kind === 'status' ? undefined : await lockFolder(dirname(path));
  try {
    // Taking a key back needs no database, which may not open without this key.
    if (parsed.kind === 'take-back') return takeBack(path, parsed.version, print);
    await withDatabase(configuration, async (database) => {
      const keys = { database, masterKeys, print };
      await assertKeysMatch(keys);
      if (parsed.kind === 'status') showStatus(await statusOf(keys), path, print);
      if (parsed.kind === 'rotate') await rotate(keys, signal);
      if (parsed.kind === 'drop') await drop(keys, parsed.version);
    });
  } finally {
    await lock?.release();
  }
};

function parseArguments([word, version, ...rest]: string[]): Arguments {
  if (word === undefined) return { kind: 'status' };
  if (word === 'rotate' && version === undefined) return { kind: 'rotate' };
  const isVersion = /^[1-9]\d{0,8}$/.test(version ?? '') && rest.length === 0;
  if ((word === 'drop' || word === 'take-back') && isVersion) {
    return { kind: word, version: Number(version) };
  }
  throw new UsageInvalid(
    'Use zavet keys, zavet keys rotate, zavet keys drop <version>, or zavet keys take-back <version>.',
  );
}

interface KeyContext {
  database: Database;
  masterKeys: MasterKeys;
  print: Print;
}

/** Refuses wrong keys before anything is changed. */
async function assertKeysMatch({ database, masterKeys }: KeyContext): Promise<void> {
  const serviceKey = await findServiceKey(database);
  if (serviceKey) assertServiceKeyUnwraps(masterKeys, serviceKey);
  await assertMasterKeysSuffice(database, masterKeys, wiring.keyTables);
}

function statusOf({ database, masterKeys }: KeyContext): Promise<KeyStatus> {
  return readKeyStatus(database, masterKeys, wiring.keyTables);
}

function showStatus(
  { versions, newest, service, ...status }: KeyStatus,
  path: string,
  print: Print,
): void {
  for (const version of versions) {
    const countOf = (counted: KeyStatus['owners']) =>
      counted.find(({ master_version }) => master_version === version)?.keys ?? 0;
    const facts = [`closes ${countOf(status.owners)} owner keys`];
    const requests = countOf(status.requests);
    if (requests > 0) facts.push(`and ${requests} keys of requests`);
    if (version === service) facts.push('and the service key');
    print(`Master key ${version}${version === newest ? ' (newest)' : ''} ${facts.join(' ')}.`);
  }
  for (const { version, since, path: aside } of listRetiredKeys(path)) {
    print(`Master key ${version} lies aside in ${aside} since ${since}.`);
  }
}

async function rotate(keys: KeyContext, signal: AbortSignal): Promise<void> {
  const { database, masterKeys, print } = keys;
  const { path } = masterKeys;
  const before = await statusOf(keys);
  if (before.service === undefined) {
    throw new CommandRefused('The database holds no keys yet; start the server once.');
  }
  if (!(await finishRotation(keys, before, signal))) {
    const added = addKeyToFile(path);
    print(`Master key ${added} was added to ${path}; keep a copy of the file apart from backups.`);
    showRewrapped(await rotateKeys(database, masterKeys, signal), print);
  }
  const { versions, newest } = await statusOf(keys);
  for (const version of versions.filter((one) => one !== newest)) {
    print(
      `Older backups need master key ${version}; zavet keys drop ${version} takes it out of use and puts it aside.`,
    );
  }
}

/**
 * Completes an earlier, incomplete rewrap with the newest master key. Returns false if there is
 * none.
 */
async function finishRotation(
  { database, masterKeys, print }: KeyContext,
  before: KeyStatus,
  signal: AbortSignal,
): Promise<boolean> {
  if (isFullyRewrapped(before)) return false;
  const done = await rotateKeys(database, masterKeys, signal);
  const isServiceKeyOlder = (before.service ?? before.newest) < before.newest;
  // Damaged keys keep their old master key permanently.
  if (done.rewrapped === 0 && !isServiceKeyOlder) return false;
  print(`Master key ${before.newest} was there already.`);
  showRewrapped(done, print);
  return true;
}

function showRewrapped({ rewrapped, damaged, status }: CompletedRewrap, print: Print): void {
  print(`${rewrapped} keys and the service key are closed with master key ${status.newest}.`);
  if (damaged.length === 0) return;
  print(`${damaged.length} keys do not open and stay as they are: ${damaged.join(', ')}.`);
}

async function drop(keys: KeyContext, version: number): Promise<void> {
  const { path } = keys.masterKeys;
  const reasons = {
    unknown: `There is no master key ${version}.`,
    newest: `Master key ${version} is the newest; it closes everything new.`,
    needed: `Keys are still closed with master key ${version}; run zavet keys rotate first.`,
  };
  const refusal = dropRefusal(await statusOf(keys), version);
  if (refusal) throw new CommandRefused(reasons[refusal]);
  await recordKeyDropped(keys.database, version);
  const aside = retireKey(path, version, systemClock.now());
  keys.print(
    `Master key ${version} was moved from ${path} to ${aside}; keep it apart as long as there are backups made with it.`,
  );
}

function takeBack(path: string, version: number, print: Print): void {
  const aside = findRetiredKey(path, version);
  if (!aside) {
    throw new CommandRefused(
      `No master key ${version} lies beside ${path}; add it there yourself, as a line ${version}:<key>.`,
    );
  }
  reinstateKey(path, aside);
  print(`Master key ${version} was moved from ${aside.path} back to ${path}.`);
}

/**
 * Rewraps all keys with the newest master key. Audited before and after, because it takes many
 * transactions.
 */
export async function rotateKeys(
  database: Database,
  masterKeys: MasterKeys,
  signal: AbortSignal,
): Promise<CompletedRewrap> {
  const deps = { database, clock: systemClock };
  const actor = { kind: 'command' } as const;
  await appendAudit(deps, {
    actor,
    act: 'key_rotation_started',
    facts: { version: masterKeys.newestVersion() },
  });
  const done = await rewrapAllKeys(database, masterKeys, wiring.keyTables, signal);
  const facts = {
    version: done.status.newest,
    rewrapped: done.rewrapped,
    damaged: done.damaged.length,
  };
  await appendAudit(deps, { actor, act: 'keys_rotated', facts });
  return done;
}

/** Audited before the drop: an entry without a drop is better than a drop without an entry. */
export function recordKeyDropped(database: Database, version: number): Promise<void> {
  return appendAudit(
    { database, clock: systemClock },
    { actor: { kind: 'command' }, act: 'key_dropped', facts: { version } },
  );
}
