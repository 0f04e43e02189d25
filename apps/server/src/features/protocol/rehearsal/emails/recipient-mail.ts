import type { Context } from '../../../../context.ts';
import { declareMail, type FoundMail, type MailHeldBack } from '../../../../platform/mail/mail.ts';
import { takeMailAllowance } from '../../../../platform/mail/mail-allowance.ts';
import { mailText } from '../../../../platform/mail/mail-text.ts';
import {
  findPerson,
  type NamedOwner,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from '../../../identity/account/index.ts';
import { ownersProtocol } from '../../../people/contacts/index.ts';
import { type PartIds, recordBouncedPart, recordTakenPart } from '../record-mail-outcome.ts';
import { findPart } from '../rehearsal-repository.ts';
import { openAddress } from '../rehearsal-view.ts';

/** Nobody asked for it: few to one address, from all owners together. */
const perWeek = { max: 2, seconds: 7 * 24 * 3_600 };

/** To somebody whom only an instruction names: that the address is kept, and nothing to do. */
export const rehearsalRecipient = declareMail({
  name: 'rehearsal_recipient',
  to: 'a further recipient',
  when: 'a rehearsal with this option; at most two a week to one address',
  retry: 'week',
  namedAddress: 'waits',
  find: async (
    ctx: Context,
    { part_id }: PartIds,
  ): Promise<FoundMail<NamedOwner> | MailHeldBack | undefined> => {
    const { database, clock, vault } = ctx;
    const found = await findPart(database, { id: part_id });
    if (!found || found.part.state === 'failed' || found.part.taken_at) return undefined;
    const { part, rehearsal } = found;
    if (rehearsal.ended_at || rehearsal.ends_at <= clock.now()) return undefined;
    const owner = await findPerson(database, part.user_id);
    if (!owner || (await ownersProtocol(ctx).isUnderWay(part.user_id))) return undefined;
    const to = openAddress(await vault.keyOf(part.user_id), part);
    if (to === '') return undefined;
    const wait_seconds = await takeMailAllowance(ctx, 'rehearsal_recipient', to, perWeek);
    if (wait_seconds > 0) return { wait_seconds };
    return { to, language: owner.language, reply_to: owner.email, facts: namedOwner(owner) };
  },
  text: (words, facts) =>
    mailText(
      words,
      'rehearsal.recipient',
      (say) => [
        say('body', { person: ownerInSentence(facts) }),
        say('nothing'),
        say('keep'),
        say('questions'),
      ],
      { reason: 'rehearsal.recipient.reason', values: { name: ownerInSubject(facts) } },
    ),
  settle: (ctx, ids, _, end) =>
    end === 'taken' ? recordTakenPart(ctx, ids) : recordBouncedPart(ctx, ids),
  onBounced: recordBouncedPart,
});
