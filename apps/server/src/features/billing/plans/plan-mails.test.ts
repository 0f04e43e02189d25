import { locales } from '@zavet/contract/locales';
import { describe, expect, test } from 'vitest';
import { planExamples } from '../../../../test/mail-examples/billing.ts';
import { siteInfo } from '../../../../test/mail-examples/mail-example.ts';
import { visibleTextOf } from '../../../../test/rendered-text.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { planMails, planPaid } from './plan-mails.ts';
import { filesOverLimit } from './removal-mails.ts';

const day = '2027-01-17';

describe.each(locales)('plan mails in %s', (locale) => {
  const words = mailWords(locale);

  test('have different texts for different facts', async () => {
    const texts = await Promise.all(
      planMails.flatMap((mail) =>
        (planExamples[mail.name] ?? []).map(async ({ facts }) => {
          const { text } = await writeMail(
            mail as typeof planPaid,
            locale,
            facts as never,
            siteInfo,
          );
          return text;
        }),
      ),
    );
    expect(texts.length).toBeGreaterThan(planMails.length);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('name removed files, up to fifty, and count the rest', async () => {
    const names = Array.from({ length: 53 }, (_, index) => `<Letter> & ${index + 1}.pdf`);
    const soon = { stage: 'soon', files_removed_on: day, over_mb: 37, names } as const;
    for (const mail of [
      await writeMail(filesOverLimit, locale, soon, siteInfo),
      await writeMail(filesOverLimit, locale, { stage: 'removed', files: 53, names }, siteInfo),
    ]) {
      for (const part of [visibleTextOf(mail.html), mail.text]) {
        for (const name of names.slice(0, 50)) expect(part).toContain(name);
        expect(part).not.toContain(names[50]);
        expect(part).toContain(words.t('plans.more_files', { count: 3 }));
      }
      expect(mail.html).not.toContain('<Letter>');
    }
  });

  test.each([1, 2, 5, 21])('use the plural form for %d', async (count) => {
    const counted = [
      await writeMail(
        filesOverLimit,
        locale,
        { stage: 'removed', files: count, names: [] },
        siteInfo,
      ),
      await writeMail(
        planPaid,
        locale,
        { event: 'extended', days: count, valid_until: day },
        siteInfo,
      ),
    ];
    for (const { text } of counted) {
      expect(text).toMatch(new RegExp(`\\b${count}\\b`));
      expect(text).not.toMatch(/plans\.\w/);
    }
  });
});
