import { priceEditions } from '@zavet/contract/billing/plan-catalogue';
import { locales } from '@zavet/contract/locales';
import { priceFigures, textFigures } from '@zavet/contract/text-figures';
import { expect, it } from 'vitest';
import { welcomePage } from './page.ts';
import { pageWords } from './words.ts';

const files = { styles: '/assets/a.css', fonts: ['/assets/b.woff2'], picture: '/assets/c.png' };
const pages = pageWords.map((words) => ({ words, page: welcomePage(words, files) }));

it('the page exists in every language', () => {
  expect(pages.map(({ words }) => words.locale)).toEqual(locales);
});

it.each(pages)(
  'links to all languages, each with its own address ($words.locale)',
  ({ words, page }) => {
    expect(page).toContain(`<html lang="${words.locale}">`);
    for (const locale of locales) {
      const address = `{{siteAddress}}/welcome?lang=${locale}`;
      expect(page).toContain(`<link rel="alternate" hreflang="${locale}" href="${address}">`);
      expect(page).toContain(`<a href="/welcome?lang=${locale}" lang="${locale}"`);
    }
  },
);

it.each(pages)(
  'has title, description and picture for link previews ($words.locale)',
  ({ words, page }) => {
    const { title, description } = words.welcome;
    for (const [name, content] of Object.entries({ title, description })) {
      expect(page).toContain(`<meta property="og:${name}" content="${content}">`);
    }
    expect(page).toContain('<meta property="og:image" content="{{siteAddress}}/assets/c.png">');
    expect(page).toContain('<link rel="canonical" href="{{address}}">');
  },
);

it.each(pages)(
  'contains only placeholders that the server fills in ($words.locale)',
  ({ page }) => {
    const [prices] = priceEditions;
    const ofService = ['address', 'siteAddress', 'supportEmail', 'operator', 'structuredData'];
    const known = new Set([
      ...Object.keys({ ...textFigures, ...priceFigures(prices) }),
      ...ofService,
    ]);
    const wanted = [...page.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
    expect(wanted).toEqual(expect.arrayContaining(['largePlanYearly', 'activationRubles']));
  },
);

it.each(pages)(
  'repeats no text for screen readers, and needs no script ($words.locale)',
  ({ page }) => {
    expect(page.match(/<h1>/g)).toHaveLength(1);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(page.match(/<script[^>]*>/g)).toEqual([
      '<script src="/theme.js" data-unchosen="auto" data-language="own">',
      '<script type="application/ld+json">',
    ]);
    // The content security policy refuses inline styles and handlers.
    expect(page).not.toMatch(/ style=| on\w+=|<style/);
  },
);
