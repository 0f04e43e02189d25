import {
  type PriceEditions,
  type PriceList,
  priceEditions,
} from '@zavet/contract/billing/plan-catalogue';
import { expect, it } from 'vitest';
import { robotsPage, sitemapPage } from './crawler-pages.ts';
import { chooseLanguage, type PublicSite, welcomePage } from './welcome-page.ts';

const [first] = priceEditions;
const raisedPrices: PriceList = {
  edition: '2027-03-01',
  plans: { ...first.plans, storage_300: { monthly: 400, yearly: 4000 } },
  protocolActivation: 9000,
};
const prices: PriceEditions = [first, raisedPrices];

const site: PublicSite = {
  clock: { now: () => new Date('2026-12-01T12:00:00Z') },
  prices,
  publicUrl: 'https://zavet.test',
  supportEmail: 'help@zavet.test',
  operator: undefined,
};

/** Renders a page that consists of this text. */
function render(
  text: string,
  { lang, ...changed }: Partial<PublicSite> & { lang?: string } = {},
): string {
  const page = welcomePage({ ...site, ...changed }).make({
    query: (name) => (name === 'lang' ? lang : undefined),
    languages: ['ru'],
    template: (name) => `${name}: ${text}`,
  });
  if (page === undefined) throw new Error('no page');
  return page;
}

const normalizeSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

it('shows current prices in the format of the language', () => {
  const offer = '{{smallPlanMonthly}}, {{smallPlanYearly}}, {{activationRubles}}';
  expect(normalizeSpaces(render(offer))).toBe('welcome/ru: 300 ₽, 3 000 ₽, 7 000 ₽');
  expect(render(offer, { lang: 'en' })).toBe('welcome/en: ₽300, ₽3,000, ₽7,000');
  const later = { now: () => new Date('2027-03-02T12:00:00Z') };
  expect(normalizeSpaces(render(offer, { clock: later }))).toBe(
    'welcome/ru: 400 ₽, 4 000 ₽, 9 000 ₽',
  );
});

it('shows the escaped name of the legal entity, or that it is missing', () => {
  expect(render('{{operator}}', { operator: 'ООО <«A&B»>' })).toBe(
    'welcome/ru: ООО &lt;«A&amp;B»&gt;',
  );
  expect(render('{{operator}}')).toBe('welcome/ru: Здесь пока не указано, кто ведёт сервис.');
});

it('has a canonical address, with a language only if the link has one', () => {
  expect(render('{{address}}')).toBe('welcome/ru: https://zavet.test/welcome');
  expect(render('{{address}}', { lang: 'sv' })).toBe(
    'welcome/sv: https://zavet.test/welcome?lang=sv',
  );
  expect(render('{{address}}', { lang: '"><script>' })).toBe(
    'welcome/ru: https://zavet.test/welcome',
  );
});

it('contains structured data', () => {
  const text = render('{{structuredData}}', { lang: 'en', operator: 'A </script> B' });
  expect(text).not.toContain('</script>');
  const data = JSON.parse(text.replace('welcome/en: ', '')) as {
    '@graph': Record<string, unknown>[];
  };
  const types = data['@graph'].map((node) => node['@type']);
  expect(types).toEqual(['Organization', 'WebSite', 'SoftwareApplication', 'FAQPage']);
  expect(data['@graph'][0]).toMatchObject({ name: 'A </script> B', email: 'help@zavet.test' });
  const offers = data['@graph'][2]?.offers as { price: number }[];
  expect(offers.map(({ price }) => price)).toEqual([0, 300, 3000, 450, 4500, 850, 8500]);
  const questionIds = data['@graph'][3]?.mainEntity as { acceptedAnswer: { text: string } }[];
  expect(questionIds).toHaveLength(5);
  expect(JSON.stringify(questionIds)).not.toContain('{{');
});

it('throws on unknown placeholders', () => {
  expect(() => render('{{unknownFact}}')).toThrow('unknownFact');
});

it('makes no page without a built template', () => {
  const page = welcomePage(site);
  const made = page.make({ query: () => undefined, languages: [], template: () => undefined });
  expect(made).toBeUndefined();
});

const emptyRequest = { query: () => undefined, languages: [], template: () => undefined };

it('robots.txt and sitemap.xml list public pages only', () => {
  const robots = robotsPage(site).make(emptyRequest);
  expect(robots).toContain('Disallow: /api/\n');
  expect(robots).toContain('Sitemap: https://zavet.test/sitemap.xml\n');
  const sitemap = sitemapPage(site).make(emptyRequest);
  for (const path of ['/welcome', '/welcome?lang=fi', '/faq', '/privacy']) {
    expect(sitemap).toContain(`<loc>https://zavet.test${path}</loc>`);
  }
  expect(sitemap).not.toContain('/dashboard');
});

it.each([
  ['the link', 'fi', ['en'], 'fi'],
  ['the browser if that of the link is unsupported', 'de', ['sv-SE', 'en'], 'sv'],
  ['the first supported one of the browser', undefined, ['de-DE', 'PT-br', 'en'], 'pt'],
  ['default if none is supported', undefined, ['de', '*'], 'ru'],
  ['default without any', undefined, [], 'ru'],
])('chooses the language by %s', (_, requested, accepted, language) => {
  expect(chooseLanguage(requested, accepted)).toBe(language);
});
