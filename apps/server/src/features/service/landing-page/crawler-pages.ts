import { legalDocumentNames, legalPaths } from '@zavet/contract/identity/editions';
import { locales } from '@zavet/contract/locales';
import type { GeneratedPage } from '../../../platform/http/generated-pages.ts';
import { type PublicSite, welcomePath } from './welcome-page.ts';

const documents = legalDocumentNames.map((name) => legalPaths[name]);

/** All other pages are private and answered with `X-Robots-Tag: noindex`. */
export const indexedPaths: ReadonlySet<string> = new Set([
  welcomePath,
  '/login',
  '/signup',
  '/faq',
  ...documents,
]);

export function robotsPage({ publicUrl }: PublicSite): GeneratedPage {
  return {
    path: '/robots.txt',
    contentType: 'text/plain; charset=utf-8',
    make: () => `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
  };
}

export function sitemapPage({ publicUrl }: PublicSite): GeneratedPage {
  const welcome = `${publicUrl}${welcomePath}`;
  const inLanguages = locales.map((locale) => ({
    locale,
    address: `${welcome}?lang=${locale}`,
  }));
  const alternates = [...inLanguages, { locale: 'x-default', address: welcome }]
    .map(
      ({ locale, address }) =>
        `<xhtml:link rel="alternate" hreflang="${locale}" href="${address}"/>`,
    )
    .join('');
  const entries = [
    ...[welcome, ...inLanguages.map(({ address }) => address)].map(
      (address) => `<url><loc>${address}</loc>${alternates}</url>`,
    ),
    ...['/faq', ...documents].map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
  ];
  return {
    path: '/sitemap.xml',
    contentType: 'application/xml; charset=utf-8',
    make: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`,
  };
}
