import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { fakeServer } from './fake-server.ts';
import { openPage } from './page.tsx';

const hour = 60 * 60 * 1000;

/** ISO time, this many hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

/** Opens the screen with this legacy only. */
export async function openLegacies(legacy: LegacyView): Promise<void> {
  showLegacy(legacy);
  await openPage('/trusted-legacies');
}

/** Makes the server return this legacy only. */
export function showLegacy(legacy: LegacyView): void {
  fakeServer.answer('listLegacies', { legacies: [legacy] });
}

/** Longer than the interval within which the product counts several presses as one. */
const pressPauseMs = 700;
let pausedMs = 0;

/** Advances both clocks that time presses, instead of waiting. */
function skewClocks(): void {
  const timeStamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')?.get;
  const now = performance.now.bind(performance);
  performance.now = () => now() + pausedMs;
  Object.defineProperty(Event.prototype, 'timeStamp', {
    get(this: Event) {
      return timeStamp?.call(this) + pausedMs;
    },
  });
}
skewClocks();

/** Presses after a pause that makes it a separate press. */
export async function clickAfterPause(button: Locator): Promise<void> {
  pausedMs += pressPauseMs;
  await button.click();
}

/** Presses three times and returns the confirmation dialog. */
export async function pressUntilQuestion(): Promise<Locator> {
  for (const left of [3, 2, 1]) {
    await clickAfterPause(
      page.getByRole('button', { name: new RegExp(`осталось нажатий: ${left}`) }),
    );
  }
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  return dialog;
}
