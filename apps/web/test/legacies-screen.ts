import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { farEnd } from './far-end.ts';
import { openPage } from './page.tsx';

const hour = 60 * 60 * 1000;

/** A moment so many hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

/** The screen with this one legacy, as the server tells it. */
export async function openLegacies(legacy: LegacyView): Promise<void> {
  showLegacy(legacy);
  await openPage('/trusted-legacies');
}

/** What the server tells from now on. */
export function showLegacy(legacy: LegacyView): void {
  farEnd.answer('listLegacies', { legacies: [legacy] });
}

/** More than the product takes for one press of an unsteady hand. */
const steadyPauseMs = 700;
let pausedMs = 0;

/** Pauses between presses pass without waiting: both clocks that presses are measured with go ahead. */
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

/** Presses as a steady hand does, long enough after the press before. */
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
