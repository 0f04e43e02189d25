import { addDays, type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  mailText,
  quietButton,
} from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName, type MailWords } from '../../../platform/mail/templates/mail-words.ts';
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
import { laterDay, releaseHolds } from './lapse-rules.ts';
import { planText, type Values } from './plan-mail-text.ts';
import { readPlan, recordLastWarning } from './plan-repository.ts';
import { releaseAttempts } from './removal-facts.ts';

interface RemovalNoticeIds {
  telling_id: string;
}

interface RemovalAheadFacts extends NamedOwner {
  files_removed_on: Day;
}

/** Without any information about stored contents. */
export const removalAhead = declareMail({
  name: 'removal_ahead',
  to: 'a confirmed contact',
  when: '14 days and 1 day before files of an unpaid plan are removed',
  retry: 'week',
  find: findRemovalAhead,
  text: (words, { files_removed_on, ...owner }, { publicUrl }) =>
    mailText(
      words,
      'plans.removal_ahead',
      (say) => [
        say('body', { person: ownerInSentence(owner), day: dayName(words, files_removed_on) }),
        say('calm'),
        say('ask'),
        say('pay'),
        button(words.t('protocol.open_legacies'), linkTo(publicUrl, '/trusted-legacies')),
        say('activation'),
        say('texts'),
      ],
      { reason: 'contacts.reason', values: { name: ownerInSubject(owner) } },
    ),
  settle: ({ database, clock }, { telling_id }, _, end) => {
    const today = moscowDay(clock.now());
    const column = end === 'taken' ? { taken_on: today } : { refused_on: today };
    return recordRemovalNoticeOutcome(database, telling_id, column);
  },
});

/** Skips the mail if the plan is paid, the day has changed or files are on hold. */
async function findRemovalAhead(
  ctx: Context,
  { telling_id }: RemovalNoticeIds,
): Promise<FoundMail<RemovalAheadFacts> | undefined> {
  const { database, clock } = ctx;
  const found = await findRemovalNotice(database, telling_id);
  if (!found || found.notice.taken_on) return undefined;
  const { user_id, expired_on } = found.notice;
  const plan = await readPlan(database, user_id);
  const owner = await findPerson(database, user_id);
  const now = clock.now();
  const today = moscowDay(now);
  const releases = await releaseAttempts(ctx)(user_id);
  // This notice was enqueued after that hold had ended.
  const held = releaseHolds(plan, { releases, contacts: [] }, today).some(
    (hold) => hold !== 'just_ended',
  );
  const isWarned = plan.grace_warned !== null && plan.expired_on === expired_on;
  if (!owner || held || !plan.grace_until || !isWarned) return undefined;
  await markRemovalNoticeStarted(database, telling_id, now);
  const files_removed_on = laterDay(plan.grace_until, addDays(today, 1));
  return {
    to: found.contact.email,
    language: found.contact.language,
    facts: { ...namedOwner(owner), files_removed_on },
  };
}

/** Without the name of the payer. */
export const removalSettled = declareMail({
  name: 'removal_settled',
  to: 'a contact who was warned',
  when: 'the plan of the owner is paid for',
  retry: 'week',
  find: async (
    { database }: Context,
    { contact_id }: { contact_id: string },
  ): Promise<FoundMail<NamedOwner> | undefined> => {
    const contact = await findConfirmedContact(database, contact_id);
    const owner = contact && (await findPerson(database, contact.owner_id));
    return owner && { to: contact.email, language: contact.language, facts: namedOwner(owner) };
  },
  text: (words, owner) =>
    mailText(
      words,
      'plans.removal_settled',
      (say) => [say('body', { person: ownerInSentence(owner) }), say('thanks')],
      { reason: 'contacts.reason', values: { name: ownerInSubject(owner) } },
    ),
});

interface UnreachableIds {
  user_id: string;
  files_removed_on: Day;
}

