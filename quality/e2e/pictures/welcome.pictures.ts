import { fileURLToPath } from 'node:url';
import { locales } from '@zavet/contract/locales';
import { expectSettled } from '../screen.ts';
import { test } from '../server-fixture.ts';

const folder = fileURLToPath(new URL('../../../apps/web/src/welcome/pictures/', import.meta.url));

// The size of link previews. The CSP is bypassed to inject a style for the picture.
test.use({ viewport: { width: 1200, height: 630 }, bypassCSP: true, colorScheme: 'light' });

/** The link preview of the public page: its top, without buttons and links. */
test('the pictures of the public page', async ({ page }) => {
  for (const locale of locales) {
    await page.goto(`/welcome?lang=${locale}`);
    await page.addStyleTag({
      content: `.top { min-height: 68px }
        .top nav, .top .button, .hero .button, .hero .quiet { visibility: hidden }`,
    });
    await expectSettled(page);
    await page.screenshot({ path: `${folder}${locale}.png` });
  }
});
