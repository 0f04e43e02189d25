import { fillWithSample, fillWithWaiting } from '@zavet/demo/fill';
import { Mailbox } from '../mailbox.ts';
import { privateScreens, publicScreens } from '../screens.ts';
import { test } from '../server-fixture.ts';
import { type Theme, takeScreens, type Visit } from './take-screens.ts';

const widths = [360, 768, 1280, 1920];
const themes: Theme[] = ['light', 'dark'];

/** Every screen in every width and theme: `npm run screenshots -- screens`. */
test('pictures of all screens', async ({ server, browser }) => {
  test.setTimeout(3_600_000);
  const sample = await fillWithSample(server.url, 'ru');
  const waiting = await fillWithWaiting(server.url, 'ru');
  const link = await new Mailbox(server.url).newestLink(waiting.owner.email, '/stop');
  const visits: Visit[] = [
    { name: 'out', paths: [...publicScreens, link.replace(server.url, '')] },
    { name: 'owner', paths: privateScreens, email: sample.owner.email },
    { name: 'trusted', paths: ['/dashboard', '/trusted-legacies'], email: sample.trusted.email },
    { name: 'waiting', paths: ['/dashboard', '/contact'], email: waiting.owner.email },
    { name: 'starter', paths: ['/trusted-legacies'], email: waiting.trusted.email },
  ];
  for (const visit of visits) {
    for (const width of widths) {
      for (const theme of themes) {
        await takeScreens(browser, server.url, 'screens', visit, { width, theme });
      }
    }
  }
});
