import { fill } from '@zavet/locales/translate';
import type { MadePage } from '../../../platform/http/made-pages.ts';
import { languageFor } from './language-rules.ts';
import { pricesOfToday, type WelcomeDeps, writtenFigures, writtenPrices } from './page-facts.ts';
import { structuredData } from './structured-data.ts';
import { welcomeWords } from './welcome-words.ts';

export const welcomePath = '/welcome';

/**
 * The public page in the visitor's language. The web app is built with whole pages, one per
 * language; here they get what only the running service knows.
 */
export function welcomePage(deps: WelcomeDeps): MadePage {
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
