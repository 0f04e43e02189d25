import type { Context } from '../../../../context.ts';
import { declareMail, mailText } from '../../../../platform/mail/mail.ts';
import { findPerson } from '../../../identity/account/index.ts';

interface TestIds {
  user_id: string;
  ordered_at: string;
}

export const deskTest = declareMail({
  name: 'desk_test',
  to: 'an operator',
  when: 'the operator asks for a test mail',
  retry: 'usual',
  find: async ({ database }: Context, { user_id, ordered_at }: TestIds) => {
    const person = await findPerson(database, user_id);
    return person && { to: person.email, language: person.language, facts: { ordered_at } };
  },
  text: (words, { ordered_at }) =>
    mailText(
      words,
      'desk.test',
      (say) => [say('text', { moment: words.moment(ordered_at) }), say('nothing_to_do')],
      { reason: 'desk.reason' },
    ),
});
