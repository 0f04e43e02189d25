import { fileURLToPath } from 'node:url';
import { locales } from '@zavet/contract/locales';
import { test } from '../server-fixture.ts';
import { settled } from '../settled.ts';

const folder = fileURLToPath(new URL('../../../apps/web/src/welcome/pictures/', import.meta.url));

// The size that other sites ask for. The page gets a style for the picture alone.
test.use({ viewport: { width: 1200, height: 630 }, bypassCSP: true, colorScheme: 'light' });

/** What other sites show beside a link to the public page: its head, without what can be pressed. */
test('the pictures of the public page', async ({ page }) => {
  for (const locale of locales) {
    await page.goto(`/welcome?lang=${locale}`);
    await page.addStyleTag({
      content: `.top { min-height: 68px }
        .top nav, .top .button, .hero .button, .hero .quiet { visibility: hidden }`,
    });
    await settled(page);
    await page.screenshot({ path: `${folder}${locale}.png` });
  }
});
