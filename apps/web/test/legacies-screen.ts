import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { fakeServer } from './fake-server.ts';
import { openPage } from './page.tsx';

const hour = 60 * 60 * 1000;

/** A moment so many hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

/** Opens the screen with this one legacy. */
export async function openLegacies(legacy: LegacyView): Promise<void> {
  showLegacy(legacy);
  await openPage('/trusted-legacies');
}

/** Changes the response of the server. */
export function showLegacy(legacy: LegacyView): void {
  fakeServer.answer('listLegacies', { legacies: [legacy] });
}

/** Longer than the interval that the product merges into one press. */
const steadyPauseMs = 700;
let pausedMs = 0;

/** Advances both clocks that measure presses, instead of waiting. */
function goAheadOfTime(): void {
  const timeStamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')?.get;
  const now = performance.now.bind(performance);
  performance.now = () => now() + pausedMs;
  Object.defineProperty(Event.prototype, 'timeStamp', {
    get(this: Event) {
      return timeStamp?.call(this) + pausedMs;
    },
  });
}
goAheadOfTime();

/** Presses long enough after the previous press. */
export async function steadily(button: Locator): Promise<void> {
  pausedMs += steadyPauseMs;
  await button.click();
}

/** The three presses, up to the question. */
export async function pressToQuestion(): Promise<Locator> {
  for (const left of [3, 2, 1]) {
    await steadily(page.getByRole('button', { name: new RegExp(`осталось нажатий: ${left}`) }));
  }
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  return dialog;
}
