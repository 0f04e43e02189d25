import {
  type MailboxFolder,
  type MailboxState,
  type MailboxTrouble,
  mailboxLimits,
} from '@zavet/contract/mail/mailbox-values';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How often a mailbox is refreshed by itself. */
const refreshEveryMs = 15 * minute;
const firstPauseMs = 5 * minute;
const longestPauseMs = day;
/** A server that was away for so long is given up until its owner asks for it. */
const givenUpAfterMs = 7 * day;

/** Troubles that pass by themselves. All others need the owner. */
const passing: readonly MailboxTrouble[] = ['unreachable', 'server_failed'];

interface Standing {
  state: MailboxState;
  trouble_since: Date | null;
  failed_tries: number;
}

interface AfterTrouble extends Standing {
  trouble: MailboxTrouble;
  trouble_since: Date;
  next_sync_at: Date | null;
}

/** What becomes of a mailbox that could not be refreshed. */
export function stateAfterTrouble(
  { state, trouble_since, failed_tries }: Standing,
  trouble: MailboxTrouble,
  now: Date,
): AfterTrouble {
  const since = trouble_since ?? now;
  const standing = { trouble, trouble_since: since, failed_tries: failed_tries + 1 };
  const isGivenUp = now.getTime() - since.getTime() >= givenUpAfterMs;
  if (!passing.includes(trouble) || isGivenUp) {
    return { ...standing, state: 'stopped', next_sync_at: null };
  }
  const pauseMs = Math.min(firstPauseMs * 2 ** failed_tries, longestPauseMs);
  return { ...standing, state, next_sync_at: new Date(now.getTime() + pauseMs) };
}

/** When a mailbox that was just refreshed is due again. */
export function nextSyncAt(isAutomatic: boolean, now: Date): Date | null {
  return isAutomatic ? new Date(now.getTime() + refreshEveryMs) : null;
}

/** What a mailbox is again when its owner has seen to it. */
export function restartedState(lastSync: Date | null): MailboxState {
  return lastSync ? 'working' : 'first_sync';
}

export interface ServerFolder {
  path: string;
  specialUse?: string | undefined;
  flags: ReadonlySet<string>;
}

/** What the folder for spam is called where its server does not mark it. */
const spamNames = new Set([
  ...['spam', 'junk', 'junk e-mail', 'junk email', 'bulk mail', 'bulk', 'спам', 'рассылки и спам'],
  ...['нежелательная почта', 'нежелательные', 'indésirables', 'courrier indésirable', 'skräppost'],
  ...['roskaposti', 'lixo eletrônico', 'lixo eletrónico', 'lixo electrónico', 'correio indesejado'],
]);

/** Where the mails of a folder of ours lie; undefined where the server has none. */
export function folderPath(
  folders: readonly ServerFolder[],
  folder: MailboxFolder,
): string | undefined {
  const real = folders.filter(({ flags }) => !isEmptyName(flags));
  if (folder === 'inbox') return real.find(({ path }) => path.toUpperCase() === 'INBOX')?.path;
  const marked = real.find(({ specialUse }) => specialUse === '\\Junk');
  return (marked ?? real.find(({ path }) => spamNames.has(lastName(path))))?.path;
}

function isEmptyName(flags: ReadonlySet<string>): boolean {
  return flags.has('\\Noselect') || flags.has('\\NonExistent');
}

/** Below the inbox or a namespace, whatever the server writes between. */
function lastName(path: string): string {
  return (path.split(/[/.\\]/).at(-1) ?? path).normalize('NFC').toLowerCase();
}

/** What differs between the mails of a server's folder and those that are listed here. */
export interface FolderChanges {
  /** Not listed yet, newest first. */
  missing: number[];
  /** Listed here, and no longer among the newest of the folder. */
  vanished: number[];
}

export function compareUids(onServer: readonly number[], listed: readonly number[]): FolderChanges {
  const newest = [...new Set(onServer)]
    .sort((a, b) => b - a)
    .slice(0, mailboxLimits.messagesPerFolder);
  const kept = new Set(newest);
  const known = new Set(listed);
  return {
    missing: newest.filter((uid) => !known.has(uid)),
    vanished: listed.filter((uid) => !kept.has(uid)),
  };
}

export function inBatches<T>(all: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < all.length; start += size)
    batches.push(all.slice(start, start + size));
  return batches;
}
