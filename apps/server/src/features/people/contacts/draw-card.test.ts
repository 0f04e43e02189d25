import { buffer } from 'node:stream/consumers';
import type { Locale } from '@zavet/contract/locales';
import { describe, expect, it, test } from 'vitest';
import { renderedLocales } from '../../../../test/long-proofs.ts';
import { siteInfo } from '../../../../test/mail-examples/mail-example.ts';
import { pdfPages } from '../../../../test/rendered-text.ts';
import { dayName, mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { type CardFacts, cardTexts } from './confirmation-card.ts';
import { drawCard } from './draw-card.ts';

const day = '2026-11-16';
const facts: CardFacts = {
  owner_name: 'Мария Ёлкина-Ångström',
  owner_email: 'maria@example.org',
  contact_name: 'Борис Берг',
  contact_email: 'boris@example.org',
  activation_price: 7000,
  asks_for_pin: true,
};

async function cardOf(locale: Locale, changes: Partial<CardFacts> = {}) {
  const words = mailWords(locale);
  return buffer(await drawCard(words, { ...facts, ...changes }, siteInfo, day));
}
/** Ignores line breaks, which depend on the layout. */
const withoutBreaks = (text: string) => text.replaceAll(/[\s-]+/g, '');

test.each(renderedLocales)('the card in %s is one page of selectable text', async (locale) => {
  const words = mailWords(locale);
  const [text, ...others] = await pdfPages(await cardOf(locale));
  expect(others).toEqual([]);
  const { asked, address, signIn, pin, steps } = cardTexts(words, facts, siteInfo);
  const expectedTexts = [
    words.t('card.title'),
    asked,
    address,
    signIn,
    pin,
    ...steps,
    siteInfo.supportEmail,
    words.t('card.written', { day: dayName(words, day) }),
  ];
  for (const one of expectedTexts) expect(withoutBreaks(text ?? '')).toContain(withoutBreaks(one));
});

describe('a card', () => {
  it('states that no PIN is required if there is none', async () => {
    const [text = ''] = await pdfPages(await cardOf('ru', { asks_for_pin: false }));
    const { t } = mailWords('ru');
    expect(withoutBreaks(text)).toContain(withoutBreaks(t('card.no_pin')));
    expect(withoutBreaks(text)).not.toContain(withoutBreaks(t('card.pin')));
  });

  it('stays one page with the longest name and addresses in full', async () => {
    const long = {
      owner_name: 'Константинопольская '.repeat(10).trim(),
      owner_email: `${'o'.repeat(64)}@${'domain.'.repeat(26)}example`,
      contact_email: `${'c'.repeat(64)}@${'другой.'.repeat(26)}example`,
    };
    for (const locale of renderedLocales) {
      const pages = await pdfPages(await cardOf(locale, long));
      expect(pages).toHaveLength(1);
      for (const one of Object.values(long))
        expect(withoutBreaks(pages[0] ?? '')).toContain(withoutBreaks(one));
    }
  });

  it('names the owner by address if the font lacks glyphs of the name', async () => {
    const [text = ''] = await pdfPages(await cardOf('en', { owner_name: 'გიორგი' }));
    expect(withoutBreaks(text)).toContain(withoutBreaks('maria@example.org asked you'));
  });

  it('prints markup in a name literally', async () => {
    const [text = ''] = await pdfPages(
      await cardOf('en', { owner_name: '<b>Eve</b> (x) \\ 100%' }),
    );
    expect(withoutBreaks(text)).toContain(withoutBreaks('<b>Eve< b> (x) 100%'));
  });

  it('embeds only the glyphs it uses', async () => {
    expect((await cardOf('ru')).byteLength).toBeLessThan(40_000);
  });
});
