import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { fillWithSample } from '@zavet/demo/fill';
import { samplePassword } from '@zavet/demo/sample';
import { mailedLink, visitorOf } from '@zavet/demo/visitor';
import { signIn, startProtocol } from '@zavet/demo/visits';
import { freePort, startServer } from './server.ts';

const devices = ['desktop', 'phone'] as const;

/** Required Lighthouse scores and limits of a first load. */
const budgets = {
  desktop: 98,
  phone: 95,
  loginKb: 150,
  dashboardKb: 185,
  letterKb: 12,
  publicKb: 15,
  lettersMs: 1000,
};

const manyLetters = 50;

/** Runs Lighthouse on the most important pages, and measures the weight of their first load. */
export async function web(): Promise<string[]> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const server = await startServer('', { PORT: String(port), PUBLIC_URL: address });
  const browser = await openBrowser();
  try {
    const lines: string[] = [];
    for await (const page of pagesOf(address)) lines.push(...(await linesOf(browser, page)));
    return lines;
  } finally {
    await browser.close();
    await server.stop();
  }
}

interface MeasuredPage {
  name: string;
  url: string;
  cookie?: string;
  maxKb?: number;
  /** Maximum time until the first paint, on a phone. */
  maxPaintMs?: number;
  /** True for the public page: search engines index it, and all its desktop scores must be 100. */
  isPublicPage?: boolean;
}

/** The dashboard is measured with sample data first; afterwards letters are delivered. */
async function* pagesOf(address: string): AsyncGenerator<MeasuredPage> {
  yield {
    name: '/welcome',
    url: `${address}/welcome`,
    maxKb: budgets.publicKb,
    isPublicPage: true,
  };
  yield { name: '/login', url: `${address}/login`, maxKb: budgets.loginKb };
  yield { name: '/signup', url: `${address}/signup` };
  yield { name: '/faq', url: `${address}/faq` };
  const { owner, trusted } = await fillWithSample(address, 'ru');
  const cookie = await signIn(address, owner.email);
  yield { name: '/dashboard', url: `${address}/dashboard`, cookie, maxKb: budgets.dashboardKb };
  const reader = await writeMany(address, owner.email, trusted.email);
  await startProtocol(address, trusted.email);
  const letter = await mailedLink(address, trusted.email, '/delivery');
  yield { name: '/delivery', url: letter, maxKb: budgets.letterKb };
  yield {
    name: `/delivery with ${manyLetters} letters`,
    url: await mailedLink(address, reader, '/delivery'),
    maxKb: budgets.letterKb,
    maxPaintMs: budgets.lettersMs,
  };
}

/** Adds letters to a confirmed contact who does not start the protocol, and returns the address. */
async function writeMany(address: string, owner: string, starter: string): Promise<string> {
  const visitor = visitorOf(address);
  await visitor.signIn({ body: { email: owner, password: samplePassword } });
  const { contacts } = await visitor.listContacts();
  const reader = contacts.find(({ status, email }) => status === 'confirmed' && email !== starter);
  if (!reader) throw new Error('The sample has no second confirmed contact.');
  const { instructions } = await visitor.listInstructions({ query: { contact: reader.id } });
  for (let count = instructions.length; count < manyLetters; count += 1) {
    await visitor.createInstruction({
      body: {
        ...{ draft_id: randomUUID(), category: 'personal', priority: 'medium' },
        ...{ recipient_name: '', recipient_email: '', trusted_contact_ids: [reader.id] },
        title: `Страница ${count + 1} из домашней книги`,
        content: 'Антоновку снимайте последней, в конце сентября.\n\n'.repeat(8),
      },
    });
  }
  return reader.email;
}

async function linesOf(browser: Browser, page: MeasuredPage): Promise<string[]> {
  const lines: string[] = [];
  for (const device of devices) {
    const figures = await measure(browser, page.url, device, page.cookie);
    lines.push(scoreLine(page, device, figures));
    if (device === 'phone') {
      lines.push(await weightLine(page, figures.loaded));
      if (page.maxPaintMs) lines.push(paintLine(page.name, page.maxPaintMs, figures));
    }
  }
  return lines;
}

