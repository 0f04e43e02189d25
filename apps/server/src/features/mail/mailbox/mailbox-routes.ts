import { mailboxEndpoints } from '@zavet/contract/mail/mailbox-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { connectMailbox, disconnectMailbox } from './connect-mailbox.ts';
import { listMailboxMessages } from './list-messages.ts';
import { readMailboxView, requestSync, setMailboxSync } from './mailbox-settings.ts';
import { downloadAttachment, readMessage, readMessagePage } from './open-message.ts';

export function mailboxRoutes(ctx: Context): Route[] {
  return [
    route(mailboxEndpoints.getMailbox, async ({ owner }) => ({
      mailbox: await readMailboxView(ctx, owner.user_id),
    })),
    route(mailboxEndpoints.connectMailbox, ({ owner, body, caller }) =>
      connectMailbox(ctx, owner, body, caller),
    ),
    route(mailboxEndpoints.setMailboxSync, ({ owner, body }) =>
      setMailboxSync(ctx, owner.user_id, body.auto_sync_enabled),
    ),
    route(mailboxEndpoints.disconnectMailbox, async ({ owner, caller }) => {
      await disconnectMailbox(ctx, owner, caller);
      return {};
    }),
    route(mailboxEndpoints.syncMailbox, ({ owner }) => requestSync(ctx, owner.user_id)),
    route(mailboxEndpoints.listMailboxMessages, ({ owner, query, signal }) =>
      listMailboxMessages(ctx, owner.user_id, query, signal),
    ),
    route(mailboxEndpoints.getMailboxMessage, ({ owner, params }) =>
      readMessage(ctx, owner.user_id, params.id),
    ),
    route(mailboxEndpoints.getMailboxMessageHtml, ({ owner, params, query }) =>
      readMessagePage(ctx, owner.user_id, params.id, query),
    ),
    route(mailboxEndpoints.downloadMailboxAttachment, ({ owner, params }) =>
      downloadAttachment(ctx, owner.user_id, params.id, params.index),
    ),
  ];
}
