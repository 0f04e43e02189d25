/** What somebody typed as rubles, in kopecks; NaN where it is no amount. */
export function kopecksOf(typed: string): number {
  const amount = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/\s/g, ''));
  if (!amount) return Number.NaN;
  const [, rubles = '', kopecks = ''] = amount;
  return Number(rubles) * 100 + Number(kopecks.padEnd(2, '0'));
}
