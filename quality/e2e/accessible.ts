import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { run } from 'axe-core';
import { expect } from './server-fixture.ts';
import { settled } from './settled.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const axeSource = readFileSync(axeFile, 'utf8');

declare global {
  interface Window {
    axe: { run: typeof run };
  }
}

const phoneAndDesk = [360, 1280] as const;
/** The widths of the operators' desk, which is not made for a phone. */
export const deskWidths = [768, 1280] as const;
/** Looks at every screen, in all widths and themes. */
export const checksEverything = process.env.LONG_PROOFS === '1';

/**
 * No violation on the open screen, narrow by day or wide by night: the address decides, so that
 * about half of the screens get each. With `LONG_PROOFS=1` every screen gets both, the other way
 * round as well.
 */
export async function expectAccessible(
  page: Page,
  [narrow, wide]: readonly [number, number] = phoneAndDesk,
): Promise<void> {
  await settled(page);
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
    expect(await undrawnButtons(page), `${page.url()} leaves buttons to the browser`).toEqual([]);
    await expectNothingWider(page);
  }
  if (before) await page.setViewportSize(before);
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, chosenTheme);
}

/** Nothing on the open screen is wider than a phone. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: phoneAndDesk[0], height: 800 });
  await expectNothingWider(page);
  if (before) await page.setViewportSize(before);
}

async function expectNothingWider(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} is wider than ${page.viewportSize()?.width} px`).toBe(0);
}

async function expectNoViolation(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    // A button at work turns something for as long as it works.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((one) => one.finished));
    // They only pass the focus on, to keep it in an open list, and are never announced.
    const looked = { exclude: ['[data-base-ui-focus-guard]'] };
    const { violations } = await window.axe.run(looked, {
      resultTypes: ['violations'],
      // Only the HTML of what it finds is printed, and no page has frames.
      selectors: false,
      iframes: false,
      preload: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  });
  expect(found, page.url()).toEqual([]);
}

/** Buttons that still look as the browser draws them: with an edge that stands out. */
function undrawnButtons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button')]
      .filter((button) => button.checkVisibility())
      .filter((button) => getComputedStyle(button).borderStyle.includes('outset'))
      .map((button) => button.ariaLabel ?? button.innerText),
  );
}
