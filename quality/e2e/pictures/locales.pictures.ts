import { locales } from '@zavet/contract/locales';
import { fillWithSample } from '@zavet/demo/fill';
import { startProtocol } from '@zavet/demo/visits';
import { Mailbox } from '../mailbox.ts';
import { longDocuments, privateScreens, publicScreens } from '../screens.ts';
import { test } from '../server-fixture.ts';
import { takeScreens, type Visit } from './take-screens.ts';

/** Every screen in every language, narrow and wide: `npm run screenshots -- locales`. */
test('pictures of all screens in all languages', async ({ server, browser }) => {
  test.setTimeout(3_600_000);
  const { owner, trusted } = await fillWithSample(server.url, 'ru');
  const takeInAllLocales = async (visits: Visit[]) => {
    for (const locale of locales) {
      for (const visit of visits) {
        for (const look of [
          { width: 360, theme: 'light' },
          { width: 1280, theme: 'dark' },
        ] as const) {
          const folder = `pictures/${locale}`;
          await takeScreens(browser, server.url, folder, visit, { ...look, locale });
        }
      }
    }
  };
  await takeInAllLocales([
    { name: 'out', paths: [...publicScreens, ...longDocuments] },
    { name: 'owner', paths: privateScreens, email: owner.email },
    { name: 'trusted', paths: ['/trusted-legacies'], email: trusted.email },
  ]);
  await startProtocol(server.url, trusted.email);
  const link = await new Mailbox(server.url).newestLink(trusted.email, '/delivery');
  const after = ['/dashboard', '/mail', '/instructions', '/contact'];
  await takeInAllLocales([
    { name: 'owner-after', paths: after, email: owner.email },
    { name: 'trusted-after', paths: ['/trusted-legacies'], email: trusted.email },
    { name: 'letter', paths: [link.replace(server.url, '')] },
  ]);
});
