import { fileURLToPath } from 'node:url';
import type { APIRequestContext, Browser } from '@playwright/test';
import { type Locale, locales } from '@zavet/contract/locales';
import { fillWithSample } from '@zavet/demo/fill';
import { samplePassword } from '@zavet/demo/sample';
import { startProtocol } from '@zavet/demo/visits';
import { Mailbox } from '../mailbox.ts';
import { newNetworkAddress, signInPerson } from '../people.ts';
import { longDocuments, privateScreens, publicScreens } from '../screens.ts';
import { test } from '../server-fixture.ts';
import { settled } from '../settled.ts';

const folder = fileURLToPath(new URL('../test-results/pictures/', import.meta.url));
const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 860 };

/** Every screen in every language, on a phone and on a desk, to be looked at. */
test('pictures of all screens in all languages', async ({ server, browser }) => {
  test.setTimeout(3_600_000);
  const { owner, trusted } = await fillWithSample(server.url, 'ru');
  for (const locale of locales) {
    await takeAll(browser, server.url, locale, 'out', [...publicScreens, ...longDocuments]);
    await takeAll(browser, server.url, locale, 'owner', privateScreens, owner.email);
    await takeAll(browser, server.url, locale, 'trusted', ['/trusted-legacies'], trusted.email);
  }
  await startProtocol(server.url, trusted.email);
  const letter = await new Mailbox(server.url).newestLink(trusted.email, '/delivery');
  const after = ['/dashboard', '/mail', '/instructions', '/contact'];
  for (const locale of locales) {
    await takeAll(browser, server.url, locale, 'owner-after', after, owner.email);
    await takeAll(
      browser,
      server.url,
      locale,
      'trusted-after',
      ['/trusted-legacies'],
      trusted.email,
    );
    await takeAll(browser, server.url, locale, 'letter', [letter.replace(server.url, '')]);
  }
});

/** A signed-in person sees the language of the profile. */
async function signInSpeaking(
  request: APIRequestContext,
  email: string,
  preferred_language: Locale,
): Promise<void> {
  await signInPerson(request, { email, password: samplePassword });
  await request.put('/api/profile/preferred-language', { data: { preferred_language } });
}

async function takeAll(
  browser: Browser,
  address: string,
  locale: Locale,
  who: string,
  paths: string[],
  email?: string,
): Promise<void> {
  for (const [size, theme] of [
    [phone, 'light'],
    [desk, 'dark'],
  ] as const) {
    const context = await browser.newContext({
      baseURL: address,
      viewport: size,
      extraHTTPHeaders: { 'x-forwarded-for': newNetworkAddress() },
    });
    if (email) await signInSpeaking(context.request, email, locale);
    await context.addInitScript(
      ([language, chosen]) => {
        localStorage.setItem('zavet.language', language);
        localStorage.setItem('zavet.theme', chosen);
      },
      [locale, theme] as const,
    );
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      const name = `${who}${path.replace(/[#?].*token.*|#.*/, '').replace(/\W+/g, '-')}`;
      await page.screenshot({
        path: `${folder}${locale}/${name}-${size.width}.png`,
        fullPage: true,
        animations: 'disabled',
      });
    }
    await context.close();
  }
}
