import { locales } from '@zavet/contract/locales';
import { describe, expect, test } from 'vitest';
import { linksOf, visibleTextOf } from '../../../../test/mail-html.ts';
import { dayName } from '../../../platform/mail/templates/figures.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import type { PlanMailFacts, PlanMailKind } from '../plan-mail.ts';
import { planMailKinds, renderPlanMail } from './render-plan-mail.ts';

const place = { publicUrl: 'https://zavet.example', supportEmail: 'support@zavet.example' };
const day = '2027-01-17';
const paid = { plan: 'storage_500', amount_kopecks: 45_000 } as const;
const until = { ...paid, valid_until: day };

interface Example {
  kind: PlanMailKind;
  when: string;
  facts: PlanMailFacts[PlanMailKind];
  /** Figures, which are the same in every language. */
  says: string[];
  saysDay: boolean;
}

function example<Kind extends PlanMailKind>(
  kind: Kind,
  when: string,
  facts: PlanMailFacts[Kind],
  says: string[],
): Example {
  return { kind, when, facts, says, saysDay: Object.values(facts).includes(day) };
}

/** Languages group thousands with a comma, a dot or a space of some width. */
const evenly = (text: string) => text.replaceAll(/(?<=\d)[\s.,](?=\d{3})/g, ' ');

const examples: Example[] = [
  example('plan_bought', 'to be renewed', { ...until, next_amount_kopecks: 450_000 }, [
    '450',
    '4 500',
  ]),
  example('plan_bought', 'to end', { ...until, next_amount_kopecks: null }, ['450']),
  example('plan_renewed', 'to be renewed', { ...until, next_amount_kopecks: 450_000 }, [
    '500',
    '450',
    '4 500',
  ]),
  example('plan_renewed', 'to end', { ...until, next_amount_kopecks: null }, ['500', '450']),
  example('renewal_ahead', 'of a month', { ...paid, charged_on: day, period: 'monthly' }, ['450']),
  example('renewal_ahead', 'of a year', { ...paid, charged_on: day, period: 'yearly' }, ['450']),
  example('end_ahead', 'near', { plan: 'storage_500', valid_until: day }, ['500', '30']),
  example('renewal_declined', 'to be tried again', { ...paid, next_try_on: day }, ['500', '450']),
  example('renewal_declined', 'for the last time', { ...paid, next_try_on: null }, ['500', '450']),
  example('plan_expired', 'with too many files', { plan: 'storage_1024', files_removed_on: day }, [
    '1',
    '30',
  ]),
  example('plan_expired', 'with room', { plan: 'storage_1024', files_removed_on: null }, ['30']),
  example('files_removal_soon', 'ahead', { files_removed_on: day, over_mb: 37, is_last: false }, [
    '37',
  ]),
  example('files_removed', 'done', { files: 21, removal_id: 'r' }, ['21']),
  example('payment_refunded', 'in part', { amount_kopecks: 12_350 }, ['123', '50']),
  example('plan_extended', 'by days', { days: 3, valid_until: day }, ['3']),
];

test('every mail has an example here', () => {
  expect([...new Set(examples.map(({ kind }) => kind))]).toEqual(planMailKinds);
});

describe.each(locales)('in %s', (locale) => {
  const render = ({ kind, facts }: Pick<Example, 'kind' | 'facts'>) =>
    renderPlanMail(kind, locale, facts, place);
  const words = mailWords(locale);

  test.each(examples)('$kind ($when) is complete', async (one) => {
    const { subject, html, text } = await render(one);
    const address = `${place.publicUrl}/settings?tab=plan`;
    expect(linksOf(html)).toEqual(new Set([address, `mailto:${place.supportEmail}`]));
    expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual([address]);
    expect(html).toContain(`lang="${locale}"`);
    expect(subject).toMatch(/^\S.{10,90}\S$/u);
    const days = one.saysDay ? [dayName(words, day)] : [];
    for (const part of [visibleTextOf(html), text]) {
      for (const said of [subject, ...one.says, ...days, words.t('layout.greeting')]) {
        expect(evenly(part)).toContain(evenly(said));
      }
      expect(part).not.toMatch(/\{\{|\}\}|\$t\(|undefined|\bnull\b|\bNaN\b|plans\.\w|\.\./);
      expect(part).not.toContain('!');
      expect(/\p{Script=Cyrillic}/u.test(part)).toBe(locale === 'ru');
    }
  });

  test.each(examples)('$kind ($when) loads nothing and runs nothing', async (one) => {
    const { html } = await render(one);
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|\bsrc=|url\(|@import/i);
  });

  test('what differs in the facts differs in the words', async () => {
    const texts = await Promise.all(examples.map(async (one) => (await render(one)).text));
    expect(new Set(texts).size).toBe(examples.length);
  });

  test('names the files that go and that went, and counts those above fifty', async () => {
    const names = Array.from({ length: 53 }, (_, index) => `<Letter> & ${index + 1}.pdf`);
    const soon = { files_removed_on: day, over_mb: 37, is_last: true };
    for (const mail of [
      await renderPlanMail('files_removal_soon', locale, soon, place, names),
      await renderPlanMail('files_removed', locale, { files: 53, removal_id: 'r' }, place, names),
    ]) {
      for (const part of [visibleTextOf(mail.html), mail.text]) {
        for (const name of names.slice(0, 50)) expect(part).toContain(name);
        expect(part).not.toContain(names[50]);
        expect(part).toContain(words.t('plans.more_files', { count: 3 }));
      }
      expect(mail.html).not.toContain('<Letter>');
    }
  });

  test.each([1, 2, 5, 21])('counts %d in its own grammar', async (count) => {
    const counted = [
      await render({ kind: 'files_removed', facts: { files: count, removal_id: 'r' } }),
      await render({ kind: 'plan_extended', facts: { days: count, valid_until: day } }),
    ];
    for (const { text } of counted) {
      expect(text).toMatch(new RegExp(`\\b${count}\\b`));
      expect(text).not.toMatch(/plans\.\w/);
    }
  });
});

test('every mail reads differently in every language', async () => {
  for (const { kind, facts } of examples) {
    const mails = await Promise.all(
      locales.map((locale) => renderPlanMail(kind, locale, facts, place)),
    );
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(locales.length);
  }
});
