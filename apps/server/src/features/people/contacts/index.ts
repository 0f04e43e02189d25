import { daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { feature, jobOf, on, provide } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { accountLeaving, addressChanged, ownersNaming } from '../../identity/account/index.ts';
import { listOwnersBoundTo } from './bound-contact-repository.ts';
import { followAddress, unbindContacts } from './contact-entries.ts';
import { forgetContactNotices } from './contact-notice-repository.ts';
import { contactRoutes } from './contact-routes.ts';
import { contactMails } from './emails/contact-mails.ts';
import { listContacts } from './list-contacts.ts';
import { askContacts } from './yearly/ask-contacts.ts';

export { openCardOf } from './card/open-card.ts';
export {
  type Assignments,
  areRemindersPaused,
  assignments,
  contactJoined,
  contactLeft,
  type OwnersProtocol,
  ownersProtocol,
} from './contact-ports.ts';
export { listOwnersNaming, markActivated, markArmedAgain } from './contact-repository.ts';
export { shownStatus } from './contact-rules.ts';
export { contactChecks, contactInvitations, trustedContacts } from './contact-tables.ts';
export { openPrivateText } from './contact-view.ts';
export { eraseContactOf } from './erase-contact.ts';
export { importContacts } from './import-contacts.ts';
export { issueLateInvitation } from './issue-invitation.ts';
export { findNamedOwner } from './named-owner.ts';
export { reconfirmAsContact } from './yearly/confirm-still-here.ts';
export { countAsStillHere } from './yearly/count-as-still-here.ts';

export const contactsFeature = feature({
  name: 'contacts',
  routes: contactRoutes,
  jobs: [
    jobOf(jobName<object>('ask-contacts'), {
      purpose: 'asks confirmed contacts for their yearly reconfirmation',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '40 9 * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => askContacts(ctx, signal),
    }),
  ],
  mails: contactMails,
  on: [
    on(accountLeaving, (ctx, { user_id }) => unbindContacts(ctx, user_id)),
    on(addressChanged, (ctx, { user_id }) => followAddress(ctx, user_id)),
  ],
  provides: [
    provide(
      ownersNaming,
      ({ database }) =>
        (userId) =>
          listOwnersBoundTo(database, userId),
    ),
  ],
  exports: { contacts: (ctx, user_id) => listContacts(ctx, { user_id, session_id: '' }) },
  retention: {
    contact_notices: async ({ database }, now, limit) => {
      const changed = daysAfter(now, -retention.lastMailDays);
      return { contact_notices: await forgetContactNotices(database, changed, limit) };
    },
  },
});
