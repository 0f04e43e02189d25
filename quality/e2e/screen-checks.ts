import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from '@playwright/test';
import type { run } from 'axe-core';
import { expectSettled } from './screen.ts';
import { expect } from './server-fixture.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const axeSource = readFileSync(axeFile, 'utf8');

declare global {
  interface Window {
    axe: { run: typeof run };
  }
}

const phoneAndDesktop = [360, 1280] as const;
/** Widths for the operators' desk, which is not made for phones. */
export const deskWidths = [768, 1280] as const;
/** True if every screen is checked in all widths and themes. */
export const checksEverything = process.env.LONG_PROOFS === '1';

/**
 * Checks the open screen either narrow and light or wide and dark; the address decides, so that
 * each variant gets about half of the screens. `LONG_PROOFS=1` checks all four combinations.
 */
export async function expectAccessible(
  page: Page,
  [narrow, wide]: readonly [number, number] = phoneAndDesktop,
): Promise<void> {
  await expectSettled(page);
  const before = page.viewportSize();
  const chosenTheme = await page.evaluate(() => document.documentElement.dataset.theme);
  const looks = [
    [narrow, 'light'],
    [wide, 'dark'],
    [wide, 'light'],
    [narrow, 'dark'],
  ] as const;
  const { pathname, search } = new URL(page.url());
  const chosen = (pathname + search).length % 2;
  for (const [width, theme] of checksEverything ? looks : looks.slice(chosen, chosen + 1)) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await expectNoViolation(page);
    expect(await unstyledButtons(page), `${page.url()} has unstyled buttons`).toEqual([]);
    await expectNoOverflow(page);
  }
  if (before) await page.setViewportSize(before);
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, chosenTheme);
}

/** Expects that nothing on the open screen is wider than a phone. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: phoneAndDesktop[0], height: 800 });
  await expectNoOverflow(page);
  if (before) await page.setViewportSize(before);
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} is wider than ${page.viewportSize()?.width} px`).toBe(0);
}

async function expectNoViolation(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    // Spinners of busy buttons never end.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((one) => one.finished));
    // Focus guards only keep the focus in an open list and are never announced.
    const scope = { exclude: ['[data-base-ui-focus-guard]'] };
    const { violations } = await window.axe.run(scope, {
      resultTypes: ['violations'],
      // Only the HTML of violations is printed, and no page has frames.
      selectors: false,
      iframes: false,
      preload: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  });
  expect(found, page.url()).toEqual([]);
}

/** Buttons with the browser's default outset border. */
function unstyledButtons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button')]
      .filter((button) => button.checkVisibility())
      .filter((button) => getComputedStyle(button).borderStyle.includes('outset'))
      .map((button) => button.ariaLabel ?? button.innerText),
  );
}

declare global {
  interface Window {
    /** Layout shifts of this page without recent input. */
    layoutShifts: { value: number; elements: string }[];
  }
}

/** The score of a line that moves by one pixel when its font loads: area share × distance share. */
const unnoticeableShift = 0.005;

/** Makes every page of this browser record its layout shifts. */
export async function watchLayoutShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.layoutShifts = [];
    // Parts of a screen wait up to a second for each other. Busy machines need longer, so timers of
    // one second get a minute.
    const setTimer = window.setTimeout.bind(window);
    const setLongTimer = (act: () => void, ms = 0) => setTimer(act, ms === 1000 ? 60_000 : ms);
    window.setTimeout = setLongTimer as typeof window.setTimeout;
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        const elements = sources
          .map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120))
          .join();
        if (!hadRecentInput) window.layoutShifts.push({ value, elements });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Expects no layout shift since the screen was opened. Call it before interacting with the screen.
 */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => window.layoutShifts.splice(0));
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, `${page.url()} moved ${JSON.stringify(shifts)}`).toBeLessThan(unnoticeableShift);
}
