import { expect, it } from 'vitest';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { recipientsUnreached } from './release-mails.ts';

const words = mailWords('ru');
const place = { publicUrl: 'https://zavet.example', supportEmail: 'support@zavet.example' };
const textOf = (is_trying: boolean) =>
  JSON.stringify(
    recipientsUnreached.text(
      words,
      {
        owner_name: 'Мария',
        owner_email: 'maria@example.org',
        recipients: [{ name: 'Пётр', email: 'petr@example.org' }],
        is_trying,
      },
      place,
    ),
  );

it('promises further attempts only while a letter is queued', () => {
  const promise = words.t('protocol.recipients_unreached.trying');
  expect(textOf(true)).toContain(promise);
  expect(textOf(false)).not.toContain(promise);
});
