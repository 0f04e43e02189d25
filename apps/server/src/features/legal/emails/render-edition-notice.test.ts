import { legalDocumentNames, legalPaths } from '@zavet/contract/legal/editions';
import { locales } from '@zavet/contract/locales';
import { describe, expect, test } from 'vitest';
import { linksOf, visibleTextOf } from '../../../../test/mail-html.ts';
import { dayName } from '../../../platform/mail/templates/figures.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { renderEditionNotice } from './render-edition-notice.ts';

const place = { publicUrl: 'https://zavet.example', supportEmail: 'support@zavet.example' };
const facts = {
  edition: '2027-03-01',
  documents: legalDocumentNames,
  holds_from: '2027-03-07',
};

describe.each(locales)('in %s', (locale) => {
  test('the notice names every document with its link, both days, and what to do', async () => {
    const words = mailWords(locale);
    const { subject, html, text } = await renderEditionNotice(locale, facts, place);
    const addresses = [
      ...legalDocumentNames.map(
        (name) => `${place.publicUrl}${legalPaths[name]}?edition=${facts.edition}`,
      ),
      `${place.publicUrl}/settings?tab=agreements`,
    ];
    expect(linksOf(html)).toEqual(new Set([...addresses, `mailto:${place.supportEmail}`]));
    expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual(addresses);
    expect(html).toContain(`lang="${locale}"`);
    expect(subject).toMatch(/^\S.{10,90}\S$/u);
    const names = legalDocumentNames.map((name) => words.t(`documents.names.${name}`));
    const days = [facts.edition, facts.holds_from].map((day) => dayName(words, day));
    for (const part of [visibleTextOf(html), text]) {
      for (const said of [subject, ...names, ...days]) expect(part).toContain(said);
      expect(part).not.toMatch(/\{\{|\}\}|\$t\(|undefined|documents\.\w|\.\.|!/);
      expect(/\p{Script=Cyrillic}/u.test(part)).toBe(locale === 'ru');
    }
  });

  test('that a consent holds only as it was accepted is said where the consent changes', async () => {
    const said = mailWords(locale).t('documents.edition_notice.consent');
    const all = await renderEditionNotice(locale, facts, place);
    const others = legalDocumentNames.filter((name) => name !== 'personal_data_consent');
    const without = await renderEditionNotice(locale, { ...facts, documents: others }, place);
    expect(visibleTextOf(all.html)).toContain(said);
    expect(visibleTextOf(without.html)).not.toContain(said);
  });
});
