import type { PageWords } from './words.ts';

/** Leads on in the language of the page. */
export function addressIn({ locale }: PageWords, path: string): string {
  return `${path}?lang=${locale}`;
}
