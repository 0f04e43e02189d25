/** The moment behind a time of this computer; empty where none was typed. */
export function momentOf(local: string): string {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}
