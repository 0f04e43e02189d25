import { daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { feature, jobOf, on, provide } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import {
  accountDeleting,
  addressChanged,
  ownersWithContact,
} from '../../identity/account/index.ts';
import { listOwnersBoundTo } from './bound-contact-repository.ts';
import { confirmationCardMail } from './confirmation-card.ts';
import { unbindContacts, updateContactAddresses } from './contact-account-sync.ts';
import { contactChanged } from './contact-mails.ts';
import { deleteOldContactNotices } from './contact-repository.ts';
import { contactRoutes } from './contact-routes.ts';
import { listContacts } from './contact-view.ts';
import { contactInvitation, lateInvitation } from './invitation-mails.ts';
import {
  reconfirmationMail,
  requestReconfirmations,
} from './reconfirmation/request-reconfirmations.ts';

export {
  type Assignments,
  areRemindersPaused,
  assignments,
  contactAcceptedLate,
  contactUnconfirmed,
  type OwnersProtocol,
  ownersProtocol,
} from './contact-ports.ts';
export {
  listOwnersByContactEmail,
  markContactsActivated,
  markContactsRearmed,
} from './contact-repository.ts';
export { shownStatus } from './contact-rules.ts';
export { contactInvitations, contactReconfirmations, trustedContacts } from './contact-tables.ts';
export { openPrivateText } from './contact-view.ts';
export { findNamedOwner } from './invitation-repository.ts';
export { issueLateInvitation } from './invite-contact.ts';
export { openCardByContactId } from './open-card.ts';
export {
  reconfirmAsContact,
  recordImpliedReconfirmation,
} from './reconfirmation/answer-reconfirmation.ts';
export { eraseContactByEmail } from './remove-contact.ts';
export { importContacts } from './write-contact.ts';

export const contactsFeature = feature({
  name: 'contacts',
  routes: contactRoutes,
  jobs: [
    jobOf(jobName<object>('request-reconfirmations'), {
      purpose: 'asks confirmed contacts for their yearly reconfirmation',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '40 9 * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => requestReconfirmations(ctx, signal),
    }),
  ],
  mails: [
    contactInvitation,
    lateInvitation,
    contactChanged,
    confirmationCardMail,
    reconfirmationMail,
  ],
  on: [
    on(accountDeleting, (ctx, { user_id }) => unbindContacts(ctx, user_id)),
    on(addressChanged, (ctx, { user_id }) => updateContactAddresses(ctx, user_id)),
  ],
  provides: [
    provide(
      ownersWithContact,
      ({ database }) =>
        (userId) =>
          listOwnersBoundTo(database, userId),
    ),
  ],
  exports: { contacts: (ctx, user_id) => listContacts(ctx, { user_id, session_id: '' }) },
  retention: {
    contact_notices: async ({ database }, now, limit) => {
      const before = daysAfter(now, -retention.lastMailDays);
      return { contact_notices: await deleteOldContactNotices(database, before, limit) };
    },
  },
});
