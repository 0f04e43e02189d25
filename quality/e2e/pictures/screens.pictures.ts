import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { fillWithSample } from '@zavet/demo/fill';
import { fillWithWaiting } from '@zavet/demo/fill-waiting';
import { samplePassword } from '@zavet/demo/sample';
import { Mailbox } from '../mailbox.ts';
import { acceptComing, newNetworkAddress, signInPerson } from '../people.ts';
import { privateScreens, publicScreens } from '../screens.ts';
import { test } from '../server-fixture.ts';
import { settled } from '../settled.ts';

const folder = fileURLToPath(new URL('../test-results/screens/', import.meta.url));
const widths = [360, 768, 1280, 1920];
const themes = ['light', 'dark'] as const;

/** Every screen in every width and theme, to be looked at: `npm run screenshots -- screens`. */
test('pictures of all screens', async ({ server, browser }) => {
  test.setTimeout(3_600_000);
  const sample = await fillWithSample(server.url, 'ru');
  const waiting = await fillWithWaiting(server.url, 'ru');
  const link = await new Mailbox(server.url).newestLink(waiting.owner.email, '/stop');
  const visits = [
    { who: 'out', paths: [...publicScreens, link.replace(server.url, '')] },
    { who: 'owner', paths: privateScreens, email: sample.owner.email },
    { who: 'trusted', paths: ['/dashboard', '/trusted-legacies'], email: sample.trusted.email },
    { who: 'waiting', paths: ['/dashboard', '/contact'], email: waiting.owner.email },
    { who: 'starter', paths: ['/trusted-legacies'], email: waiting.trusted.email },
  ];
  for (const visit of visits) {
    for (const width of widths) {
      for (const theme of themes) await takeAll(browser, server.url, { ...visit, width, theme });
    }
  }
});

interface Visit {
  who: string;
  paths: readonly string[];
  email?: string;
  width: number;
  theme: (typeof themes)[number];
}

async function takeAll(browser: Browser, address: string, visit: Visit): Promise<void> {
  const { who, paths, email, width, theme } = visit;
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height: width < 700 ? 740 : 860 },
    extraHTTPHeaders: { 'x-forwarded-for': newNetworkAddress() },
  });
  if (email) {
    await signInPerson(context.request, { email, password: samplePassword });
    await acceptComing(context.request);
  }
  await context.addInitScript((chosen) => localStorage.setItem('zavet.theme', chosen), theme);
  const page = await context.newPage();
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    const name = path.replace(/token=.*/, 'token').replace(/\W+/g, '-');
    await page.screenshot({
      path: `${folder}${who}${name}-${width}-${theme}.png`,
      fullPage: true,
      animations: 'disabled',
    });
  }
  await context.close();
}
