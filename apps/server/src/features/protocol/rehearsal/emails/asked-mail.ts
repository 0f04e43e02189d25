import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../../context.ts';
import { linkWithSecret } from '../../../../platform/mail/link-to.ts';
import { declareMail, type FoundMail } from '../../../../platform/mail/mail.ts';
import { button, mailText } from '../../../../platform/mail/mail-text.ts';
import { dayName } from '../../../../platform/mail/templates/figures.ts';
import {
  hasPin,
  type NamedOwner,
  ownerInSentence,
  ownerInSubject,
} from '../../../identity/account/index.ts';
import { findNamedOwner, ownersProtocol } from '../../../people/contacts/index.ts';
import { type PartIds, recordBouncedPart, recordTakenPart } from '../record-mail-outcome.ts';
import { findPart } from '../rehearsal-repository.ts';
import { openAddress } from '../rehearsal-view.ts';

export interface AskedFacts extends NamedOwner {
  token: string;
  /** The last day on which an answer counts. */
  until: string;
  asks_for_pin: boolean;
}

/** To a confirmed contact: a test, nothing has happened, one button. */
export const rehearsalAsked = declareMail({
  name: 'rehearsal_asked',
  to: 'a confirmed contact',
  when: 'a rehearsal begins; marked as a test, the link answers',
  retry: 'week',
  find: async (ctx: Context, { part_id }: PartIds): Promise<FoundMail<AskedFacts> | undefined> => {
    const { database, clock, linkTokens, vault } = ctx;
    const found = await findPart(database, { id: part_id });
    if (found?.contact?.status !== 'confirmed') return undefined;
    const { part, rehearsal, contact } = found;
    if (part.state !== 'asked' || part.taken_at || rehearsal.ends_at <= clock.now()) {
      return undefined;
    }
    const { user_id } = part;
    // Another address may be another person: nobody but the one who was asked gets the link.
    if (contact.email !== openAddress(await vault.keyOf(user_id), part)) return undefined;
    if (rehearsal.ended_at || (await ownersProtocol(ctx).isUnderWay(user_id))) return undefined;
    const owner = await findNamedOwner(ctx, { id: contact.id, user_id });
    if (!owner) return undefined;
    const facts = {
      ...owner,
      token: linkTokens.tokenOf(part_id),
      until: moscowDay(rehearsal.ends_at),
      asks_for_pin: await hasPin(database, user_id),
    };
    const { email: to, preferred_language: language } = contact;
    return { to, language, reply_to: owner.owner_email, facts };
  },
  text: (words, facts, { publicUrl }) =>
    mailText(
      words,
      'rehearsal.asked',
      (say) => [
        say('body', { person: ownerInSentence(facts) }),
        say('nothing'),
        say('ask', { day: dayName(words, facts.until) }),
        button(
          say('action'),
          linkWithSecret(publicUrl, '/rehearsal-answer', { token: facts.token }),
        ),
        ...(facts.asks_for_pin ? [say('pin')] : []),
        say('questions'),
      ],
      { reason: 'contacts.reason', values: { name: ownerInSubject(facts) } },
    ),
  settle: (ctx, ids, _, end) =>
    end === 'taken' ? recordTakenPart(ctx, ids) : recordBouncedPart(ctx, ids),
  onBounced: recordBouncedPart,
});
