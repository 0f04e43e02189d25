// Styles of the product: contrast and width depend on them.
import '../src/ui/theme/styles.css';
import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

const [phone, desk] = [360, 1280];
/** Headers and footers already checked, by size, theme and content. */
const checkedFrames = new Set<string>();

/** No violation on the open screen and nothing wider than it: on a phone by day, on a desk by night. */
export async function expectAccessible(): Promise<void> {
  const root = document.documentElement;
  const former = { theme: root.dataset.theme, width: innerWidth, height: innerHeight };
  for (const [width, theme] of [
    [phone, 'light'],
    [desk, 'dark'],
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
    expect(root.scrollWidth, 'nothing is wider than the screen').toBe(root.clientWidth);
    for (const frame of frames) checkedFrames.add(keyOf(frame));
  }
  root.dataset.theme = former.theme ?? 'light';
  await page.viewport(former.width, former.height);
}
