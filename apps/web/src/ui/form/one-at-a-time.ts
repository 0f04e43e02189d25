/** Runs what is asked for unless the last one still runs: a second press sends nothing. */
export function oneAtATime(): (run: () => Promise<void>) => Promise<void> {
  let isRunning = false;
  return async (run) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await run();
    } finally {
      isRunning = false;
    }
  };
}
