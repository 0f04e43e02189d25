import { type BrowserContext, expect, type Page } from '@playwright/test';
import { words } from './in-locale.ts';

declare global {
  interface Window {
    /** Texts that came up in this document, in their order. */
    shownTexts: string[];
  }
}

const leftScreen = 'Acted on a screen that is being left';

/**
 * Watches the pages of a browser from inside: keeps every text that came up, and complains about
 * presses and input on a screen while the next one is on its way. There the product may lose
 * them, and whether it does depends on the speed of the machine.
 */
export async function witness(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    const text = message.text();
    if (text.includes('Content Security Policy') || text.startsWith(leftScreen)) {
      problems.push(text);
    }
  });
  await context.addInitScript(keepTexts);
  await context.addInitScript(watchLeaving, leftScreen);
  return problems;
}

/** The words were on the page, even if they went again by themselves meanwhile. */
export async function expectShown(page: Page, wanted: string): Promise<void> {
  const isWanted = words.areIn(wanted);
  const isShown = async () => (await page.evaluate(() => window.shownTexts)).some(isWanted);
  await expect.poll(isShown, { message: `"${wanted}" has been shown` }).toBe(true);
}

function keepTexts(): void {
  window.shownTexts = [];
  const keep = (node: Node | null) => {
    const text = node?.textContent?.replace(/\s+/g, ' ');
    if (text) window.shownTexts.push(text);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') keep(target.parentNode);
      // A text put into an element that was there is read with all that stands beside it.
      else for (const node of addedNodes) keep(node instanceof Element ? node : node.parentNode);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

function watchLeaving(complaint: string): void {
  let left: { screen: Element; heading: string } | undefined;
  const titleOf = (screen: Element) => screen.querySelector('h1')?.textContent ?? '';
  const note = (go: () => void) => {
    const before = location.pathname;
    const screen = document.querySelector('main');
    go();
    if (screen && location.pathname !== before) left = { screen, heading: titleOf(screen) };
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function change(...details) {
      note(() => original.apply(this, details));
    };
  }
  const complain = (event: Event) => {
    if (!left || !(event.target instanceof Element)) return;
    const isStillThere = left.screen.isConnected && titleOf(left.screen) === left.heading;
    if (!isStillThere) left = undefined;
    else if (left.screen.contains(event.target)) {
      // biome-ignore lint/suspicious/noConsole: the page has no other way to the test.
      console.error(`${complaint}: ${event.type} on "${left.heading}" for ${location.pathname}`);
    }
  };
  for (const type of ['click', 'input', 'keydown']) addEventListener(type, complain, true);
}
