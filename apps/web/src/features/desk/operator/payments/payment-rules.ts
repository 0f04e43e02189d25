export const kopecksPerRuble = 100;

export type TroubleState = 'open' | 'settled';

/** Parses an amount in rubles; NaN if it is invalid. */
export function kopecksOf(typed: string): number {
  const amount = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/\s/g, ''));
  if (!amount) return Number.NaN;
  const [, rubles = '', kopecks = ''] = amount;
  return Number(rubles) * kopecksPerRuble + Number(kopecks.padEnd(2, '0'));
}
