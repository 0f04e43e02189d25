import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

const web = fileURLToPath(new URL('..', import.meta.url));

it('loads at most 12 kB of compressed scripts and styles before a letter is shown', async () => {
  const configFile = `${web}vite.delivery.config.ts`;
  const result = await build({
    root: web,
    configFile,
    logLevel: 'silent',
    build: { write: false },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const [entry, ...others] = output;
  const sourceOf = (name: RegExp) =>
    others.flatMap((one) => (one.type === 'asset' && name.test(one.fileName) ? [one.source] : []));
  const [page = ''] = sourceOf(/^delivery\.html$/);
  const styles = [...String(page).matchAll(/<style[^>]*>([^<]+)/g)].map(([, style]) => style);
  expect(styles.length).toBeGreaterThan(0);
  const loaded = [
    styles.join(''),
    entry.code,
    readFileSync(`${web}public/theme.js`),
    ...sourceOf(/fonts.*\.css$/),
  ];
  expect(loaded).toHaveLength(4);
  const bytes = loaded.reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0);
  expect(bytes).toBeLessThanOrEqual(12_000);
});
