import dashboard from '@zavet/locales/ru/dashboard.json' with { type: 'json' };
import shell from '@zavet/locales/ru/shell.json' with { type: 'json' };
import type { Plugin } from 'vite';

/** The page's name and description before any script runs, in the default language. */
export function pageTexts(): Plugin {
  return {
    name: 'page-texts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replaceAll('__PRODUCT__', shell.product).replace('__DESCRIPTION__', dashboard.lead),
    },
  };
}
