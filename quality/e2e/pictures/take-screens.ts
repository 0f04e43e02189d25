import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import type { Locale } from '@zavet/contract/locales';
import { samplePassword } from '@zavet/demo/sample';
import { acceptUpcomingDocuments, newNetworkAddress, signInPerson } from '../people.ts';
import { expectSettled } from '../screen.ts';

export type Theme = 'light' | 'dark';

export interface Visit {
  /** The first part of the file names. */
  name: string;
  paths: readonly string[];
  /** Signed out if omitted. */
  email?: string;
}

interface Look {
  width: number;
  theme: Theme;
  locale?: Locale;
}

/** Takes full-page pictures of screens into `test-results/<folder>`. */
export async function takeScreens(
  browser: Browser,
  baseURL: string,
  folder: string,
  { name, paths, email }: Visit,
  { width, theme, locale = 'ru' }: Look,
): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: width < 700 ? 740 : 860 },
    extraHTTPHeaders: { 'x-forwarded-for': newNetworkAddress() },
  });
  if (email) {
    await signInPerson(context.request, { email, password: samplePassword });
    await acceptUpcomingDocuments(context.request);
    // Signed-in people see the language of their profile.
    const data = { preferred_language: locale };
    await context.request.put('/api/profile/preferred-language', { data });
  }
  await context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { 'zavet.language': locale, 'zavet.theme': theme },
  );
  const page = await context.newPage();
  const target = fileURLToPath(new URL(`../test-results/${folder}/`, import.meta.url));
  for (const path of paths) {
    await page.goto(path);
    await expectSettled(page);
    const screen = path.replace(/token=.*/, 'token').replace(/\W+/g, '-');
    await page.screenshot({
      path: `${target}${name}${screen}-${width}-${theme}.png`,
      fullPage: true,
      animations: 'disabled',
    });
  }
  await context.close();
}
