import { type LegalDocument, legalDocumentNames } from '@zavet/contract/identity/editions';
import { locales } from '@zavet/contract/locales';
import { expect, test } from 'vitest';
import { siteInfo } from '../../../../test/mail-examples/mail-example.ts';
import { visibleTextOf } from '../../../../test/rendered-text.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { editionNotice } from './notice-mails.ts';

const days = { edition: '2027-03-01', applies_from: '2027-03-07' };
const today = '2027-02-25';

test.each(locales)(
  'the notice in %s explains the validity of consents if the consent changes',
  async (locale) => {
    const sentence = mailWords(locale).t('documents.edition_notice.consent');
    const withoutConsent = legalDocumentNames.filter((name) => name !== 'personal_data_consent');
    const noticeOf = (documents: LegalDocument[]) =>
      writeMail(
        editionNotice,
        locale,
        { changes: [{ ...days, documents }], announcements: [], today },
        siteInfo,
      );
    expect(visibleTextOf((await noticeOf(legalDocumentNames)).html)).toContain(sentence);
    expect(visibleTextOf((await noticeOf(withoutConsent)).html)).not.toContain(sentence);
  },
);
