import {
  type MailboxFolder,
  type MailboxState,
  type MailboxTrouble,
  mailboxLimits,
} from '@zavet/contract/mail/mailbox-values';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Interval of automatic syncs. */
const syncIntervalMs = 15 * minute;
const firstRetryMs = 5 * minute;
const maxRetryMs = day;
/** A server unavailable for this long stops the mailbox. */
const stopAfterMs = 7 * day;

/** Temporary errors. All others require an action of the owner. */
const temporaryTroubles: readonly MailboxTrouble[] = ['unreachable', 'server_failed'];

interface SyncState {
  state: MailboxState;
  trouble_since: Date | null;
  failed_tries: number;
}

interface StateAfterTrouble extends SyncState {
  trouble: MailboxTrouble;
  trouble_since: Date;
  next_sync_at: Date | null;
}

export function stateAfterTrouble(
  { state, trouble_since, failed_tries }: SyncState,
  trouble: MailboxTrouble,
  now: Date,
): StateAfterTrouble {
  const since = trouble_since ?? now;
  const failure = { trouble, trouble_since: since, failed_tries: failed_tries + 1 };
  const isExhausted = now.getTime() - since.getTime() >= stopAfterMs;
  if (!temporaryTroubles.includes(trouble) || isExhausted) {
    return { ...failure, state: 'stopped', next_sync_at: null };
  }
  const retryMs = Math.min(firstRetryMs * 2 ** failed_tries, maxRetryMs);
  return { ...failure, state, next_sync_at: new Date(now.getTime() + retryMs) };
}

export function nextSyncAt(isAutomatic: boolean, now: Date): Date | null {
  return isAutomatic ? new Date(now.getTime() + syncIntervalMs) : null;
}

/** The state of a mailbox that is connected again or restarted. */
export function stateAfterRestart(lastSync: Date | null): MailboxState {
  return lastSync ? 'working' : 'first_sync';
}

export interface ServerFolder {
  path: string;
  specialUse?: string | undefined;
  flags: ReadonlySet<string>;
}

/** Names of the spam folder on servers that do not flag it. */
const spamNames = new Set([
  ...['spam', 'junk', 'junk e-mail', 'junk email', 'bulk mail', 'bulk', 'спам', 'рассылки и спам'],
  ...['нежелательная почта', 'нежелательные', 'indésirables', 'courrier indésirable', 'skräppost'],
  ...['roskaposti', 'lixo eletrônico', 'lixo eletrónico', 'lixo electrónico', 'correio indesejado'],
]);

/** Path on the server; undefined without such a folder. */
export function findFolderPath(
  folders: readonly ServerFolder[],
  folder: MailboxFolder,
): string | undefined {
  const real = folders.filter(({ flags }) => !isPlaceholder(flags));
  if (folder === 'inbox') return real.find(({ path }) => path.toUpperCase() === 'INBOX')?.path;
  const marked = real.find(({ specialUse }) => specialUse === '\\Junk');
  return (marked ?? real.find(({ path }) => spamNames.has(lastName(path))))?.path;
}

function isPlaceholder(flags: ReadonlySet<string>): boolean {
  return flags.has('\\Noselect') || flags.has('\\NonExistent');
}

/** The last segment of a folder path, for any separator. */
function lastName(path: string): string {
  return (path.split(/[/.\\]/).at(-1) ?? path).normalize('NFC').toLowerCase();
}

/** Difference between a folder on the server and its listed mails. */
export interface FolderChanges {
  /** Not yet listed, newest first. */
  missing: number[];
  /** Listed, but no longer among the newest mails of the folder. */
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

export function splitIntoBatches<T>(all: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < all.length; start += size)
    batches.push(all.slice(start, start + size));
  return batches;
}
