import type { Texts } from '@zavet/locales/translate';

/** Keeps the texts that have come, one subject of one language at a time, and fetches the others. */
export function createLoadedTexts<Subject extends string>(
  load: (language: string, subject: Subject) => Promise<Texts>,
) {
  const settled = new Map<string, Texts | 'failed'>();
  const coming = new Map<string, Promise<unknown>>();

  function textsOf(language: string, subject: Subject): Texts | undefined {
    const texts = settled.get(`${language}/${subject}`);
    return texts === 'failed' ? undefined : texts;
  }

  function fetchOnce(language: string, subject: Subject): Promise<unknown> {
    const name = `${language}/${subject}`;
    const fetching =
      coming.get(name) ??
      load(language, subject)
        .then(
          (texts) => settled.set(name, texts),
          () => settled.set(name, 'failed'),
        )
        .finally(() => coming.delete(name));
    coming.set(name, fetching);
    return fetching;
  }

  return {
    textsOf,

    /** The subjects that are there. */
    subjectsIn(language: string): Subject[] {
      const start = `${language}/`;
      const names = [...settled.keys()].filter((name) => name.startsWith(start));
      const subjects = names.map((name) => name.slice(start.length) as Subject);
      return subjects.filter((subject) => textsOf(language, subject));
    },

    /** Fetches what is not there, also what has failed before; throws where something does not come. */
    async fetch(language: string, subjects: readonly Subject[]): Promise<void> {
      const isMissing = (subject: Subject) => !textsOf(language, subject);
      await Promise.all(subjects.filter(isMissing).map((subject) => fetchOnce(language, subject)));
      const missing = subjects.filter(isMissing);
      if (missing.length > 0) throw new TypeError(`Failed to fetch texts: ${missing.join(', ')}`);
    },

    /** What a screen has to wait for, if anything. What has failed is not asked for again. */
    waitFor(language: string, subjects: readonly Subject[]): Promise<unknown> | undefined {
      const awaited = subjects.filter((subject) => !settled.has(`${language}/${subject}`));
      if (awaited.length === 0) return undefined;
      return Promise.all(awaited.map((subject) => fetchOnce(language, subject)));
    },
  };
}
