import { type BrowserContext, expect as inRussian, type Locator } from '@playwright/test';
import { defaultLocale, isLocale } from '@zavet/contract/locales';
import { createWords } from './words-in-locale.ts';

const chosen = process.env.JOURNEYS_LOCALE ?? defaultLocale;
if (!isLocale(chosen)) throw new Error(`JOURNEYS_LOCALE is "${chosen}", which is no locale.`);

/** The locale of browsers, accounts and contacts in the journeys. */
export const locale = chosen;
const { language, region } = new Intl.Locale(locale).maximize();
export const browserLocale = `${language}-${region}`;

/**
 * `find` translates Russian words of the product; `addContent` registers content, which is not
 * translated.
 */
export const words = createWords(locale);

type Words = string | RegExp;
interface Options {
  name?: Words;
  hasText?: Words;
  exact?: boolean;
}
type Method = (this: unknown, ...args: unknown[]) => unknown;
type Translation = (first: never, options?: Options) => unknown[];

const byText: Translation = (text: Words, options) => [words.find(text, options), options];

/** Translated arguments for Playwright's methods, by method name. */
const translations: Record<string, Translation> = {
  getByText: byText,
  getByLabel: byText,
  getByRole: (role: string, options) => {
    const name = options?.name && words.find(options.name, options);
    return [role, { ...options, name }];
  },
  filter: ({ hasText, ...others }: Options) => {
    return [{ ...others, hasText: hasText && words.find(hasText) }];
  },
  fill: (value: string, options) => {
    words.addContent(value);
    return [value, options];
  },
};
const patched = new Set<object>();

/** Browser storage with the chosen locale; Russian is the default. */
export function storageInLocale(origin = '') {
  const localStorage = [{ name: 'zavet.language', value: locale }];
  return { cookies: [], origins: locale === defaultLocale ? [] : [{ origin, localStorage }] };
}

/** Lets locators of a browser's pages match translations of the Russian words they are given. */
export function translateLocators(context: BrowserContext): void {
  if (locale === defaultLocale) return;
  // Patches the methods, because Playwright has no hook for this. Pages delegate to their frame.
  context.once('page', (page) => {
    for (const one of [page.mainFrame(), page.locator('html'), page.frameLocator('iframe')]) {
      patchMethods(Object.getPrototypeOf(one));
    }
  });
}

function patchMethods(prototype: Record<string, Method | undefined>): void {
  if (patched.has(prototype)) return;
  patched.add(prototype);
  for (const [name, translate] of Object.entries(translations)) {
    const method = prototype[name];
    if (!method) continue;
    prototype[name] = function translated(first, options) {
      return method.apply(this, translate(first as never, options as Options));
    };
  }
}

type Matcher = 'toHaveText' | 'toContainText' | 'toHaveValue';

function matcher(name: Matcher) {
  return async function translated(
    this: { isNot: boolean },
    found: Locator,
    text: Words,
    options?: object,
  ) {
    const wanted = words.find(text, { exact: name !== 'toContainText' });
    const expected = this.isNot ? inRussian(found).not : inRussian(found);
    await expected[name](wanted, options);
    return { pass: !this.isNot, message: () => '' };
  };
}

/** Matchers translate the expected Russian words. */
export const expect: typeof inRussian =
  locale === defaultLocale
    ? inRussian
    : inRussian.extend({
        toHaveText: matcher('toHaveText'),
        toContainText: matcher('toContainText'),
        toHaveValue: matcher('toHaveValue'),
      });
