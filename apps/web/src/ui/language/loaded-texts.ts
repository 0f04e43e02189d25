import type { Texts } from '@zavet/locales/translate';

/** Caches texts by language and subject, and fetches missing ones. */
export function createLoadedTexts<Subject extends string>(
  load: (language: string, subject: Subject) => Promise<Texts>,
) {
  const results = new Map<string, Texts | 'failed'>();
  const requests = new Map<string, Promise<unknown>>();

  function textsOf(language: string, subject: Subject): Texts | undefined {
    const texts = results.get(`${language}/${subject}`);
    return texts === 'failed' ? undefined : texts;
  }

  function fetchOnce(language: string, subject: Subject): Promise<unknown> {
    const name = `${language}/${subject}`;
    const fetching =
      requests.get(name) ??
      load(language, subject)
        .then(
          (texts) => results.set(name, texts),
          () => results.set(name, 'failed'),
        )
        .finally(() => requests.delete(name));
    requests.set(name, fetching);
    return fetching;
  }

  return {
    textsOf,

    /** The loaded subjects. */
    subjectsIn(language: string): Subject[] {
      const start = `${language}/`;
      const names = [...results.keys()].filter((name) => name.startsWith(start));
      const subjects = names.map((name) => name.slice(start.length) as Subject);
      return subjects.filter((subject) => textsOf(language, subject));
    },

    /** Fetches missing subjects, including failed ones; throws if any remains missing. */
    async fetch(language: string, subjects: readonly Subject[]): Promise<void> {
      const isMissing = (subject: Subject) => !textsOf(language, subject);
      await Promise.all(subjects.filter(isMissing).map((subject) => fetchOnce(language, subject)));
      const missing = subjects.filter(isMissing);
      if (missing.length > 0) throw new TypeError(`Failed to fetch texts: ${missing.join(', ')}`);
    },

    /** A promise of the pending subjects, or undefined. Failed ones are not retried. */
    waitFor(language: string, subjects: readonly Subject[]): Promise<unknown> | undefined {
      const awaited = subjects.filter((subject) => !results.has(`${language}/${subject}`));
      if (awaited.length === 0) return undefined;
      return Promise.all(awaited.map((subject) => fetchOnce(language, subject)));
    },
  };
}
