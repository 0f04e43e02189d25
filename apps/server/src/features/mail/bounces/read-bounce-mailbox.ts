import { type Context, perContext } from '../../../context.ts';
import {
  defaultTimeouts,
  type ImapSettings,
  resolveByDns,
} from '../../../platform/imap/imap-host.ts';
import { ImapTrouble } from '../../../platform/imap/imap-trouble.ts';
import { type ImapAccess, type ImapSession, withImap } from '../../../platform/imap/with-imap.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import {
  findSourceState,
  recordSourceFailure,
  recordSourceRead,
  saveMailboxPosition,
} from './bounce-repository.ts';
import { receiveReport } from './receive-report.ts';

export const readBounceMailboxJob = jobName<object>('read-bounce-mailbox');

/** The position is saved after each batch. */
const batchSize = 50;
/** The report precedes the copy of our mail, which may be cut off. */
const maxReportBytes = 256 * 1024;

export interface BounceMailbox {
  access: ImapAccess;
  folder: string;
  imap: ImapSettings;
}

const bounceMailbox = perContext(
  ({ config: { bounces } }) => bounces?.mailbox && bounceMailboxOf(bounces.mailbox),
);

/** Allows any host, also in a private network, because an administrator has configured it. */
export function bounceMailboxOf({
  folder,
  ...access
}: ImapAccess & { folder: string }): BounceMailbox {
  const allowedHosts = new Set([`${access.host.toLowerCase()}:${access.port}`]);
  const imap = { allowedHosts, resolve: resolveByDns, timeouts: defaultTimeouts };
  return { access, folder, imap };
}

/**
 * Reads new mails of the mailbox. Removes reports after storing them and leaves all other mails.
 * May run twice, also concurrently: a report is stored once.
 */
export async function readBounceMailbox(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { database, clock, log } = ctx;
  const mailbox = bounceMailbox(ctx);
  if (!mailbox) return;
  try {
    await withImap(mailbox.imap, mailbox.access, (session) =>
      readNewMessages(ctx, mailbox, session, signal),
    );
    await recordSourceRead(database, 'mailbox', clock.now());
  } catch (error) {
    const trouble = error instanceof ImapTrouble ? error.trouble : undefined;
    await recordSourceFailure(database, 'mailbox', trouble ?? 'not_stored', clock.now());
    if (!trouble) throw error;
    log.warn(
      { code: 'bounce_mailbox_unread', trouble },
      'the mailbox of delivery reports cannot be read',
    );
  }
}

async function readNewMessages(
  ctx: Context,
  { folder }: BounceMailbox,
  session: ImapSession,
  signal?: AbortSignal,
): Promise<void> {
  const opened = await session.ask((client) => client.mailboxOpen(folder));
  const uid_validity = Number(opened.uidValidity);
  const position = await findSourceState(ctx.database, 'mailbox');
  const lastUid = position?.uid_validity === uid_validity ? (position.last_uid ?? 0) : 0;
  if (opened.exists === 0 || Number(opened.uidNext) <= lastUid + 1) return;
  const found = await session.ask((client) =>
    client.search({ uid: `${lastUid + 1}:*` }, { uid: true }),
  );
  if (found === false) throw new ImapTrouble('server_failed');
  // IMAP ranges to `*` always include the last message, even if its UID is lower.
  const uids = found.filter((uid) => uid > lastUid).sort((a, b) => a - b);
  for (let start = 0; start < uids.length && !signal?.aborted; start += batchSize) {
    const batch = uids.slice(start, start + batchSize);
    await readBatch(ctx, session, batch);
    await saveMailboxPosition(ctx.database, { uid_validity, last_uid: batch.at(-1) ?? lastUid });
  }
}

async function readBatch(
  ctx: Context,
  session: ImapSession,
  uids: readonly number[],
): Promise<void> {
  const stored: number[] = [];
  for (const uid of uids) {
    const message = await session.ask(async (client) => {
      const fetched = await client.fetchOne(
        String(uid),
        { uid: true, source: { start: 0, maxLength: maxReportBytes } },
        { uid: true },
      );
      // `fetched` is false if the mail was removed in the meantime.
      return { source: fetched ? (fetched.source ?? null) : null };
    });
    if (!message.source) continue;
    const received = await receiveReport(ctx, message.source);
    if (received === 'stored' || received === 'duplicate') stored.push(uid);
  }
  if (stored.length === 0) return;
  await session.ask((client) => client.messageDelete(stored.join(','), { uid: true }));
}
