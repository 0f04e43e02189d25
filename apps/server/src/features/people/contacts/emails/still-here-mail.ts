import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../../context.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../../platform/mail/mail.ts';
import { linkWithSecret } from '../../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../../platform/mail/templates/mail-words.ts';
import { nameInSubject, nameWithAddress } from '../../../../platform/mail/templates/plain-name.ts';
import type { NamedOwner } from '../../../identity/account/index.ts';
import { findNamedOwner } from '../named-owner.ts';
import { findChecked, recordBouncedQuestion } from '../yearly/yearly-repository.ts';

interface QuestionIds {
  link_id: string;
  /** 0 for the question itself. */
  reminders: number;
}

interface QuestionFacts extends NamedOwner {
  token: string;
  /** Given where this mail repeats the question. */
  asked_on: Day | null;
}

export const stillHereQuestion = declareMail({
  name: 'contact_still_here',
  to: 'a confirmed contact',
  when: 'a year after the last confirmation, then twice more, 14 days apart; the link answers',
  retry: 'usual',
  find: async (
    ctx: Context,
    { link_id, reminders }: QuestionIds,
  ): Promise<FoundMail<QuestionFacts> | undefined> => {
    const { database, linkTokens } = ctx;
    const checked = await findChecked(database, { link_id });
    if (!checked?.check.asked_at || checked.contact.status !== 'confirmed') return undefined;
    const { contact, check } = checked;
    const owner = await findNamedOwner(ctx, contact);
    if (!owner) return undefined;
    const asked_on = reminders > 0 && check.asked_at ? moscowDay(check.asked_at) : null;
    const { email: to, preferred_language: language } = contact;
    const facts = { ...owner, token: linkTokens.tokenOf(link_id), asked_on };
    return { to, language, reply_to: owner.owner_email, facts };
  },
  onBounced: ({ database }, { link_id, reminders }, { wentTo }) =>
    recordBouncedQuestion(database, { link_id, reminders }, wentTo),
  text: (words, { owner_name, owner_email, token, asked_on }, { publicUrl }) =>
    mailText(
      words,
      'contacts.contact_still_here',
      (say) => [
        say('body', { person: nameWithAddress(owner_name ?? '', owner_email) }),
        ...(asked_on ? [say('again', { day: dayName(words, asked_on) })] : []),
        say('ask'),
        button(say('action'), answerPage(publicUrl, token)),
        say('nothing'),
        say('questions'),
      ],
      { reason: 'contacts.reason', values: { name: nameInSubject(owner_name, owner_email) } },
    ),
  unsubscribeUrl: ({ token }, { publicUrl }) => answerPage(publicUrl, token),
});

/** Says yes or no: a no ends the question of every year. */
function answerPage(publicUrl: string, token: string): string {
  return linkWithSecret(publicUrl, '/still-here', { token });
}
