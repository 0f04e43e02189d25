import { type Locale, locales } from '@zavet/contract/locales';
import deliveryEn from '@zavet/locales/en/delivery.json' with { type: 'json' };
import deliveryFi from '@zavet/locales/fi/delivery.json' with { type: 'json' };
import deliveryFr from '@zavet/locales/fr/delivery.json' with { type: 'json' };
import deliveryPt from '@zavet/locales/pt/delivery.json' with { type: 'json' };
import dashboard from '@zavet/locales/ru/dashboard.json' with { type: 'json' };
import deliveryRu from '@zavet/locales/ru/delivery.json' with { type: 'json' };
import shell from '@zavet/locales/ru/shell.json' with { type: 'json' };
import deliverySv from '@zavet/locales/sv/delivery.json' with { type: 'json' };
import type { Plugin } from 'vite';

const withoutScript: Record<Locale, string> = {
  ru: deliveryRu.withoutScript,
  en: deliveryEn.withoutScript,
  fr: deliveryFr.withoutScript,
  sv: deliverySv.withoutScript,
  fi: deliveryFi.withoutScript,
  pt: deliveryPt.withoutScript,
};

/** Placeholder that the server replaces with the support address. */
const supportEmail = '__SUPPORT_EMAIL__';

/**
 * Static texts of a page before any script runs: name, description, available languages, and in
 * every language a note for browsers without scripts.
 */
export function pageTexts(): Plugin {
  return {
    name: 'page-texts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { server }) =>
        html
          .replaceAll('__PRODUCT__', shell.product)
          .replace('__DESCRIPTION__', dashboard.lead)
          .replace('__SERVICE__', deliveryRu.service)
          .replace('__LANGUAGES__', perLocale(languageOption))
          .replace('__WITHOUT_SCRIPT__', perLocale(withoutScriptText))
          // In a built page the server replaces the placeholder.
          .replaceAll(supportEmail, server ? 'support@zavet.example' : supportEmail),
    },
  };
}

function languageOption(locale: Locale): string {
  return `<option value="${locale}" lang="${locale}">${shell.languages[locale]}</option>`;
}

function withoutScriptText(locale: Locale): string {
  const link = `<a href="mailto:${supportEmail}">${supportEmail}</a>`;
  return `<p lang="${locale}">${withoutScript[locale]} ${link}</p>`;
}

function perLocale(part: (locale: Locale) => string): string {
  return locales.map(part).join('');
}
