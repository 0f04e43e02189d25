import type { Locale } from '../locales.ts';

/** The word to be typed before an account is deleted, in the language of the screen. */
export const deletionWords: Record<Locale, string> = {
  ru: 'УДАЛИТЬ',
  en: 'DELETE',
  fr: 'SUPPRIMER',
  sv: 'RADERA',
  fi: 'POISTA',
  pt: 'EXCLUIR',
};

export function isDeletionWord(value: string): boolean {
  return Object.values(deletionWords).includes(value.trim());
}
