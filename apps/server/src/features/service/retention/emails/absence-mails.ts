import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../../context.ts';
import { linkTo } from '../../../../platform/mail/link-to.ts';
import { declareMail, type FoundMail } from '../../../../platform/mail/mail.ts';
import { button, mailText } from '../../../../platform/mail/mail-text.ts';
import { dayName } from '../../../../platform/mail/templates/figures.ts';
import { findLastSeen, findPerson } from '../../../identity/account/index.ts';
import { addressOfOwner, noteOwnerUnreached, type ToOwner } from '../../../protocol/index.ts';
import { findWarning, recordSent } from '../absence/absence-repository.ts';

export interface WarningIds extends ToOwner {
  warning_id: string;
}

interface WarningFacts {
  number: number;
  /** The day of the last sign of life. */
  seen_on: string;
  removal_on: string;
}

/** What follows, by the number of the warning. */
const outlooks = { 1: 'first', 2: 'second', 3: 'third' } as const;

/** Signing in is the answer: the link leads there, and holds no secret. */
export const absenceWarning = declareMail({
  name: 'absence_warning',
  to: 'the owner (all addresses)',
  when: 'almost three years without activity, then twice more, 30 days apart',
  retry: 'week',
  find: async (
    ctx: Context,
    { warning_id, address }: WarningIds,
  ): Promise<FoundMail<WarningFacts> | undefined> => {
    const { database, clock } = ctx;
    const warning = await findWarning(database, warning_id);
    const owner = warning && (await findPerson(database, warning.user_id));
    const to = warning && (await addressOfOwner(ctx, warning.user_id, { address }));
    const seen = warning && (await findLastSeen(database, warning.user_id, clock.now()));
    // Who has come back since gets none, also before the next look.
    if (!owner || !to || (seen && seen >= warning.first_ordered_at)) return undefined;
    const facts = {
      number: warning.number,
      seen_on: moscowDay(seen ?? warning.first_ordered_at),
      removal_on: warning.removal_on,
    };
    return { to, language: owner.language, facts };
  },
  text: (words, { number, seen_on, removal_on }, { publicUrl }) =>
    mailText(
      words,
      `retention.absence_${outlooks[number as keyof typeof outlooks]}`,
      (say) => [
        words.t('retention.absent', { day: dayName(words, seen_on) }),
        say('outlook', { day: dayName(words, removal_on) }),
        words.t('retention.sign_in_keeps'),
        button(words.t('retention.sign_in'), linkTo(publicUrl, '/login')),
        words.t('retention.forgotten_password'),
        words.t('retention.not_wanted'),
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
