import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText, quietButton } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import {
  findPerson,
  lockUser,
  type NamedOwner,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from '../../identity/account/index.ts';
import { findContactNotice, findRoundById, markContactNoticeStarted } from './round-repository.ts';

interface Silence extends NamedOwner {
  /** Start of the round of missed check-ins; null if the owner is active again. */
  since: Day | null;
  is_unreached: boolean;
}

interface NoticeIds {
  notice_id: string;
  is_well?: boolean;
}

export const ownerSilentMail = declareMail({
  name: 'owner_silent',
  to: 'a confirmed contact',
  when: 'three check-ins were missed; after that mail, the owner is active again',
  retry: 'week',
  find: async (
    ctx: Context,
    { notice_id, is_well }: NoticeIds,
  ): Promise<FoundMail<Silence> | undefined> => {
    const { database } = ctx;
    if (!is_well) return database.transaction(() => findSilence(ctx, notice_id));
    const found = await findContactNotice(database, notice_id);
    const owner = found && (await findPerson(database, found.round.user_id));
    if (!owner) return undefined;
    const facts = { ...namedOwner(owner), since: null, is_unreached: false };
    return { ...found.recipient, facts };
  },
  text: (words, facts, { publicUrl }) => {
    const { since, is_unreached } = facts;
    const person = ownerInSentence(facts);
    const head = { reason: 'contacts.reason', values: { name: ownerInSubject(facts) } } as const;
    if (since === null) {
      return mailText(words, 'check_ins.owner_well', (say) => [say('body', { person })], head);
    }
    return mailText(
      words,
      'check_ins.owner_silent',
      (say) => [
        [
          say('body', { person, day: dayName(words, since) }),
          ...(is_unreached ? [say('unreached')] : []),
        ],
        say('reach'),
        say('activation'),
        quietButton(words.t('protocol.open_legacies'), linkTo(publicUrl, '/trusted-legacies')),
      ],
      head,
    );
  },
});

async function findSilence({ database, clock }: Context, noticeId: string) {
  const first = await findContactNotice(database, noticeId);
  if (!first) return undefined;
  // With the owner locked, activity either prevents this mail or enqueues the mail that reassures.
  await lockUser(database, first.round.user_id);
  const found = await findContactNotice(database, noticeId);
  const round = found && (await findRoundById(database, found.round.id));
  const owner = round && (await findPerson(database, round.user_id));
  if (!owner || round.ended_at) return undefined;
  await markContactNoticeStarted(database, noticeId, clock.now());
  const since = moscowDay(round.started_at);
  const is_unreached = round.check_ins.some(({ is_refused, repeats }) => is_refused || repeats > 0);
  return { ...found.recipient, facts: { ...namedOwner(owner), since, is_unreached } };
}
