import { locales } from '@zavet/contract/locales';
import { ending, footer, operator, prices, questions, readersSection } from './closing-sections.ts';
import { html, type Markup } from './html.ts';
import { hero, letter, steps, top } from './opening-sections.ts';
import type { PageWords } from './words.ts';

/** Addresses of the files of the page. */
export interface PageFiles {
  styles: string;
  /** Fonts of the first lines. */
  fonts: readonly string[];
  /** Picture for link previews on other sites. */
  picture: string;
}

const pictureSize = { width: 1200, height: 630 } as const;

/**
 * The public page in one language. Values of the running service (prices, addresses, legal entity,
 * numbers of the contract) are placeholders `{{name}}`.
 */
export function welcomePage(words: PageWords, files: PageFiles): string {
  const page = html`<html lang="${words.locale}">
<head>${head(words, files)}</head>
<body>
<a class="skip" href="#content">${words.shell.skipToContent}</a>
${top(words)}
<main id="content">
${hero(words)}${steps(words)}${letter(words)}${readersSection(words)}${prices(words)}${questions(words)}${operator(words)}${ending(words)}
</main>
${footer(words)}
</body>
</html>
`;
  return `<!doctype html>\n${page.markup}`;
}

function head(
  { locale, welcome, shell }: PageWords,
  { styles, fonts, picture }: PageFiles,
): Markup {
  const { title, description } = welcome;
  return html`
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<script src="/theme.js" data-unchosen="auto" data-language="own"></script>
<link rel="stylesheet" href="${styles}">
${fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="canonical" href="{{address}}">
${locales.map((one) => html`<link rel="alternate" hreflang="${one}" href="{{siteAddress}}/welcome?lang=${one}">`)}
<link rel="alternate" hreflang="x-default" href="{{siteAddress}}/welcome">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${shell.product}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="{{address}}">
<meta property="og:locale" content="${openGraphLocales[locale]}">
${locales
  .filter((one) => one !== locale)
  .map((one) => html`<meta property="og:locale:alternate" content="${openGraphLocales[one]}">`)}
<meta property="og:image" content="{{siteAddress}}${picture}">
<meta property="og:image:width" content="${pictureSize.width}">
<meta property="og:image:height" content="${pictureSize.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
<script type="application/ld+json">{{structuredData}}</script>
`;
}

/** Open Graph locales include a country. */
const openGraphLocales = {
  ru: 'ru_RU',
  en: 'en_GB',
  fr: 'fr_FR',
  sv: 'sv_SE',
  fi: 'fi_FI',
  pt: 'pt_BR',
} as const;
