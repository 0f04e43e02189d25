import { readFileSync } from 'node:fs';

/** The rows of the tables on a page of docs. */
export function rowsOfPage(page: string): string[] {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => /^\| [`*]/.test(line));
}

/** What the page must say and does not, and what it says and must not. */
export function differences(page: string, wanted: readonly string[]): string {
  const found = rowsOfPage(page);
  return [
    ...wanted.filter((line) => !found.includes(line)).map((line) => `docs/${page} lacks: ${line}`),
    ...found
      .filter((line) => !wanted.includes(line))
      .map((line) => `docs/${page} must not say: ${line}`),
  ].join('\n');
}

export function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
}

export function timeOf(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