function scoreLine(page: MeasuredPage, device: (typeof devices)[number], figures: Figures): string {
  const { performance, accessibility, bestPractices, seo, failedAudits } = figures;
  const minScore = page.isPublicPage && device === 'desktop' ? 100 : budgets[device];
  const isGood =
    performance >= minScore &&
    accessibility === 100 &&
    bestPractices === 100 &&
    (seo === 100 || !page.isPublicPage);
  const required = page.isPublicPage ? 'all 100' : 'both 100';
  const scores = `performance ${performance} (at least ${minScore}), accessibility ${accessibility}, best practices ${bestPractices}${page.isPublicPage ? `, search engines ${seo}` : ''} (${required})`;
  return `${page.name} on a ${device}: ${scores}${isGood ? '' : `  MISSED: ${failedAudits.join(', ')}`}`;
}

function paintLine(
  name: string,
  maxMs: number,
  { paintedMs: { first, largest } }: Figures,
): string {
  const rest = `, the letters after ${Math.round(largest)} ms`;
  return `${name} on a phone: painted after ${Math.round(first)} ms (at most ${maxMs})${rest}${first > maxMs ? '  MISSED' : ''}`;
}

/** Sums up the scripts and styles of a first visit, each file compressed separately. */
async function weightLine({ name, url, maxKb }: MeasuredPage, urls: string[]): Promise<string> {
  let bytes = gzipSync(await stylesIn(url), { level: 9 }).length;
  for (const url of urls) {
    const response = await fetch(url);
    bytes += gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
  }
  const kb = bytes / 1000;
  const limit = maxKb ? ` (at most ${maxKb})${kb > maxKb ? '  MISSED' : ''}` : '';
  return `${name} first load: ${kb.toFixed(1)} kB of scripts and styles, gzip${limit}`;
}

/** The inline styles of the page. */
async function stylesIn(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  return [...page.matchAll(/<style[^>]*>([^<]*)/g)].map(([, style]) => style).join('');
}

/** The command that runs the bench installs Lighthouse, so its types are unavailable here. */
const fromTools = createRequire(new URL('../../tools/lighthouse/package.json', import.meta.url));

/** The used part of the package's types. */
interface ChromeLauncher {
  launch(options: {
    chromePath?: string;
    chromeFlags: string[];
  }): Promise<{ port: number; kill(): void }>;
}

/** The used part of the package's types. */
interface Lighthouse {
  default(url: string, flags: object, config?: object): Promise<{ lhr: Report } | undefined>;
  desktopConfig: object;
}

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, Audit>;
}

interface Audit {
  id: string;
  score: number | null;
  displayValue?: string;
  numericValue?: number;
  details?: unknown;
}

export interface Browser {
  port: number;
  close(): Promise<void>;
}

/** Scores of 0 to 100, the failed audits, and the loaded scripts and styles. */
export interface Figures {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** First and largest contentful paint. */
  paintedMs: { first: number; largest: number };
  failedAudits: string[];
  loaded: string[];
}

async function openBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  const { CHROMIUM_PATH } = process.env;
  const { launch }: ChromeLauncher = fromTools('chrome-launcher');
  const browser = await launch({
    ...(CHROMIUM_PATH && { chromePath: CHROMIUM_PATH }),
    chromeFlags: ['--headless=new', '--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
  });
  return { port: browser.port, close: async () => browser.kill() };
}

/** Measures a page: the median of three visits. */
async function measure(
  browser: Browser,
  url: string,
  device: 'desktop' | 'phone',
  cookie?: string,
): Promise<Figures> {
  const visits: Figures[] = [];
  for (let visit = 0; visit < 3; visit += 1)
    visits.push(await visitOnce(browser, url, device, cookie));
  const sorted = visits.toSorted((a, b) => a.performance - b.performance);
  return sorted[1] ?? fail();
}

async function visitOnce(
  { port }: Browser,
  url: string,
  device: 'desktop' | 'phone',
  cookie: string | undefined,
): Promise<Figures> {
  const { default: lighthouse, desktopConfig }: Lighthouse = fromTools('lighthouse');
  const flags = {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  };
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
  const { lhr } = result ?? fail();
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const paint = (which: string) => lhr.audits[`${which}-contentful-paint`]?.numericValue ?? 0;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    paintedMs: { first: paint('first'), largest: paint('largest') },
    failedAudits: Object.values(lhr.audits)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ id, displayValue }) => (displayValue ? `${id} ${displayValue}` : id)),
    loaded: loadedIn(lhr.audits['network-requests']?.details),
  };
}

function loadedIn(details: unknown): string[] {
  const { items = [] } = (details ?? {}) as { items?: { url: string; resourceType: string }[] };
  return items
    .filter(({ resourceType }) => ['Script', 'Stylesheet'].includes(resourceType))
    .map(({ url }) => url);
}

function fail(): never {
  throw new Error('Lighthouse returned no result.');
}
