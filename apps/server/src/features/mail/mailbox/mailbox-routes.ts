import { mailboxEndpoints } from '@zavet/contract/mailbox/mailbox-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import { connectMailbox } from './connect-mailbox.ts';
import { disconnectMailbox } from './disconnect-mailbox.ts';
import { listMailboxMessages } from './list-messages.ts';
import type { MailboxDeps } from './mailbox-deps.ts';
import { orderSync } from './order-sync.ts';
import { readMailbox } from './read-mailbox.ts';
import { downloadAttachment } from './reading/download-attachment.ts';
import { openMail } from './reading/open-mail.ts';
import { readMessage } from './reading/read-message.ts';
import { setMailboxSync } from './set-mailbox-sync.ts';

export function mailboxRoutes(deps: MailboxDeps): Route[] {
  return [
    route(mailboxEndpoints.getMailbox, async ({ owner }) => ({
      mailbox: await readMailbox(deps, owner.user_id),
    })),
    route(mailboxEndpoints.connectMailbox, ({ owner, body, caller }) =>
      connectMailbox(deps, owner, body, caller),
    ),
    route(mailboxEndpoints.setMailboxSync, ({ owner, body }) =>
      setMailboxSync(deps, owner.user_id, body.auto_sync_enabled),
    ),
    route(mailboxEndpoints.disconnectMailbox, async ({ owner, caller }) => {
      await disconnectMailbox(deps, owner, caller);
      return {};
    }),
    route(mailboxEndpoints.syncMailbox, ({ owner }) => orderSync(deps, owner.user_id)),
    route(mailboxEndpoints.listMailboxMessages, ({ owner, query, signal }) =>
      listMailboxMessages(deps, owner.user_id, query, signal),
    ),
    route(mailboxEndpoints.getMailboxMessage, ({ owner, params }) =>
      readMessage(deps, owner.user_id, params.id),
    ),
    route(mailboxEndpoints.showMailboxMessage, async ({ owner, params, query: looks }) => {
      const wanted = { kind: 'page', looks } as const;
      return (await openMail(deps, owner.user_id, params.id, wanted)).result;
    }),
    route(mailboxEndpoints.downloadMailboxAttachment, ({ owner, params }) =>
      downloadAttachment(deps, owner.user_id, params.id, params.index),
    ),
  ];
}
