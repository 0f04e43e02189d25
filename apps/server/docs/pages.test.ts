import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { databaseTables } from '../test/stored-data.ts';
import { generatedFiles } from './pages.ts';
import { limitText, scheduleText } from './reference-pages.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

describe('generated pages', () => {
  it.each(Object.entries(generatedFiles()))('%s is up to date (npm run docs)', (path, text) => {
    expect(read(path)).toBe(text);
  });

  it.each([
    ['* * * * *', 'every minute'],
    ['*/10 * * * *', 'every 10 min'],
    ['7 * * * *', 'hourly at :07'],
    ['20 4 * * *', 'daily 04:20'],
    ['20 4 * * 1', '`20 4 * * 1`'],
  ])('formats the schedule %s as %s', (cron, words) => {
    expect(scheduleText(cron)).toBe(words);
  });

  it('formats a limit', () => {
    expect(limitText({ per: 'account', max: 10, seconds: 3_600 })).toBe('10/h/account');
    expect(limitText({ per: 'address', max: 60, seconds: 900 })).toBe('60/15min/address');
  });
});

describe('the data model page', () => {
  const page = read('docs/data-model.md');
  const schema = globSync('migrations/*.sql', { cwd: new URL('../', import.meta.url).pathname })
    .map((file) => read(`apps/server/migrations/${file.split('/').at(-1)}`))
    .join('\n');
  const named = (kind: string) => [
    ...new Set(
      [...schema.matchAll(new RegExp(`create (?:or replace )?${kind} "?(\\w+)"?`, 'gi'))].map(
        ([, name = '']) => name,
      ),
    ),
  ];

  it('lists every table', () => {
    expect(databaseTables().filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(['function', 'trigger'])('lists every %s of the migrations', (kind) => {
    const names = named(kind);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

it('the commands page lists every command of the server', () => {
  const commands = read('packaging/commands.txt').match(/^[a-z-]+/gm) ?? [];
  const listed = [...read('docs/commands.md').matchAll(/^- (`.*)$/gm)].map(([, line = '']) => line);
  expect(commands).toHaveLength(11);
  expect(commands.filter((name) => !listed.some((line) => line.includes(`\`${name}\``)))).toEqual(
    [],
  );
});

describe('links between pages', () => {
  const files = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pagesIn('docs')];

  const shipped = [...read('scripts/package.mjs').matchAll(/^ {2}'(\S+\.md)',$/gm)].map(
    ([, page = '']) => page,
  );

  it.each(shipped)('of %s, which a package contains, lead to pages of the package', (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(
      ([, link = '']) => link,
    );
    const pages = links.map((link) => new URL(link, `file:///${file}`).pathname.slice(1));
    expect(pages.filter((page) => !shipped.includes(page))).toEqual([]);
  });

  it.each(files)('of %s resolve', (file) => {
    const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => !link.startsWith('http') && !resolves(file, link));
    expect(broken).toEqual([]);
  });
});

function pagesIn(folder: string): string[] {
  return globSync(`${folder}/**/*.md`, { cwd: root.pathname });
}

function resolves(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target =
    path === '' ? from : new URL(path, new URL(from, root)).href.slice(root.href.length);
  if (anchor === undefined) return globSync(target, { cwd: root.pathname }).length > 0;
  const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return headings.includes(anchor);
}
