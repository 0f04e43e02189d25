import { daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import type { Context } from '../../context.ts';
import { feature, jobOf, on, provide } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { jobName } from '../../platform/jobs/job.ts';
import { paymentEffectsOf } from '../billing/payments/index.ts';
import { releaseAttempts } from '../billing/plans/index.ts';
import {
  accountDeleting,
  addressChanged,
  mustSignInToVeto,
  ownerAddresses,
} from '../identity/account/index.ts';
import { letterBounces } from '../mail/bounces/index.ts';
import {
  contactAcceptedLate,
  contactUnconfirmed,
  type OwnersProtocol,
  ownersProtocol,
} from '../people/contacts/index.ts';
import { importRules } from '../vault/data-export/index.ts';
import {
  findEffectiveActivation,
  findStartedActivation,
  listAttemptDays,
  listVetoableStarts,
} from './activation/activation-repository.ts';
import { doubtRoutes } from './activation/doubt-routes.ts';
import { createActivationEffects } from './activation/on-activation-paid.ts';
import {
  enqueueOrphanedRefund,
  recheckAfterDeparture,
  recheckWaitingJob,
  refundOrphaned,
  refundOrphanedJob,
} from './activation/on-departure.ts';
import { processWaitingActivations } from './activation/process-waiting-activations.ts';
import { expireStaleActivations } from './activation/stale-activations.ts';
import { vetoRoutes } from './activation/veto.ts';
import { needsSignIn } from './activation/veto-rules.ts';
import { protocolMails } from './emails/protocol-mails.ts';
import { legacyRoutes } from './legacies/legacy-routes.ts';
import { readOwnProtocol } from './legacies/read-protocol.ts';
import {
  remindOfExpiringLinks,
  reportUnreached,
  reportUnreachedJob,
  sendDeliveriesJob,
} from './letters/follow-up.ts';
import { catchUpLateContacts, releaseWithheld } from './letters/late-contacts.ts';
import { letterRoutes } from './letters/letter-desk.ts';
import { recordBouncedLetter } from './letters/record-bounce.ts';
import { sendLettersAndReschedule, sendOverdueLetters } from './letters/send-letters.ts';
import { findPeopleOfActivation } from './people-repository.ts';
import { rearmingRoutes } from './rearming/rearming.ts';
import { deleteOldRecallNotices } from './rearming/rearming-repository.ts';
import { recipientRoutes } from './recipient-page/recipient-routes.ts';
import { deleteDeadUploads, deleteEndedPapers } from './requests/papers-repository.ts';
import { requestRoutes, reviewRoutes } from './requests/request-routes.ts';
import { papersExpiredBefore } from './requests/request-rules.ts';
import { requestKeys } from './requests/request-tables.ts';
import {
  deleteOldFormerAddresses,
  isConfirmedSecondAddress,
  listOwnerAddresses,
} from './settings/address-repository.ts';
import { previewRoutes } from './settings/preview.ts';
import { removeDuplicateSecondAddress } from './settings/second-address.ts';
import { importReleaseRules, readRules } from './settings/settings.ts';
import { rulesRoutes } from './settings/settings-routes.ts';

export { tryPin } from './activation/start-permission.ts';
export type { OwnerAddress } from './activation/veto-rules.ts';
export {
  addressOfOwner,
  mailOwner,
  noteOwnerUnreached,
  type OwnerMailIds,
} from './emails/owner-mail.ts';
export { listLegacies } from './legacies/list-legacies.ts';
export { envelopes } from './letters/delivery-tables.ts';
export {
  activationRequests,
  contactVetoes,
  protocolRules,
  secondAddresses,
} from './protocol-tables.ts';
export {
  deleteHandoverContacts,
  endHandover,
  findCompleteHandovers,
  findExpiredContacts,
} from './rearming/end-handover.ts';
export { type HandoverRef, isHeldByProtocol } from './rearming/handover-repository.ts';
export { requestDocuments, requestPapers } from './requests/request-tables.ts';
export { countRequests } from './requests/reviews.ts';
export { listOwnerAddresses } from './settings/address-repository.ts';
export { storedRulesOf } from './settings/settings-repository.ts';

export const protocolFeature = feature({
  name: 'protocol',
  routes: (ctx) => [
    ...legacyRoutes(ctx),
    ...requestRoutes(ctx),
    ...reviewRoutes(ctx),
    ...doubtRoutes(ctx),
    ...recipientRoutes(ctx),
    ...previewRoutes(ctx),
    ...letterRoutes(ctx),
    ...rearmingRoutes(ctx),
    ...vetoRoutes(ctx),
    ...rulesRoutes(ctx),
  ],
  jobs: [
    jobOf(jobName<object>('process-waiting-activations'), {
      purpose:
        'twice a minute: postpones releases after downtime, releases due letters, warns owners, notifies contacts of unanswered agreements',
      retry: 'never',
      expireSeconds: 1_800,
      schedule: '* * * * *',
      onTimeTravel: (ctx) => processWaitingActivations(ctx, new AbortController().signal),
      runsTwiceAMinute: true,
      run: (ctx, _, signal) => processWaitingActivations(ctx, signal),
    }),
    jobOf(recheckWaitingJob, {
      purpose: 'cancels a waiting activation whose contact has left',
      retry: 'persistent',
      expireSeconds: 120,
      run: (ctx, { owner_id }) => recheckAfterDeparture(ctx, owner_id),
    }),
    jobOf(refundOrphanedJob, {
      purpose: 'refunds waiting activations of deleted accounts',
      retry: 'persistent',
      expireSeconds: 120,
      run: (ctx, { payment_id }) => refundOrphaned(ctx, payment_id),
    }),
    jobOf(sendDeliveriesJob, {
      purpose: 'sends the letters of an activation, which count their own attempts',
      retry: 'every_half_minute',
      // A mail server that hangs on the letters of one owner must not delay those of other owners.
      concurrency: 4,
      expireSeconds: 900,
      run: (ctx, { activation_id }, signal) => sendLettersAndReschedule(ctx, activation_id, signal),
    }),
    jobOf(jobName<object>('send-overdue-deliveries'), {
      purpose: 'sends due letters whose job was lost',
      retry: 'never',
      expireSeconds: 1_800,
      schedule: '* * * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => sendOverdueLetters(ctx, signal),
    }),
    jobOf(reportUnreachedJob, {
      purpose: 'notifies the initiator of unreached recipients',
      retry: 'persistent',
      expireSeconds: 120,
      run: (ctx, { activation_id }) => reportUnreached(ctx, activation_id),
    }),
    jobOf(jobName<object>('end-stale-activations'), {
      purpose: 'ends stale starts, after reminders',
      retry: 'persistent',
      expireSeconds: 1_800,
      schedule: '25 6 * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => expireStaleActivations(ctx, signal),
    }),
    jobOf(jobName<object>('catch-up-late-contacts'), {
      purpose: 'asks contacts with withheld letters, and sends the letters after an acceptance',
      retry: 'persistent',
      expireSeconds: 600,
      schedule: '50 5 * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => catchUpLateContacts(ctx, signal),
    }),
    jobOf(jobName<object>('remind-of-expiring-links'), {
      purpose: 'reminds recipients of expiring links',
      retry: 'persistent',
      expireSeconds: 600,
      schedule: '20 5 * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => remindOfExpiringLinks(ctx, signal),
    }),
  ],
  mails: protocolMails,
  on: [
    on(accountDeleting, (ctx, { user_id }) => enqueueOrphanedRefund(ctx, user_id)),
    on(addressChanged, removeDuplicateSecondAddress),
    on(contactUnconfirmed, ({ jobs }, { owner_id }) =>
      jobs.enqueue(recheckWaitingJob, { owner_id }),
    ),
    on(contactAcceptedLate, releaseWithheld),
  ],
  provides: [
    provide(ownersProtocol, createOwnersProtocol),
    provide(ownerAddresses, bindDatabase(listOwnerAddresses)),
    provide(mustSignInToVeto, bindDatabase(ownerMustSignInToVeto)),
    provide(releaseAttempts, bindDatabase(listAttemptDays)),
    provide(importRules, (ctx) => (userId, rules) => importReleaseRules(ctx, userId, rules)),
    provide(paymentEffectsOf.activation, createActivationEffects),
    provide(letterBounces, (ctx) => (bounce) => recordBouncedLetter(ctx, bounce)),
  ],
  exports: {
    protocol_rules: readRules,
    protocol: async (ctx, user_id) => {
      const owner = { user_id, session_id: '' };
      const { protocol: started, paying: _, ...own } = await readOwnProtocol(ctx, owner);
      return { ...own, started };
    },
  },
  retention: {
    former_second_addresses: async ({ database }, now, limit) => {
      const cutoff = daysAfter(now, -retention.lastMailDays);
      return { former_second_addresses: await deleteOldFormerAddresses(database, cutoff, limit) };
    },
    recall_notices: async ({ database }, now, limit) => {
      const cutoff = daysAfter(now, -retention.lastMailDays);
      return { recall_notices: await deleteOldRecallNotices(database, cutoff, limit) };
    },
    request_papers: async ({ database }, now, limit) => ({
      dead_uploads: await deleteDeadUploads(database, limit),
      ...(await deleteEndedPapers(database, papersExpiredBefore(now), limit)),
    }),
  },
  keyTables: { requests: requestKeys },
});

function bindDatabase<Result>(find: (database: Database, ownerId: string) => Promise<Result>) {
  return (ctx: Context) => (ownerId: string) => find(ctx.database, ownerId);
}

function createOwnersProtocol(ctx: Context): OwnersProtocol {
  const { database } = ctx;
  return {
    isUnderWay: async (userId) => (await findStartedActivation(database, userId)) !== undefined,
    findActive: async (userId) => {
      const activation = await findEffectiveActivation(database, userId);
      if (!activation?.activated_at) return undefined;
      const people = await findPeopleOfActivation(database, activation.id);
      const { contact, initiator } = people ?? {};
      return {
        activated_by: contact?.name ?? initiator?.full_name ?? null,
        activated_at: activation.activated_at,
      };
    },
    isSecondAddress: (ownerId, email) => isConfirmedSecondAddress(database, ownerId, email),
  };
}

/** True if only the signed-in owner or the paper code can veto one of the open starts. */
async function ownerMustSignInToVeto(database: Database, ownerId: string): Promise<boolean> {
  return (await listVetoableStarts(database, ownerId)).some(needsSignIn);
}
