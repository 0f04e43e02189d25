const languages: readonly string[] = ['ru', 'en'];
const fallback = 'en';

/** Subjects of the operators' desk exist in two languages; every other subject exists in all. */
export function isDeskSubject(subject: string): boolean {
  return subject === 'desk' || subject.startsWith('desk-');
}

/** The language in which a subject is written, for a screen in this language. */
export function languageOfTexts<Language extends string>(
  subject: string,
  language: Language,
): Language | typeof fallback {
  return isDeskSubject(subject) && !languages.includes(language) ? fallback : language;
}
