import { type BrowserContext, expect, type Page } from '@playwright/test';
import { words } from './in-locale.ts';

declare global {
  interface Window {
    /** Texts shown in this document so far, in order. */
    shownTexts: string[];
  }
}

const leftScreen = 'Acted on a screen that is being left';

/**
 * Records every text that a page shows. Reports input on a screen while the next screen is loading,
 * because a slow machine may lose such input. Returns the list of problems.
 */
export async function recordPage(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    const text = message.text();
    if (text.includes('Content Security Policy') || text.startsWith(leftScreen)) {
      problems.push(text);
    }
  });
  await context.addInitScript(recordShownTexts);
  await context.addInitScript(reportActionsOnLeftScreen, leftScreen);
  return problems;
}

/** Expects that the words were shown, even if they have disappeared since. */
export async function expectShown(page: Page, wanted: string): Promise<void> {
  const isWanted = words.matcherFor(wanted);
  const isShown = async () => (await page.evaluate(() => window.shownTexts)).some(isWanted);
  await expect.poll(isShown, { message: `"${wanted}" has been shown` }).toBe(true);
}

function recordShownTexts(): void {
  window.shownTexts = [];
  const record = (node: Node | null) => {
    const text = node?.textContent?.replace(/\s+/g, ' ');
    if (text) window.shownTexts.push(text);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') record(target.parentNode);
      // Reads a text added to an existing element together with its siblings.
      else for (const node of addedNodes) record(node instanceof Element ? node : node.parentNode);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

function reportActionsOnLeftScreen(complaint: string): void {
  let left: { screen: Element; heading: string } | undefined;
  const titleOf = (screen: Element) => screen.querySelector('h1')?.textContent ?? '';
  const trackNavigation = (go: () => void) => {
    const before = location.pathname;
    const screen = document.querySelector('main');
    go();
    if (screen && location.pathname !== before) left = { screen, heading: titleOf(screen) };
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function change(...details) {
      trackNavigation(() => original.apply(this, details));
    };
  }
  const report = (event: Event) => {
    if (!left || !(event.target instanceof Element)) return;
    const isStillShown = left.screen.isConnected && titleOf(left.screen) === left.heading;
    if (!isStillShown) left = undefined;
    else if (left.screen.contains(event.target)) {
      // biome-ignore lint/suspicious/noConsole: the page has no other channel to the test.
      console.error(`${complaint}: ${event.type} on "${left.heading}" for ${location.pathname}`);
    }
  };
  for (const type of ['click', 'input', 'keydown']) addEventListener(type, report, true);
}
