import type { ConnectMailboxInput, MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import {
  type MailboxServer,
  type MailboxTrouble,
  mailboxPresets,
} from '@zavet/contract/mail/mailbox-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { ImapTrouble } from '../../../platform/imap/imap-trouble.ts';
import { withImap } from '../../../platform/imap/with-imap.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { mailboxNotice } from './mailbox-mails.ts';
import { deleteMailbox, findMailbox, insertMailbox, updateMailbox } from './mailbox-repository.ts';
import { stateAfterRestart } from './mailbox-rules.ts';
import { imapSettings } from './mailbox-services.ts';
import { readMailboxView } from './mailbox-settings.ts';
import { requireInbox } from './read-folder.ts';
import { isSameMailbox, type MailboxAccess, openAccess, sealAccess } from './sealed-mailbox.ts';
import { syncMailboxJob } from './sync-mailbox.ts';

/**
 * Tests the mailbox and saves it if it can be read. The same mailbox with a new password keeps its
 * lists; another one replaces the former.
 */
export async function connectMailbox(
  ctx: Context,
  owner: Owner,
  input: ConnectMailboxInput,
  caller: Caller,
): Promise<MailboxView> {
  const access = accessOf(input);
  await testMailbox(ctx, access);
  await saveMailbox(ctx, owner, access, caller);
  return (await readMailboxView(ctx, owner.user_id)) ?? fail('not_found');
}

function accessOf(input: ConnectMailboxInput): MailboxAccess {
  const { provider, email, user = email, password } = input;
  return { provider, email, user, password, ...serverOf(input) };
}

function serverOf({ provider, host, port, security }: ConnectMailboxInput): MailboxServer {
  if (provider !== 'other') return mailboxPresets[provider];
  // Required by the contract.
  return { host: host ?? '', port: port ?? 0, security: security ?? 'tls' };
}

/** Shorter than usual, because the owner waits. */
const testTimeouts = { connectMs: 10_000, commandMs: 5_000 };

async function testMailbox(ctx: Context, access: MailboxAccess): Promise<void> {
  try {
    await withImap({ ...imapSettings(ctx), timeouts: testTimeouts }, access, requireInbox);
  } catch (error) {
    if (error instanceof ImapTrouble) fail(failureCodes[error.trouble]);
    throw error;
  }
}

const failureCodes = {
  login_refused: 'mailbox_login_refused',
  folder_missing: 'mailbox_folder_missing',
  host_forbidden: 'mailbox_host_forbidden',
  certificate_refused: 'mailbox_certificate_refused',
  unreachable: 'mailbox_unreachable',
  server_failed: 'mailbox_unreachable',
} as const satisfies Record<MailboxTrouble, string>;

async function saveMailbox(
  ctx: Context,
  { user_id }: Owner,
  access: MailboxAccess,
  caller: Caller,
): Promise<void> {
  const { database, clock, jobs, vault } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const key = await vault.keyOf(user_id);
    const now = clock.now();
    const former = await findMailbox(database, user_id);
    const isSame = former !== undefined && isSameMailbox(openAccess(key, former), access);
    const id = isSame ? former.id : newId();
    const seal_id = newId();
    const saved = {
      ...{ seal_id, access: sealAccess(key, { id, seal_id }, access) },
      state: stateAfterRestart(isSame ? former.last_email_sync : null),
      ...{ trouble: null, trouble_since: null, failed_tries: 0 },
      ...{ next_sync_at: now, enqueued_at: now },
      // A running sync with the former password must not record its result.
      ...{ sync_id: null, sync_held_until: null },
    };
    if (isSame) await updateMailbox(database, id, saved);
    else {
      await deleteMailbox(database, user_id);
      await insertMailbox(database, { user_id, id, connected_at: now, ...saved });
    }
    await recordSecurityEvent(database, user_id, 'mailbox_connected', caller, now);
    await enqueueMail(ctx, mailboxNotice, { event: 'connected', user_id, at: now.toISOString() });
    await jobs.enqueue(syncMailboxJob, { mailbox_id: id });
  });
}

/** Deletes password and lists immediately. A running sync loses its claim. */
export async function disconnectMailbox(
  { database, clock }: Context,
  { user_id }: Owner,
  caller: Caller,
): Promise<void> {
  await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    if (!(await deleteMailbox(database, user_id))) fail('not_found');
    await recordSecurityEvent(database, user_id, 'mailbox_disconnected', caller, clock.now());
  });
}
