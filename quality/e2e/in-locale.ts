import { type BrowserContext, expect as inRussian, type Locator } from '@playwright/test';
import { defaultLocale, isLocale } from '@zavet/contract/locales';
import { createWords } from './words-in-locale.ts';

const chosen = process.env.JOURNEYS_LOCALE ?? defaultLocale;
if (!isLocale(chosen)) throw new Error(`JOURNEYS_LOCALE is "${chosen}", which is no locale.`);

/** The locale in which the journeys run: of browsers, accounts and contacts. */
export const locale = chosen;
const { language, region } = new Intl.Locale(locale).maximize();
export const browserLocale = `${language}-${region}`;

/**
 * `find` gives the words of the product in that locale for the Russian ones; `write` names content
 * of the journey's people, which is found as they wrote it.
 */
export const words = createWords(locale);

type Words = string | RegExp;
interface Options {
  name?: Words;
  hasText?: Words;
  exact?: boolean;
}
type Method = (this: unknown, ...args: unknown[]) => unknown;
type Change = (first: never, options?: Options) => unknown[];

const byText: Change = (text: Words, options) => [words.find(text, options), options];

/** What the methods by which journeys find things are given in place of their arguments. */
const changes: Record<string, Change> = {
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
    words.write(value);
    return [value, options];
  },
};
const changed = new Set<object>();

/** The storage of a browser in which the locale was chosen; Russian is there without a choice. */
export function storageInLocale(origin = '') {
  const localStorage = [{ name: 'zavet.language', value: locale }];
  return { cookies: [], origins: locale === defaultLocale ? [] : [{ origin, localStorage }] };
}

/** Lets the pages of a browser find things in the chosen locale by their Russian words. */
export function speakLocale(context: BrowserContext): void {
  if (locale === defaultLocale) return;
  // Playwright has no place of its own for this. Pages hand these calls on to their frame.
  context.once('page', (page) => {
    for (const one of [page.mainFrame(), page.locator('html'), page.frameLocator('iframe')]) {
      changeMethods(Object.getPrototypeOf(one));
    }
  });
}

function changeMethods(prototype: Record<string, Method | undefined>): void {
  if (changed.has(prototype)) return;
  changed.add(prototype);
  for (const [name, change] of Object.entries(changes)) {
    const method = prototype[name];
    if (!method) continue;
    prototype[name] = function translated(first, options) {
      return method.apply(this, change(first as never, options as Options));
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

/** Expects the words of the product in the chosen locale. */
export const expect: typeof inRussian =
  locale === defaultLocale
    ? inRussian
    : inRussian.extend({
        toHaveText: matcher('toHaveText'),
        toContainText: matcher('toContainText'),
        toHaveValue: matcher('toHaveValue'),
      });
