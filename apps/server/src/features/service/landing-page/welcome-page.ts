import {
  currency,
  type PriceEditions,
  type PriceList,
  priceOf,
  pricesInForce,
  productDetails,
} from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import { formatNumber } from '@zavet/contract/formats';
import { limits } from '@zavet/contract/limits';
import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import { priceFigures, textFigures } from '@zavet/contract/text-figures';
import en from '@zavet/locales/en/welcome.json' with { type: 'json' };
import fi from '@zavet/locales/fi/welcome.json' with { type: 'json' };
import fr from '@zavet/locales/fr/welcome.json' with { type: 'json' };
import pt from '@zavet/locales/pt/welcome.json' with { type: 'json' };
import ru from '@zavet/locales/ru/welcome.json' with { type: 'json' };
import sv from '@zavet/locales/sv/welcome.json' with { type: 'json' };
import { type Facts, fill } from '@zavet/locales/translate';
import type { Clock } from '../../../platform/clock.ts';
import type { GeneratedPage } from '../../../platform/http/generated-pages.ts';
import { createWords } from '../../../platform/locale-words.ts';

const welcomeWords = createWords({ ru, en, fr, sv, fi, pt });

const questionIds = ['mind', 'will', 'mistake', 'absent', 'unpaid'] as const;

export const welcomePath = '/welcome';

/** Fills the prerendered page in the visitor's language with data of the running service. */
export function welcomePage(site: PublicSite): GeneratedPage {
  return {
    path: welcomePath,
    contentType: 'text/html; charset=utf-8',
    hasLanguages: true,
    make({ query, languages, template }) {
      const requested = query('lang');
      const locale = chooseLanguage(requested, languages);
      const page = template(`welcome/${locale}`);
      const address = `${site.publicUrl}${welcomePath}${requested === locale ? `?lang=${locale}` : ''}`;
      const facts = {
        ...formatFigures(locale),
        ...formatPrices(currentPrices(site), locale),
        siteAddress: site.publicUrl,
        address,
        supportEmail: site.supportEmail,
        operator: site.operator ?? welcomeWords[locale]('operator.unnamed'),
      };
      const escaped = Object.entries(facts).map(([name, value]) => [
        name,
        escapeHtml(String(value)),
      ]);
      const data = serializeForScript(createStructuredData(site, locale, address));
      return (
        page && fill(page, { ...Object.fromEntries(escaped), structuredData: data }, failUnknown)
      );
    },
  };
}

function failUnknown(name: string): never {
  throw new Error(`Unknown placeholder in the public page: ${name}`);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** JSON for a script element. */
function serializeForScript(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** Structured data for search engines (https://schema.org). */
function createStructuredData(site: PublicSite, locale: Locale, address: string) {
  const { publicUrl, supportEmail, operator } = site;
  const words = welcomeWords[locale];
  const figures = formatFigures(locale);
  const website = { '@id': `${publicUrl}/#site` };
  const provider = { '@id': `${publicUrl}/#operator` };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...provider,
        name: operator ?? words('name'),
        url: `${publicUrl}/welcome`,
        logo: `${publicUrl}/favicon.svg`,
        email: supportEmail,
      },
      {
        '@type': 'WebSite',
        ...website,
        name: words('name'),
        url: `${publicUrl}/welcome`,
        inLanguage: locale,
        publisher: provider,
      },
      {
        '@type': 'SoftwareApplication',
        name: words('name'),
        description: words('description'),
        url: address,
        applicationCategory: 'LifestyleApplication',
        operatingSystem: 'Web',
        provider,
        offers: offersOf(site),
      },
      {
        '@type': 'FAQPage',
        url: address,
        inLanguage: locale,
        isPartOf: website,
        mainEntity: questionIds.map((question) => ({
          '@type': 'Question',
          name: words(`questions.${question}.question`),
          acceptedAnswer: {
            '@type': 'Answer',
            text: words(`questions.${question}.answer`, figures),
          },
        })),
      },
    ],
  };
}

function offersOf(site: PublicSite) {
  const prices = currentPrices(site);
  return [
    { '@type': 'Offer', name: `${limits.freeStorageMb} MB`, price: 0, priceCurrency: currency },
    ...productDetails.map((product) => ({
      '@type': 'Offer',
      name: `${product.plan.storage_mb} MB, ${product.period}`,
      price: priceOf(prices, product),
      priceCurrency: currency,
    })),
  ];
}

export interface PublicSite {
  clock: Clock;
  prices: PriceEditions;
  publicUrl: string;
  supportEmail: string;
  /** Name of the legal entity. */
  operator: string | undefined;
}

function currentPrices({ prices, clock }: PublicSite): PriceList {
  return pricesInForce(prices, moscowDay(clock.now()));
}

function formatFigures(locale: Locale): Facts {
  return mapValues(textFigures, (value) =>
    typeof value === 'number' ? formatNumber(value, locale) : value,
  );
}

function formatPrices(prices: PriceList, locale: Locale): Facts {
  const rubles = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });
  return mapValues(priceFigures(prices), (amount) => rubles.format(amount));
}

function mapValues<Value>(values: Record<string, Value>, write: (value: Value) => string): Facts {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]));
}

/** Language of the link, or else the first supported language of the browser. */
export function chooseLanguage(requested: string | undefined, accepted: readonly string[]): Locale {
  if (isLocale(requested)) return requested;
  return (
    accepted.map((language) => language.slice(0, 2).toLowerCase()).find(isLocale) ?? defaultLocale
  );
}
