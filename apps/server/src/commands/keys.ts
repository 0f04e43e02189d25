import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { readConfiguration } from '../config/configuration.ts';
import {
  dropRefusal,
  isFullyRewrapped,
  type KeyStatus,
} from '../features/identity/owner-keys/key-rules.ts';
import type { Rewrapped } from '../features/identity/owner-keys/rewrap-all-keys.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { lockFolder } from '../platform/database/folder-lock.ts';
import { addKeyToFile } from '../platform/encryption/key-file.ts';
import {
  findKeyAside,
  keysAside,
  putKeyAside,
  takeKeyBack,
} from '../platform/encryption/keys-aside.ts';
import { loadPresentMasterKeys } from '../platform/encryption/master-keys.ts';
import {
  CommandRefused,
  ConfigurationInvalid,
  UsageInvalid,
} from '../platform/process/refusals.ts';
import { withDatabase } from './command-database.ts';
import { type KeyCommands, openKeyCommands } from './key-commands.ts';
import type { Command } from './run-command.ts';

type Order =
  | { kind: 'status' }
  | { kind: 'rotate' }
  | { kind: 'drop' | 'take-back'; version: number };
type Tell = (sentence: string) => void;

/** Shows the master keys, adds a new one and closes everything with it, puts an old one aside. */
export const command: Command = async (args, { tell, signal, env }) => {
  const order = orderOf(args);
  const configuration = readConfiguration(env);
  const masterKeys = loadPresentMasterKeys(configuration.masterKey);
  const { path } = masterKeys;
  // Two who change one file at once would lose the key of one.
  const lock =
    path !== undefined && order.kind !== 'status' ? await lockFolder(dirname(path)) : undefined;
  // Without it the database may not be opened at all.
  if (order.kind === 'take-back') {
    try {
      return takeBack(path, order.version, tell);
    } finally {
      await lock?.release();
    }
  }
  try {
    await withDatabase(configuration, async (database) => {
      const desk = await openKeyCommands(database, masterKeys);
      if (order.kind === 'status') showStatus(await desk.status(), path, tell);
      if (order.kind === 'rotate') await rotate(desk, path, tell, signal);
      if (order.kind === 'drop') await drop(desk, path, order.version, tell);
    });
  } finally {
    await lock?.release();
  }
};

function orderOf([word, version, ...rest]: string[]): Order {
  if (word === undefined) return { kind: 'status' };
  if (word === 'rotate' && version === undefined) return { kind: 'rotate' };
  const isVersion = /^[1-9]\d{0,8}$/.test(version ?? '') && rest.length === 0;
  if ((word === 'drop' || word === 'take-back') && isVersion) {
    return { kind: word, version: Number(version) };
  }
  throw new UsageInvalid(
    'Use npm run keys, npm run keys -- rotate, npm run keys -- drop <version>, or npm run keys -- take-back <version>.',
  );
}

function showStatus(
  { versions, newest, service, ...status }: KeyStatus,
  path: string | undefined,
  tell: Tell,
): void {
  for (const version of versions) {
    const countOf = (counted: KeyStatus['owners']) =>
      counted.find(({ master_version }) => master_version === version)?.keys ?? 0;
    const facts = [`closes ${countOf(status.owners)} owner keys`];
    const requests = countOf(status.requests);
    if (requests > 0) facts.push(`and ${requests} keys of requests`);
    if (version === service) facts.push('and the service key');
    tell(`Master key ${version}${version === newest ? ' (newest)' : ''} ${facts.join(' ')}.`);
  }
  for (const { version, since, path: aside } of path === undefined ? [] : keysAside(path)) {
    tell(`Master key ${version} lies aside in ${aside} since ${since}.`);
  }
}

async function rotate(
  desk: KeyCommands,
  path: string | undefined,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  const before = await desk.status();
  if (before.service === undefined) {
    throw new CommandRefused('The database holds no keys yet; start the server once.');
  }
  if (!(await finishRotation(desk, before, tell, signal))) {
    const added = addMasterKey(path, before.newest);
    tell(`Master key ${added} was added to ${path}; keep a copy of the file apart from backups.`);
    showRewrapped(await desk.rewrap(signal), tell);
  }
  const { versions, newest } = await desk.status();
  for (const version of versions.filter((one) => one !== newest)) {
    tell(
      `Older backups need master key ${version}; npm run keys -- drop ${version} takes it out of use and puts it aside.`,
    );
  }
}

/** Whether a newer master key was there already and had not closed everything yet. */
async function finishRotation(
  desk: KeyCommands,
  before: KeyStatus,
  tell: Tell,
  signal: AbortSignal,
): Promise<boolean> {
  if (isFullyRewrapped(before)) return false;
  const done = await desk.rewrap(signal);
  const isServiceKeyOlder = (before.service ?? before.newest) < before.newest;
  // Keys that no master key opens stay with an old one for ever; there was nothing to finish then.
  if (done.rewrapped === 0 && !isServiceKeyOlder) return false;
  tell(`Master key ${before.newest} was there already.`);
  showRewrapped(done, tell);
  return true;
}

function showRewrapped({ rewrapped, damaged, status }: Rewrapped, tell: Tell): void {
  tell(`${rewrapped} keys and the service key are closed with master key ${status.newest}.`);
  if (damaged.length === 0) return;
  tell(`${damaged.length} keys do not open and stay as they are: ${damaged.join(', ')}.`);
}

function addMasterKey(path: string | undefined, newest: number): number {
  if (path !== undefined) return addKeyToFile(path);
  const addition = `,${newest + 1}:${randomBytes(32).toString('base64')}`;
  throw new ConfigurationInvalid(
    `MASTER_KEY cannot be changed from here: append ${addition} (a new random key) to its value, restart all servers with it, then run npm run keys -- rotate again.`,
  );
}

async function drop(
  desk: KeyCommands,
  path: string | undefined,
  version: number,
  tell: Tell,
): Promise<void> {
  const reasons = {
    unknown: `There is no master key ${version}.`,
    newest: `Master key ${version} is the newest; it closes everything new.`,
    needed: `Keys are still closed with master key ${version}; run npm run keys -- rotate first.`,
  };
  const refusal = dropRefusal(await desk.status(), version);
  if (refusal) throw new CommandRefused(reasons[refusal]);
  if (path === undefined) {
    throw new ConfigurationInvalid(
      `MASTER_KEY cannot be changed from here: take ${version}:… out of its value yourself, nothing needs it any more.`,
    );
  }
  await desk.noteDropped(version);
  const aside = putKeyAside(path, version, systemClock.now());
  tell(
    `Master key ${version} was moved from ${path} to ${aside}; keep it apart as long as there are backups made with it.`,
  );
}

function takeBack(path: string | undefined, version: number, tell: Tell): void {
  if (path === undefined) {
    throw new ConfigurationInvalid(
      `MASTER_KEY cannot be changed from here: append ,${version}:<key> to its value yourself.`,
    );
  }
  const aside = findKeyAside(path, version);
  if (!aside) {
    throw new CommandRefused(
      `No master key ${version} lies beside ${path}; add it there yourself, as a line ${version}:<key>.`,
    );
  }
  takeKeyBack(path, aside);
  tell(`Master key ${version} was moved from ${aside.path} back to ${path}.`);
}
