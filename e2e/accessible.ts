import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from '@playwright/test';
import type { run } from 'axe-core';
import { expect } from './server-fixture.ts';
import { settled } from './settled.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

declare global {
  interface Window {
    axe: { run: typeof run };
  }
}

const phoneAndDesk = [360, 1280] as const;
/** The widths of the operators' desk, which is not made for a phone. */
export const deskWidths = [768, 1280] as const;
let screens = 0;

/**
 * No violation on the open screen, on a phone and on a desk, by day and by night. Each of them once:
 * a theme changes colours, a width what stands where; the next screen has them the other way round.
 */
export async function expectAccessible(
  page: Page,
  [narrow, wide]: readonly [number, number] = phoneAndDesk,
): Promise<void> {
  await settled(page);
  screens += 1;
  const [first, second] = screens % 2 === 0 ? [narrow, wide] : [wide, narrow];
  for (const [width, theme] of [
    [first, 'light'],
    [second, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectNoViolation(page);
    expect(await undrawnButtons(page), `${page.url()} leaves buttons to the browser`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${page.url()} is wider than ${width} px`).toBe(0);
  }
}

export async function expectNoViolation(page: Page): Promise<void> {
  const found = await page.evaluate(async () => {
    // A button at work turns something for as long as it works.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((one) => one.finished));
    // They only pass the focus on, to keep it in an open list, and are never announced.
    const looked = { exclude: ['[data-base-ui-focus-guard]'] };
    const { violations } = await window.axe.run(looked, { resultTypes: ['violations'] });
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

/** For every screen of a browser that is to be looked at. */
export async function bringAxe(context: BrowserContext): Promise<void> {
  // Once for each screen, however often it is looked at.
  await context.addInitScript({ content: axeSource });
  // The theme follows the system, so that a screen can be looked at in both without opening it twice.
  await context.addInitScript(() => {
    if (window.origin !== 'null') localStorage.setItem('zavet.theme', 'auto');
  });
}
