import { limits } from '@zavet/contract/limits';
import type { Locale } from '@zavet/contract/locales';
import { productFacts } from '@zavet/contract/plans/plan-catalogue';
import { currency, priceOf } from '@zavet/contract/prices';
import { pricesOfToday, type WelcomeDeps, writtenFigures } from './page-facts.ts';
import { welcomeWords } from './welcome-words.ts';

const questions = ['mind', 'will', 'mistake', 'absent', 'unpaid'] as const;

/** What the page says, for programs that read it: https://schema.org. */
export function structuredData(deps: WelcomeDeps, locale: Locale, address: string) {
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
