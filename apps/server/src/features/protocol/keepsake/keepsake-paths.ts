import { zipEntryNames } from '../../vault/instructions/index.ts';

/** Paths have to fit into what Windows takes, with the folder that people unpack into. */
const titleCharacters = 50;

/** «03 Письмо внукам»: in the order of writing where names are sorted, and never twice. */
export function letterFolder(place: number, count: number, title: string): string {
  const number = String(place + 1).padStart(Math.max(2, String(count).length), '0');
  const short = [...title.trim().replace(/\s+/g, ' ')].slice(0, titleCharacters).join('');
  const [name = number] = zipEntryNames([`${number} ${short}`.trim()]);
  // What looks like an ending of a file belongs to the title, and dots at the end to nobody.
  return name.replace(/[. ]+$/, '');
}

/** A path as it stands in a link of a page. */
export function linkTo(...path: string[]): string {
  return path.map(encodeURIComponent).join('/');
}
