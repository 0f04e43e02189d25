import { createRequire } from 'node:module';

/** Installed by the command that runs the bench; nothing of it is there when this is compiled. */
const fromTools = createRequire(new URL('../../tools/lighthouse/package.json', import.meta.url));

/** As far as it is used here. */
interface ChromeLauncher {
  launch(options: {
    chromePath?: string;
    chromeFlags: string[];
  }): Promise<{ port: number; kill(): void }>;
}

/** As far as it is used here. */
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

/** Scores of 0 to 100, what kept them from being full, and the scripts and styles that were loaded. */
export interface Figures {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** When the first words, and when the largest part of the page was painted. */
  paintedMs: { first: number; largest: number };
  complaints: string[];
  loaded: string[];
}

export async function openBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  const { CHROMIUM_PATH } = process.env;
  const { launch }: ChromeLauncher = fromTools('chrome-launcher');
  const browser = await launch({
    ...(CHROMIUM_PATH && { chromePath: CHROMIUM_PATH }),
    chromeFlags: ['--headless=new', '--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
  });
  return { port: browser.port, close: async () => browser.kill() };
}

/** The middle one of three visits: a busy moment of the machine is no property of the page. */
export async function measure(
  browser: Browser,
  url: string,
  way: 'desktop' | 'phone',
  cookie?: string,
): Promise<Figures> {
  const visits: Figures[] = [];
  for (let visit = 0; visit < 3; visit += 1)
    visits.push(await visitOnce(browser, url, way, cookie));
  const sorted = visits.toSorted((a, b) => a.performance - b.performance);
  return sorted[1] ?? never();
}

async function visitOnce(
  { port }: Browser,
  url: string,
  way: 'desktop' | 'phone',
  cookie: string | undefined,
): Promise<Figures> {
  const { default: lighthouse, desktopConfig }: Lighthouse = fromTools('lighthouse');
  const flags = {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  };
  const result = await lighthouse(url, flags, way === 'desktop' ? desktopConfig : undefined);
  const { lhr } = result ?? never();
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const paint = (which: string) => lhr.audits[`${which}-contentful-paint`]?.numericValue ?? 0;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    paintedMs: { first: paint('first'), largest: paint('largest') },
    complaints: Object.values(lhr.audits)
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

function never(): never {
  throw new Error('Lighthouse did not look at the page.');
}
