import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Application } from '../src/app/application.tsx';
import { router as ownRouter } from '../src/app/router.ts';
import { queryClient } from '../src/platform/queries/query-client.ts';
import { sessionKeeper } from '../src/platform/session/session.ts';
import { startLanguage } from '../src/ui/language/i18n.ts';
import { followTheme } from '../src/ui/theme/theme.ts';

let isStarted = false;
let router = ownRouter;

/** Renders the entire application at this address, as after a reload. */
export async function openPage(path: string): Promise<void> {
  await cleanup();
  await startLanguage();
  if (!isStarted) {
    followTheme();
    await sessionKeeper.start();
  } else await sessionKeeper.load();
  // Storage was cleared between tests; resets the theme in memory.
  dispatchEvent(new StorageEvent('storage', { key: null }));
  isStarted = true;
  queryClient.clear();
  const history = createMemoryHistory({ initialEntries: [path] });
  router = createRouter({ ...ownRouter.options, history });
  await render(<Application router={router} />);
}

export function addressNow(): string {
  return router.state.location.href;
}

/** Scrolls to the button and presses it: on a phone the bottom bar may cover it. */
export async function press(button: Locator): Promise<void> {
  await expect.element(button).toBeVisible();
  button.element().scrollIntoView({ block: 'center' });
  await button.click();
}

/** Presses twice before the next render, as on a slow phone. */
export async function pressTwice(button: Locator): Promise<void> {
  await expect.element(button).toBeEnabled();
  const element = button.element() as HTMLButtonElement;
  element.click();
  element.click();
}
