/** Resolves when the work has settled either way, after `ms` at the latest. */
export function settledWithin(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const settled = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(settled, settled);
  });
}
