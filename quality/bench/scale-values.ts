/** A share of the owners: every so many-th. */
export const every = (count: number) => `generate_series(${count}, $1::int, ${count}) n`;
export const all = every(1);
export const id = (kind: string, number = 'n') => `md5('${kind}' || ${number})::uuid`;
export const owner = id('owner');
/** The first contact of an owner is confirmed, the second is asked. */
export const contact = (which: 1 | 2) => id(`contact-${which}-`);
export const instruction = id('instruction', `n || '-' || k`);
export const ago = (days: string) =>
  `date_trunc('milliseconds', now() - ${days} * interval '1 day')`;
export const ahead = (days: string) =>
  `date_trunc('milliseconds', now() + ${days} * interval '1 day')`;
export const tens = 'generate_series(1, 10) k';

export interface FilledTable {
  table: string;
  /** Column by column, what stands in it. */
  row: Record<string, string>;
  from: string;
}
