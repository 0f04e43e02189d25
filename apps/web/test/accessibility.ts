// The product's styles, on which contrast and width depend.
import '../src/ui/theme/styles.css';
import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

const [phone, desktop] = [360, 1280];
/** Headers and footers already checked, by size, theme and content. */
const checkedFrames = new Set<string>();

/**
 * Runs axe and checks for overflow: in phone size with the light theme, in desktop size with the
 * dark theme.
 */
export async function expectAccessible(): Promise<void> {
  const root = document.documentElement;
  const previous = { theme: root.dataset.theme, width: innerWidth, height: innerHeight };
  for (const [width, theme] of [
    [phone, 'light'],
    [desktop, 'dark'],
  ] as const) {
    await page.viewport(width, 800);
    root.dataset.theme = theme;
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
    const frames = [...document.querySelectorAll('body > div > :is(header, footer)')];
    const keyOf = (frame: Element) => `${width} ${theme} ${frame.outerHTML}`;
    const exclude = frames.filter((frame) => checkedFrames.has(keyOf(frame)));
    const { violations } = await axe.run(
      { include: document, exclude },
      { resultTypes: ['violations'], elementRef: false },
    );
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
    expect(found, `${width} px, ${theme}`).toEqual([]);
    await expect
      .poll(() => root.scrollWidth - root.clientWidth, {
        message: 'nothing is wider than the screen',
      })
      .toBe(0);
    for (const frame of frames) checkedFrames.add(keyOf(frame));
  }
  root.dataset.theme = previous.theme ?? 'light';
  await page.viewport(previous.width, previous.height);
}
