export type BrowserStorage = ReturnType<typeof browserStorage>;

/**
 * A browser storage that may be forbidden or full: then `set` returns false and reads find nothing.
 */
export function browserStorage(open: () => Storage) {
  function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  }
  return {
    get: (key: string): string | undefined =>
      attempt((storage) => storage.getItem(key)) ?? undefined,
    set: (key: string, text: string): boolean =>
      attempt((storage) => {
        storage.setItem(key, text);
        return true;
      }) ?? false,
    remove: (key: string): void => attempt((storage) => storage.removeItem(key)),
    keys: (): string[] =>
      attempt((storage) =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
      ) ?? [],
  };
}

/** Kept when the tab is closed. */
export const localStore = browserStorage(() => localStorage);

/** Removed when the tab is closed. */
export const tabStore = browserStorage(() => sessionStorage);
