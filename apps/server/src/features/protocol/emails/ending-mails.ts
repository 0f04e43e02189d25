import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { findPerson } from '../../identity/account/index.ts';
import { addressOfOwner, mailScreen, type ToOwner } from './owner-mail.ts';

interface HandoverIds extends ToOwner {
  owner_id: string;
}

/** To an owner who lives: what ended, what is still there, and what to do. */
export const handoverEnded = declareMail({
  name: 'handover_ended',
  to: 'the owner (all addresses)',
  when: 'a handover ended and the owner is active',
  retry: 'persistent',
  find: async (
    ctx: Context,
    { owner_id, address }: HandoverIds,
  ): Promise<FoundMail<object> | undefined> => {
    const owner = await findPerson(ctx.database, owner_id);
    const to = await addressOfOwner(ctx, owner_id, { address });
    return owner && to ? { to, language: owner.language, facts: {} } : undefined;
  },
  text: (words, _, place) =>
    mailText(words, 'protocol.handover_ended', (say) => [
      say('body'),
      say('kept'),
      say('next'),
      mailScreen(words, place),
    ]),
});
