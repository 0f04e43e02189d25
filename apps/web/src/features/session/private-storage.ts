const prefix = 'zavet.private.';

/**
 * What a screen keeps in this browser for one person until that person signs out. Storage may be
 * forbidden or full; then `keep` says so and nothing is there.
 */
export class PrivateStorage {
  readonly #storage: () => Storage;

  constructor(storage: () => Storage) {
    this.#storage = storage;
  }

  keep(userId: string, name: string, text: string): boolean {
    return (
      this.#attempt((storage) => {
        storage.setItem(keyOf(userId, name), text);
        return true;
      }) ?? false
    );
  }

  find(userId: string, name: string): string | undefined {
    return this.#attempt((storage) => storage.getItem(keyOf(userId, name))) ?? undefined;
  }

  forget(userId: string, name: string): void {
    this.#attempt((storage) => storage.removeItem(keyOf(userId, name)));
  }

  names(userId: string): string[] {
    const start = keyOf(userId, '');
    return this.#keys()
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
  }

  /** Of everybody: after a sign-out nothing private stays behind. */
  forgetAll(): void {
    this.#forget((key) => key.startsWith(prefix));
  }

  forgetOthers(userId: string): void {
    const own = keyOf(userId, '');
    this.#forget((key) => key.startsWith(prefix) && !key.startsWith(own));
  }

  #forget(isMeant: (key: string) => boolean): void {
    for (const key of this.#keys().filter(isMeant)) {
      this.#attempt((storage) => storage.removeItem(key));
    }
  }

  #keys(): string[] {
    return (
      this.#attempt((storage) =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
      ) ?? []
    );
  }

  #attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(this.#storage());
    } catch {
      return undefined;
    }
  }
}

export const privateStorage = new PrivateStorage(() => localStorage);

/** For what also goes with the tab, or when somebody else signs in. */
export const privateTabStorage = new PrivateStorage(() => sessionStorage);

function keyOf(userId: string, name: string): string {
  return `${prefix}${userId}.${name}`;
}
