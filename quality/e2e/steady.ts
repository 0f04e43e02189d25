import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './server-fixture.ts';

declare global {
  interface Window {
    /** What has moved on this page by itself: by how much, and what. */
    moves: { value: number; what: string }[];
  }
}

/** A share of the window times a share of its height: a line by a pixel, when its typeface comes late. */
const unseen = 0.005;

/** From now on every page of this browser notes what moves on it without anybody having touched it. */
export async function watchMoves(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.moves = [];
    // Some parts of a screen wait a second for each other; a busy machine is given a minute.
    const setTimer = window.setTimeout.bind(window);
    const unhurried = (act: () => void, ms = 0) => setTimer(act, ms === 1000 ? 60_000 : ms);
    window.setTimeout = unhurried as typeof window.setTimeout;
    interface Move extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Move[]) {
        const what = sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120)).join();
        if (!hadRecentInput) window.moves.push({ value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Nothing has moved while the screen arrived. To be asked once it is there, before it is touched. */
export async function expectSteady(page: Page): Promise<void> {
  const moves = await page.evaluate(() => window.moves.splice(0));
  const total = moves.reduce((sum, { value }) => sum + value, 0);
  expect(total, `${page.url()} moved ${JSON.stringify(moves)}`).toBeLessThan(unseen);
}
