import {
  currency,
  type PriceEditions,
  type PriceList,
  priceOf,
  pricesInForce,
  productFacts,
} from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import { limits } from '@zavet/contract/limits';
import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import { priceFigures, textFigures } from '@zavet/contract/text-figures';
import { formatNumber } from '@zavet/contract/written-forms';
import en from '@zavet/locales/en/welcome.json' with { type: 'json' };
import fi from '@zavet/locales/fi/welcome.json' with { type: 'json' };
import fr from '@zavet/locales/fr/welcome.json' with { type: 'json' };
import pt from '@zavet/locales/pt/welcome.json' with { type: 'json' };
import ru from '@zavet/locales/ru/welcome.json' with { type: 'json' };
import sv from '@zavet/locales/sv/welcome.json' with { type: 'json' };
import { type Facts, fill } from '@zavet/locales/translate';
import type { Clock } from '../../../platform/clock.ts';
import type { GeneratedPage } from '../../../platform/http/made-pages.ts';
import { createWords, type SubjectWords } from '../../../platform/locale-words.ts';

const words = createWords({ ru, en, fr, sv, fi, pt });

const questions = ['mind', 'will', 'mistake', 'absent', 'unpaid'] as const;

export const welcomePath = '/welcome';

/**
 * The public page in the visitor's language. The web app is built with whole pages, one per
 * language; here they get what only the running service knows.
 */
export function welcomePage(deps: WelcomeDeps): GeneratedPage {
  return {
    path: welcomePath,
    contentType: 'text/html; charset=utf-8',
    hasLanguages: true,
    make({ query, languages, template }) {
      const asked = query('lang');
      const locale = languageFor(asked, languages);
      const page = template(`welcome/${locale}`);
      const address = `${deps.publicUrl}${welcomePath}${asked === locale ? `?lang=${locale}` : ''}`;
      const facts = {
        ...writtenFigures(locale),
        ...writtenPrices(pricesOfToday(deps), locale),
        siteAddress: deps.publicUrl,
        address,
        supportEmail: deps.supportEmail,
        operator: deps.operator ?? welcomeWords(locale)('operator.unnamed'),
      };
      const escaped = Object.entries(facts).map(([name, value]) => [
        name,
        escapedHtml(String(value)),
      ]);
      const data = dataBlock(structuredData(deps, locale, address));
      return page && fill(page, { ...Object.fromEntries(escaped), structuredData: data }, missing);
    },
  };
}

function missing(name: string): never {
  throw new Error(`The public page wants ${name}, which nobody knows.`);
}

function escapedHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** JSON inside of HTML: no tag may begin in it. */
function dataBlock(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

type WelcomeWords = SubjectWords<typeof ru>;

function welcomeWords(locale: Locale): WelcomeWords {
  return words[locale];
}

/** What the page says, for programs that read it: https://schema.org. */
function structuredData(deps: WelcomeDeps, locale: Locale, address: string) {
  const { publicUrl, supportEmail, operator } = deps;
  const words = welcomeWords(locale);
  const figures = writtenFigures(locale);
  const site = { '@id': `${publicUrl}/#site` };
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
        ...site,
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
        offers: offersOf(deps),
      },
      {
        '@type': 'FAQPage',
        url: address,
        inLanguage: locale,
        isPartOf: site,
        mainEntity: questions.map((question) => ({
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

function offersOf(deps: WelcomeDeps) {
  const prices = pricesOfToday(deps);
  return [
    { '@type': 'Offer', name: `${limits.freeStorageMb} MB`, price: 0, priceCurrency: currency },
    ...productFacts.map((product) => ({
      '@type': 'Offer',
      name: `${product.plan.storage_mb} MB, ${product.period}`,
      price: priceOf(prices, product),
      priceCurrency: currency,
    })),
  ];
}

/** What the public pages are made of. */
export interface WelcomeDeps {
  clock: Clock;
  prices: PriceEditions;
  publicUrl: string;
  supportEmail: string;
  /** Who runs the service, in their own words. */
  operator: string | undefined;
}

/** A stranger has no prices of their own: those of the day hold. */
function pricesOfToday({ prices, clock }: WelcomeDeps): PriceList {
  return pricesInForce(prices, moscowDay(clock.now()));
}

/** Figures as people of a language write them. */
function writtenFigures(locale: Locale): Facts {
  return mapped(textFigures, (value) =>
    typeof value === 'number' ? formatNumber(value, locale) : value,
  );
}

function writtenPrices(prices: PriceList, locale: Locale): Facts {
  const rubles = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });
  return mapped(priceFigures(prices), (amount) => rubles.format(amount));
}

function mapped<Value>(values: Record<string, Value>, write: (value: Value) => string): Facts {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]));
}

/** The language that a link asks for, else the first of the browser's that we speak. */
export function languageFor(asked: string | undefined, accepted: readonly string[]): Locale {
  if (isLocale(asked)) return asked;
  return (
    accepted.map((language) => language.slice(0, 2).toLowerCase()).find(isLocale) ?? defaultLocale
  );
}
