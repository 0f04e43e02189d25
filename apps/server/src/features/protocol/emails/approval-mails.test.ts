import { locales } from '@zavet/contract/locales';
import { expect, test } from 'vitest';
import { place } from '../../../../test/mail-examples.ts';
import { visibleTextOf } from '../../../../test/mail-html.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { contactApproved, contactApprovedForOwner } from './request-mails.ts';

const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
const contact = { name: 'Boris Berg', email: 'boris@example.org' };
const decision = { stop_token: null, has_documents: false, is_by_certificate: false };

test.each(locales)(
  'an approval speaks of a PIN in %s only where the owner has one',
  async (locale) => {
    for (const has_pin of [true, false]) {
      const mails = [
        await writeMail(contactApproved, locale, { ...owner, has_pin }, place),
        await writeMail(
          contactApprovedForOwner,
          locale,
          { ...contact, ...decision, has_pin },
          place,
        ),
      ];
      for (const { html } of mails) expect(visibleTextOf(html).includes('PIN')).toBe(has_pin);
    }
  },
);
