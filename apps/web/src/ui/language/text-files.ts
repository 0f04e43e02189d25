import type { Texts } from '@zavet/locales/translate';

const files = import.meta.glob<{ default: Texts }>([
  '../../../../../packages/locales/*/*.json',
  '!../../../../../packages/locales/*/{delivery,guide,letter-archive,mails,welcome}.json',
]);

/** Imports one subject of one language. `build/text-files.ts` replaces this module in builds. */
export async function importTexts(language: string, subject: string): Promise<{ default: Texts }> {
  const load = files[`../../../../../packages/locales/${language}/${subject}.json`];
  if (!load) throw new Error(`No texts for ${subject}`);
  return load();
}
