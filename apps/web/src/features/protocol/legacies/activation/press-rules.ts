import { limits } from '@zavet/contract/limits';

/** How often the button is pressed before the question is asked. */
export const pressesNeeded = limits.activationPresses;

/** Two presses closer together than this are one press of an unsteady hand. */
const minPauseMs = 600;

export type PressCount = 0 | 1 | 2 | 3;

export interface Presses {
  count: PressCount;
  /** When the button was last touched, counted or not. */
  lastAtMs: number | undefined;
}

export const noPresses: Presses = { count: 0, lastAtMs: undefined };

/** Whatever follows too soon does not count, and the pause begins again with it. */
export function addPress({ count, lastAtMs }: Presses, atMs: number): Presses {
  const counts = !isTooSoon(lastAtMs, atMs);
  return { count: counts ? next[count] : count, lastAtMs: atMs };
}

export function isTooSoon(previousMs: number | undefined, atMs: number): boolean {
  return previousMs !== undefined && atMs - previousMs < minPauseMs;
}

export function pressesLeft({ count }: Presses): number {
  return pressesNeeded - count;
}

const next: Record<PressCount, PressCount> = { 0: 1, 1: 2, 2: 3, 3: 3 };

/** The look of the button by its count. */
export const pressColors = ['red', 'orange', 'yellow', 'darkRed'] as const;
