import {
  type PriceEditions,
  type PriceList,
  priceEditions,
} from '@zavet/contract/billing/plan-catalogue';
import { expect, it } from 'vitest';
import { robotsPage, sitemapPage } from './crawler-pages.ts';
import { type WelcomeDeps, welcomePage } from './welcome-page.ts';

const [first] = priceEditions;
const dearer: PriceList = {
  edition: '2027-03-01',
  plans: { ...first.plans, storage_300: { monthly: 400, yearly: 4000 } },
  protocolActivation: 9000,
};
const prices: PriceEditions = [first, dearer];

const deps: WelcomeDeps = {
  clock: { now: () => new Date('2026-12-01T12:00:00Z') },
  prices,
  publicUrl: 'https://zavet.test',
  supportEmail: 'help@zavet.test',
  operator: undefined,
};

/** What the server puts into a page that says only this. */
function filled(
  text: string,
  { lang, ...changed }: Partial<WelcomeDeps> & { lang?: string } = {},
): string {
  const page = welcomePage({ ...deps, ...changed }).make({
    query: (name) => (name === 'lang' ? lang : undefined),
    languages: ['ru'],
    template: (name) => `${name}: ${text}`,
  });
  if (page === undefined) throw new Error('No page was made.');
  return page;
}

/** Spaces that do not break are spaces too. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

it('names the prices of the day, as people of the language write them', () => {
  const offer = '{{smallPlanMonthly}}, {{smallPlanYearly}}, {{activationRubles}}';
  expect(plain(filled(offer))).toBe('welcome/ru: 300 ₽, 3 000 ₽, 7 000 ₽');
  expect(filled(offer, { lang: 'en' })).toBe('welcome/en: ₽300, ₽3,000, ₽7,000');
  const later = { now: () => new Date('2027-03-02T12:00:00Z') };
  expect(plain(filled(offer, { clock: later }))).toBe('welcome/ru: 400 ₽, 4 000 ₽, 9 000 ₽');
});

it('names who runs the service, whatever they wrote, and says where nobody is named', () => {
  expect(filled('{{operator}}', { operator: 'ООО <«A&B»>' })).toBe(
    'welcome/ru: ООО &lt;«A&amp;B»&gt;',
  );
  expect(filled('{{operator}}')).toBe(
    'welcome/ru: На этом сайте пока не указано, кто ведёт сервис.',
  );
});

it('has the address that was asked for: with a language where the link names one', () => {
  expect(filled('{{address}}')).toBe('welcome/ru: https://zavet.test/welcome');
  expect(filled('{{address}}', { lang: 'sv' })).toBe(
    'welcome/sv: https://zavet.test/welcome?lang=sv',
  );
  expect(filled('{{address}}', { lang: '"><script>' })).toBe(
    'welcome/ru: https://zavet.test/welcome',
  );
});

it('tells programs what it tells people: prices, answers, who runs it', () => {
  const text = filled('{{structuredData}}', { lang: 'en', operator: 'A </script> B' });
  expect(text).not.toContain('</script>');
  const data = JSON.parse(text.replace('welcome/en: ', '')) as {
    '@graph': Record<string, unknown>[];
  };
  const types = data['@graph'].map((one) => one['@type']);
  expect(types).toEqual(['Organization', 'WebSite', 'SoftwareApplication', 'FAQPage']);
  expect(data['@graph'][0]).toMatchObject({ name: 'A </script> B', email: 'help@zavet.test' });
  const offers = data['@graph'][2]?.offers as { price: number }[];
  expect(offers.map(({ price }) => price)).toEqual([0, 300, 3000, 450, 4500, 850, 8500]);
  const questions = data['@graph'][3]?.mainEntity as { acceptedAnswer: { text: string } }[];
  expect(questions).toHaveLength(5);
  expect(JSON.stringify(questions)).not.toContain('{{');
});

it('is a crash where the page wants what nobody knows', () => {
  expect(() => filled('{{nobodyKnows}}')).toThrow('nobodyKnows');
});

it('is left to the web app where that has not been built', () => {
  const page = welcomePage(deps);
  const made = page.make({ query: () => undefined, languages: [], template: () => undefined });
  expect(made).toBeUndefined();
});

const bare = { query: () => undefined, languages: [], template: () => undefined };

it('search engines are led to the public pages and away from the API', () => {
  const robots = robotsPage(deps).make(bare);
  expect(robots).toContain('Disallow: /api/\n');
  expect(robots).toContain('Sitemap: https://zavet.test/sitemap.xml\n');
  const sitemap = sitemapPage(deps).make(bare);
  for (const path of ['/welcome', '/welcome?lang=fi', '/faq', '/privacy']) {
    expect(sitemap).toContain(`<loc>https://zavet.test${path}</loc>`);
  }
  expect(sitemap).not.toContain('/dashboard');
});
