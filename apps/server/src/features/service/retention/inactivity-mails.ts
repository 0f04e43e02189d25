import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  mailText,
  quietButton,
} from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import {
  findLastSeen,
  findPerson,
  lockUser,
  type NamedOwner,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from '../../identity/account/index.ts';
import { addressOfOwner, noteOwnerUnreached, type OwnerMailIds } from '../../protocol/index.ts';
import {
  deleteContactNotice,
  findContactNotice,
  findWarning,
  listWarnings,
  markContactNoticeStarted,
  recordSent,
} from './inactivity-repository.ts';

interface NoticeIds {
  notice_id: string;
  /** True for the mail that cancels the removal. */
  is_back?: true;
}

interface NoticeFacts extends NamedOwner {
  /** Null if the owner has returned. */
  removal_on: Day | null;
}

export const ownerInactiveMail = declareMail({
  name: 'owner_inactive',
  to: 'a confirmed contact',
  when: 'with the last absence warning, and when the removal is off',
  retry: 'week',
  find: (ctx: Context, ids: NoticeIds) =>
    ids.is_back ? findReturn(ctx, ids) : findInactivity(ctx, ids),
  text: (words, { removal_on, ...owner }, { publicUrl }) => {
    const head = { reason: 'contacts.reason', values: { name: ownerInSubject(owner) } } as const;
    const person = ownerInSentence(owner);
    if (!removal_on) {
      return mailText(words, 'retention.owner_back', (say) => [say('body', { person })], head);
    }
    return mailText(
      words,
      'retention.owner_inactive',
      (say) => [
        say('body', { person, day: dayName(words, removal_on) }),
        say('reach'),
        quietButton(words.t('protocol.open_legacies'), linkTo(publicUrl, '/trusted-legacies')),
      ],
      head,
    );
  },
  settle: async ({ database }, { notice_id, is_back }) => {
    if (is_back) await deleteContactNotice(database, notice_id);
  },
});

function findInactivity(
  { database, clock }: Context,
  { notice_id }: NoticeIds,
): Promise<FoundMail<NoticeFacts> | undefined> {
  return database.transaction(async () => {
    const first = await findContactNotice(database, notice_id);
    if (!first) return undefined;
    const { user_id } = first.notice;
    // Under the lock, activity either cancels this mail or enqueues its retraction.
    await lockUser(database, user_id);
    const found = await findContactNotice(database, notice_id);
    const owner = await findPerson(database, user_id);
    const [warned, ...others] = await listWarnings(database, user_id);
    const last = others.at(-1);
    const seen = await findLastSeen(database, user_id, clock.now());
    const isBack = !warned || (seen !== undefined && seen >= warned.first_enqueued_at);
    if (!found || !owner || !last || isBack || found.notice.ended_at) return undefined;
    await markContactNoticeStarted(database, notice_id, clock.now());
    const facts = { ...namedOwner(owner), removal_on: last.removal_on };
    return { ...found.recipient, facts };
  });
}

async function findReturn(
  { database }: Context,
  { notice_id }: NoticeIds,
): Promise<FoundMail<NoticeFacts> | undefined> {
  const found = await findContactNotice(database, notice_id);
  const owner = found?.notice.ended_at && (await findPerson(database, found.notice.user_id));
  if (!owner) return undefined;
  return { ...found.recipient, facts: { ...namedOwner(owner), removal_on: null } };
}

export interface WarningIds extends OwnerMailIds {
  warning_id: string;
}

/** Part of the text key, by number of the warning. */
const ordinals = { 1: 'first', 2: 'second', 3: 'third' } as const;

/** The link leads to the sign-in, so it contains no secret. */
export const inactivityWarningMail = declareMail({
  name: 'inactivity_warning',
  to: 'the owner (all addresses)',
  when: 'almost three years without activity, then twice more, 30 days apart',
  retry: 'week',
  find: async (ctx: Context, { warning_id, address }: WarningIds) => {
    const { database, clock } = ctx;
    const warning = await findWarning(database, warning_id);
    const owner = warning && (await findPerson(database, warning.user_id));
    const to = warning && (await addressOfOwner(ctx, warning.user_id, { address }));
    const seen = warning && (await findLastSeen(database, warning.user_id, clock.now()));
    // Activity cancels the mail, even before the next run of the job.
    if (!owner || !to || (seen && seen >= warning.first_enqueued_at)) return undefined;
    const facts = {
      number: warning.number,
      seen_on: moscowDay(seen ?? warning.first_enqueued_at),
      removal_on: warning.removal_on,
    };
    return { to, language: owner.language, facts };
  },
  text: (words, { number, seen_on, removal_on }, { publicUrl }) =>
    mailText(
      words,
      `retention.absence_${ordinals[number as keyof typeof ordinals]}`,
      (say) => [
        words.t('retention.absent', {
          seen: dayName(words, seen_on),
          day: dayName(words, removal_on),
        }),
        say('outlook'),
        button(words.t('retention.sign_in'), linkTo(publicUrl, '/login')),
      ],
      { values: { day: dayName(words, removal_on) } },
    ),
  settle: ({ database, clock }, { warning_id }, _, end) =>
    recordSent(database, warning_id, end === 'refused', clock.now()),
  onBounced: async (ctx, { warning_id, address }, bounce) => {
    const warning = await findWarning(ctx.database, warning_id);
    if (warning) await noteOwnerUnreached(ctx, warning.user_id, { address }, bounce);
  },
});
