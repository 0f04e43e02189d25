import { addDays, type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import {
  findPerson,
  type NamedOwner,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from '../../identity/account/index.ts';
import { filesAboveLimit } from '../../vault/instructions/index.ts';
import {
  findConfirmedContact,
  findRemovalNotice,
  listContactNotices,
  markRemovalNoticeStarted,
  recordRemovalNoticeOutcome,
} from './lapse-repository.ts';
import { laterDay, listReleaseHolds } from './lapse-rules.ts';
import { planMailText } from './plan-mail-text.ts';
import { readPlan, recordLastWarning } from './plan-repository.ts';
import { releaseAttempts } from './removal-facts.ts';

interface RemovalNoticeIds {
  notice_id: string;
}

interface SettledIds {
  contact_id: string;
}

interface RemovalAheadFacts extends NamedOwner {
  /** Null if the plan is paid for and no files are removed. */
  files_removed_on: Day | null;
}

/** Contains neither information about stored contents nor the name of a payer. */
export const removalAhead = declareMail({
  name: 'removal_ahead',
  to: 'a confirmed contact',
  when: '14 days and 1 day before files of an unpaid plan are removed, and when it is paid for after that',
  retry: 'week',
  find: (ctx: Context, ids: RemovalNoticeIds | SettledIds) =>
    'notice_id' in ids ? findRemovalAhead(ctx, ids) : findSettled(ctx, ids),
  text: (words, { files_removed_on, ...owner }, { publicUrl }) => {
    const head = { reason: 'contacts.reason', values: { name: ownerInSubject(owner) } } as const;
    const person = ownerInSentence(owner);
    if (!files_removed_on) {
      return mailText(
        words,
        'plans.removal_ahead.settled',
        (say) => [say('body', { person })],
        head,
      );
    }
    return mailText(
      words,
      'plans.removal_ahead.unpaid',
      (say) => [
        say('body', { person, day: dayName(words, files_removed_on) }),
        say('ask'),
        button(words.t('protocol.open_legacies'), linkTo(publicUrl, '/trusted-legacies')),
      ],
      head,
    );
  },
  settle: async ({ database, clock }, ids, _, end) => {
    if (!('notice_id' in ids)) return;
    const today = moscowDay(clock.now());
    const column = end === 'accepted' ? { accepted_on: today } : { refused_on: today };
    await recordRemovalNoticeOutcome(database, ids.notice_id, column);
  },
});

/**
 * Undefined, so that no mail is sent, if the lapse is over, files are on hold or the mail was
 * already accepted.
 */
async function findRemovalAhead(
  ctx: Context,
  { notice_id }: RemovalNoticeIds,
): Promise<FoundMail<RemovalAheadFacts> | undefined> {
  const { database, clock } = ctx;
  const found = await findRemovalNotice(database, notice_id);
  if (!found || found.notice.accepted_on) return undefined;
  const { user_id, expired_on } = found.notice;
  const plan = await readPlan(database, user_id);
  const owner = await findPerson(database, user_id);
  const now = clock.now();
  const today = moscowDay(now);
  const releases = await releaseAttempts(ctx)(user_id);
  // A hold that has just ended is ignored, because this notice was enqueued after its end.
  const isOnHold = listReleaseHolds(plan, { releases, contacts: [] }, today).some(
    (hold) => hold !== 'just_ended',
  );
  const isWarned = plan.grace_warned !== null && plan.expired_on === expired_on;
  if (!owner || isOnHold || !plan.grace_until || !isWarned) return undefined;
  await markRemovalNoticeStarted(database, notice_id, now);
  const files_removed_on = laterDay(plan.grace_until, addDays(today, 1));
  return {
    to: found.contact.email,
    language: found.contact.language,
    facts: { ...namedOwner(owner), files_removed_on },
  };
}

async function findSettled(
  { database }: Context,
  { contact_id }: SettledIds,
): Promise<FoundMail<RemovalAheadFacts> | undefined> {
  const contact = await findConfirmedContact(database, contact_id);
  const owner = contact && (await findPerson(database, contact.owner_id));
  const facts = owner && { ...namedOwner(owner), files_removed_on: null };
  return facts && { to: contact.email, language: contact.language, facts };
}

type FilesIds = { user_id: string } & (
  | { stage: 'soon'; files_removed_on: Day; over_mb: number; is_last: boolean }
  | { stage: 'removed'; files: number; removal_id: string }
  /** No contact could be notified. */
  | { stage: 'kept'; files_removed_on: Day }
);

interface FilesFacts {
  stage: FilesIds['stage'];
  files_removed_on?: Day;
  over_mb?: number;
  files?: number;
  names?: string[];
  notifies_contacts?: boolean;
}

/** Records the result of the last warning, which is required for the removal. */
export const filesOverLimit = declareMail({
  name: 'files_over_limit',
  to: 'the owner',
  when: '14, 7 and 1 day before files above the limit are removed, when they were, or are kept longer because no contact could be notified',
  retry: 'usual',
  find: async (ctx: Context, ids: FilesIds): Promise<FoundMail<FilesFacts> | undefined> => {
    const { database } = ctx;
    const owner = await findPerson(database, ids.user_id);
    const facts = owner && (await findFilesFacts(ctx, ids));
    return facts && { to: owner.email, language: owner.language, facts };
  },
  text: (words, { stage, names = [], notifies_contacts, ...facts }, site) =>
    planMailText(
      words,
      site,
      `files_over_limit.${stage}`,
      facts,
      (t, values) => [
        t(`plans.files_over_limit.${stage}.body`, values),
        t(`plans.files_over_limit.${stage}.more`, values),
        ...(notifies_contacts ? [t('plans.files_over_limit.soon.contacts')] : []),
      ],
      {
        fileNames: names,
        action:
          stage === 'kept'
            ? button(words.t('contacts.open_list'), linkTo(site.publicUrl, '/contact'))
            : undefined,
      },
    ),
  settle: async (ctx, ids, _, end) => {
    if (ids.stage === 'soon') await recordWarningOutcome(ctx, ids, end === 'accepted');
  },
});

/** Undefined if the mail is outdated. Names are decrypted only when the mail is written. */
async function findFilesFacts(ctx: Context, ids: FilesIds): Promise<FilesFacts | undefined> {
  const { stage, user_id } = ids;
  if (stage === 'removed') {
    const names = await filesAboveLimit(ctx).removedNames(user_id, ids.removal_id);
    return { stage, files: ids.files, names };
  }
  const { files_removed_on } = ids;
  const { grace_until } = await readPlan(ctx.database, user_id);
  if (grace_until !== files_removed_on) return undefined;
  if (stage === 'kept') return { stage, files_removed_on };
  const names = await filesAboveLimit(ctx).leavingNames(user_id);
  if (names.length === 0) return undefined;
  const contacts = await listContactNotices(ctx.database, user_id, null);
  const notifies_contacts = contacts.length > 0;
  return { stage, files_removed_on, over_mb: ids.over_mb, names, notifies_contacts };
}

async function recordWarningOutcome(
  { database, clock, log }: Context,
  { user_id, files_removed_on, is_last }: FilesIds & { stage: 'soon' },
  isAccepted: boolean,
): Promise<void> {
  if (!is_last) return;
  const today = moscowDay(clock.now());
  await recordLastWarning(database, user_id, files_removed_on, { isAccepted, today });
  if (isAccepted) return;
  log.warn(
    { code: 'files_kept', user_id },
    'files are kept because the mail server refused the last warning',
  );
}
