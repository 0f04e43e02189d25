import { type Context, perContext } from '../../../context.ts';
import {
  type ImapSettings,
  resolveByDns,
  usualTimeouts,
} from '../../../platform/imap/imap-host.ts';
import { ImapTrouble } from '../../../platform/imap/imap-trouble.ts';
import { type ImapAccess, type ImapSession, withImap } from '../../../platform/imap/with-imap.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import {
  findReading,
  recordRead,
  recordReadFailure,
  saveReadPosition,
} from './bounce-repository.ts';
import { receiveReport } from './receive-report.ts';

export const readBounceMailboxJob = jobName<object>('read-bounce-mailbox');

/** Between two notes of how far it was read. */
const readAtOnce = 50;
/** A report stands before the copy of our mail, which may be cut off. */
const readBytes = 256 * 1024;

/**
 * Reads what has come into the mailbox of reports. Reports are removed once they are stored; whatever
 * else lies there is left as it is. May run twice, at once, and die at any line: a report that is read
 * again is known.
 */
export async function readBounceMailbox(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { database, clock, log } = ctx;
  const mailbox = bounceMailbox(ctx);
  if (!mailbox) return;
  try {
    await withImap(mailbox.imap, mailbox.access, (session) =>
      readNew(ctx, mailbox, session, signal),
    );
    await recordRead(database, 'mailbox', clock.now());
  } catch (error) {
    const trouble = error instanceof ImapTrouble ? error.trouble : undefined;
    await recordReadFailure(database, 'mailbox', trouble ?? 'not_stored', clock.now());
    if (!trouble) throw error;
    log.warn(
      { code: 'bounce_mailbox_unread', trouble },
      'the mailbox of delivery reports cannot be read',
    );
  }
}

async function readNew(
  ctx: Context,
  { folder }: BounceMailbox,
  session: ImapSession,
  signal?: AbortSignal,
): Promise<void> {
  const opened = await session.ask((client) => client.mailboxOpen(folder));
  const uid_validity = Number(opened.uidValidity);
  const known = await findReading(ctx.database, 'mailbox');
  const before = known?.uid_validity === uid_validity ? (known.last_uid ?? 0) : 0;
  if (opened.exists === 0 || Number(opened.uidNext) <= before + 1) return;
  const found = await session.ask((client) =>
    client.search({ uid: `${before + 1}:*` }, { uid: true }),
  );
  if (found === false) throw new ImapTrouble('server_failed');
  // A range up to the last one names the last one, also where that is older.
  const uids = found.filter((uid) => uid > before).sort((a, b) => a - b);
  for (let start = 0; start < uids.length && !signal?.aborted; start += readAtOnce) {
    const some = uids.slice(start, start + readAtOnce);
    await readSome(ctx, session, some);
    await saveReadPosition(ctx.database, { uid_validity, last_uid: some.at(-1) ?? before });
  }
}

async function readSome(
  ctx: Context,
  session: ImapSession,
  uids: readonly number[],
): Promise<void> {
  const stored: number[] = [];
  for (const uid of uids) {
    const message = await session.ask(async (client) => {
      const fetched = await client.fetchOne(
        String(uid),
        { uid: true, source: { start: 0, maxLength: readBytes } },
        { uid: true },
      );
      // Somebody has removed it meanwhile.
      return { source: fetched ? (fetched.source ?? null) : null };
    });
    if (!message.source) continue;
    const received = await receiveReport(ctx, message.source);
    if (received === 'stored' || received === 'doubled') stored.push(uid);
  }
  if (stored.length === 0) return;
  await session.ask((client) => client.messageDelete(stored.join(','), { uid: true }));
}

/** The mailbox that reports come to. */
export interface BounceMailbox {
  access: ImapAccess;
  folder: string;
  imap: ImapSettings;
}

const bounceMailbox = perContext(
  ({ config: { bounces, mailbox } }) =>
    bounces?.mailbox && bounceMailboxOf(bounces.mailbox, mailbox.extraCertificates),
);

/** Its host is the operator's choice, in whatever network it lies. */
export function bounceMailboxOf(
  { folder, ...access }: ImapAccess & { folder: string },
  extraCertificates: string | undefined,
): BounceMailbox {
  const allowedHosts = new Set([`${access.host.toLowerCase()}:${access.port}`]);
  const imap = { allowedHosts, extraCertificates, resolve: resolveByDns, timeouts: usualTimeouts };
  return { access, folder, imap };
}