export const contactsUnreachable = declareMail({
  name: 'contacts_untold',
  to: 'the owner',
  when: 'files are kept longer because no contact could be notified',
  retry: 'usual',
  find: async (
    { database }: Context,
    { user_id, files_removed_on }: UnreachableIds,
  ): Promise<FoundMail<{ files_removed_on: Day }> | undefined> => {
    const owner = await findPerson(database, user_id);
    const { grace_until } = await readPlan(database, user_id);
    if (!owner || grace_until !== files_removed_on) return undefined;
    return { to: owner.email, language: owner.language, facts: { files_removed_on } };
  },
  text: (words, { files_removed_on }, { publicUrl }) =>
    mailText(words, 'plans.contacts_untold', (say) => [
      say('body', { day: dayName(words, files_removed_on) }),
      say('more'),
      button(say('action'), linkTo(publicUrl, '/contact')),
      quietButton(words.t('plans.open_plan'), linkTo(publicUrl, '/settings?tab=plan')),
    ]),
});

export const filesRemoved = declareMail({
  name: 'files_removed',
  to: 'the owner',
  when: 'files above the limit were removed',
  retry: 'usual',
  find: async (ctx: Context, ids: { user_id: string; files: number; removal_id: string }) => {
    const { database } = ctx;
    const owner = await findPerson(database, ids.user_id);
    if (!owner) return undefined;
    // Names are sealed, and opened only when the mail is written.
    const names = await filesAboveLimit(ctx).removedNames(ids.user_id, ids.removal_id);
    return { to: owner.email, language: owner.language, facts: { files: ids.files, names } };
  },
  text: (words, { names, ...facts }, place) =>
    planText(words, place, 'files_removed', facts, bodyAndMore('files_removed'), names),
});

interface RemovalSoon {
  user_id: string;
  files_removed_on: string;
  over_mb: number;
  is_last: boolean;
}

/** Records the result of the last warning, which is required for the removal. */
export const filesRemovalSoon = declareMail({
  name: 'files_removal_soon',
  to: 'the owner',
  when: '14, 7 and 1 day before files above the limit are removed',
  retry: 'usual',
  find: async (ctx: Context, ids: RemovalSoon) => {
    const { database } = ctx;
    const owner = await findPerson(database, ids.user_id);
    if (!owner) return undefined;
    // A warning about an outdated day would be misleading.
    const { grace_until } = await readPlan(database, ids.user_id);
    if (grace_until !== ids.files_removed_on) return undefined;
    const names = await filesAboveLimit(ctx).leavingNames(ids.user_id);
    if (names.length === 0) return undefined;
    const { files_removed_on, over_mb } = ids;
    const contacts = await listContactNotices(database, ids.user_id, null);
    const facts = { files_removed_on, over_mb, names, notifies_contacts: contacts.length > 0 };
    return { to: owner.email, language: owner.language, facts };
  },
  text: (words, { names, notifies_contacts, ...facts }, place) =>
    planText(
      words,
      place,
      'files_removal_soon',
      facts,
      (t, values) => [
        ...bodyAndMore('files_removal_soon')(t, values),
        ...(notifies_contacts ? [t('plans.files_removal_soon.contacts')] : []),
      ],
      names,
    ),
  settle: (ctx, ids, _, end) => recordWarningOutcome(ctx, ids, end === 'taken'),
});

async function recordWarningOutcome(
  { database, clock, log }: Context,
  { user_id, files_removed_on, is_last }: RemovalSoon,
  isTaken: boolean,
): Promise<void> {
  if (!is_last) return;
  const today = moscowDay(clock.now());
  await recordLastWarning(database, user_id, files_removed_on, { isTaken, today });
  if (isTaken) return;
  log.warn(
    { code: 'files_kept', user_id },
    'files are kept because the mail server refused the last warning',
  );
}

function bodyAndMore(name: 'files_removed' | 'files_removal_soon') {
  return (t: MailWords['t'], values: Values) => [
    t(`plans.${name}.body`, values),
    t(`plans.${name}.more`, values),
  ];
}
