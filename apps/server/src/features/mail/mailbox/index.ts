import { feature, jobOf } from '../../../feature.ts';
import { mailboxNotice } from './mailbox-mails.ts';
import { mailboxRoutes } from './mailbox-routes.ts';
import {
  enqueueDueSyncs,
  refreshMailboxesJob,
  syncMailbox,
  syncMailboxJob,
} from './sync-mailbox.ts';

export const mailboxFeature = feature({
  name: 'mailbox',
  routes: mailboxRoutes,
  jobs: [
    jobOf(syncMailboxJob, {
      purpose: 'synchronises the lists of a connected mailbox',
      // An unfinished sync is due again a minute later.
      retry: 'never',
      // A hanging mail server must not block other mailboxes.
      concurrency: 4,
      expireSeconds: 1_800,
      run: (ctx, { mailbox_id }, signal) => syncMailbox(ctx, mailbox_id, signal),
    }),
    jobOf(refreshMailboxesJob, {
      purpose: 'enqueues `sync-mailbox` for due mailboxes',
      retry: 'never',
      expireSeconds: 60,
      schedule: '* * * * *',
      onTimeTravel: 'waits',
      run: (ctx) => enqueueDueSyncs(ctx),
    }),
  ],
  mails: [mailboxNotice],
});
