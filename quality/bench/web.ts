import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { mailedLink } from '@zavet/demo/captured-mail';
import { fillWithSample } from '@zavet/demo/fill';
import { samplePassword } from '@zavet/demo/sample';
import { visitorOf } from '@zavet/demo/visitor';
import { signIn, startProtocol } from '@zavet/demo/visits';
import { type Browser, type Figures, measure, openBrowser } from './page-figures.ts';
import { startServer } from './server.ts';

const ways = ['desktop', 'phone'] as const;

/** What the pages must reach: Lighthouse's scores, and the weight of what a first visit loads. */
const wanted = {
  desktop: 98,
  phone: 95,
  loginKb: 150,
  dashboardKb: 185,
  letterKb: 12,
  publicKb: 15,
  lettersMs: 1000,
};

const manyLetters = 50;

/** Lighthouse on the pages that matter most, and what their first load weighs. */
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
  /** Until it is first painted, on a phone. */
  maxPaintMs?: number;
  /** Strangers are meant to find it, and nothing about it may be less than full on a desktop. */
  isFirst?: boolean;
}

/** The pages as somebody meets them: the dashboard is filled and quiet, then letters arrive. */
async function* pagesOf(address: string): AsyncGenerator<MeasuredPage> {
  yield { name: '/welcome', url: `${address}/welcome`, maxKb: wanted.publicKb, isFirst: true };
  yield { name: '/login', url: `${address}/login`, maxKb: wanted.loginKb };
  yield { name: '/signup', url: `${address}/signup` };
  yield { name: '/faq', url: `${address}/faq` };
  const { owner, trusted } = await fillWithSample(address, 'ru');
  const cookie = await signIn(address, owner.email);
  yield { name: '/dashboard', url: `${address}/dashboard`, cookie, maxKb: wanted.dashboardKb };
  const reader = await writeMany(address, owner.email, trusted.email);
  await startProtocol(address, trusted.email);
  const letter = await mailedLink(address, trusted.email, '/delivery');
  yield { name: '/delivery', url: letter, maxKb: wanted.letterKb };
  yield {
    name: `/delivery with ${manyLetters} letters`,
    url: await mailedLink(address, reader, '/delivery'),
    maxKb: wanted.letterKb,
    maxPaintMs: wanted.lettersMs,
  };
}

/** Many letters to one of the sample's people who does not start anything; says who that is. */
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
  for (const way of ways) {
    const figures = await measure(browser, page.url, way, page.cookie);
    lines.push(scoreLine(page, way, figures));
    if (way === 'phone') {
      lines.push(await weightLine(page, figures.loaded));
      if (page.maxPaintMs) lines.push(paintLine(page.name, page.maxPaintMs, figures));
    }
  }
  return lines;
}

function scoreLine(page: MeasuredPage, way: (typeof ways)[number], figures: Figures): string {
  const { performance, accessibility, bestPractices, seo, complaints } = figures;
  const least = page.isFirst && way === 'desktop' ? 100 : wanted[way];
  const isGood =
    performance >= least &&
    accessibility === 100 &&
    bestPractices === 100 &&
    (seo === 100 || !page.isFirst);
  const found = page.isFirst ? 'all 100' : 'both 100';
  const scores = `performance ${performance} (at least ${least}), accessibility ${accessibility}, best practices ${bestPractices}${page.isFirst ? `, search engines ${seo}` : ''} (${found})`;
  return `${page.name} on a ${way}: ${scores}${isGood ? '' : `  MISSED: ${complaints.join(', ')}`}`;
}

function paintLine(
  name: string,
  maxMs: number,
  { paintedMs: { first, largest } }: Figures,
): string {
  const all = `, the letters after ${Math.round(largest)} ms`;
  return `${name} on a phone: painted after ${Math.round(first)} ms (at most ${maxMs})${all}${first > maxMs ? '  MISSED' : ''}`;
}

/** Scripts and styles of a first visit, each compressed the way most servers do. */
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

/** Styles that stand in the page itself. */
async function stylesIn(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  return [...page.matchAll(/<style[^>]*>([^<]*)/g)].map(([, style]) => style).join('');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
