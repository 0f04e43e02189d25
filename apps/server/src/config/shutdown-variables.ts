import { wholeNumber } from './value-schemas.ts';

const longestDrainSeconds = 60;
/** Some looks of a proxy that looks every second. */
const usualDrainSeconds = 3;

export const shutdownVariables = {
  SHUTDOWN_DRAIN_SECONDS: [
    wholeNumber(0, longestDrainSeconds),
    `a whole number of seconds, at most ${longestDrainSeconds}`,
  ],
} as const;

/** How long a server that was told to stop goes on answering; nobody waits for it while developing. */
export function drainSeconds(chosen: number | undefined, isProduction: boolean): number {
  return chosen ?? (isProduction ? usualDrainSeconds : 0);
}
