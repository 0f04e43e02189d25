import { type BrowserStorage, browserStorage } from './browser-storage.ts';

const prefix = 'zavet.private.';

/** What a screen keeps in this browser for one person until that person signs out. */
export class PrivateStorage {
  readonly #storage: BrowserStorage;

  constructor(open: () => Storage) {
    this.#storage = browserStorage(open);
  }

  /** False when there was no room for it. */
  keep(userId: string, name: string, text: string): boolean {
    return this.#storage.set(keyOf(userId, name), text);
  }

  find(userId: string, name: string): string | undefined {
    return this.#storage.get(keyOf(userId, name));
  }

  forget(userId: string, name: string): void {
    this.#storage.remove(keyOf(userId, name));
  }

  names(userId: string): string[] {
    const start = keyOf(userId, '');
    return this.#privateKeys()
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
  }

  /** Of everybody: after a sign-out nothing private stays behind. */
  forgetAll(): void {
    for (const key of this.#privateKeys()) this.#storage.remove(key);
  }

  forgetOthers(userId: string): void {
    const own = keyOf(userId, '');
    for (const key of this.#privateKeys()) if (!key.startsWith(own)) this.#storage.remove(key);
  }

  #privateKeys(): string[] {
    return this.#storage.keys().filter((key) => key.startsWith(prefix));
  }
}

export const privateStorage = new PrivateStorage(() => localStorage);

/** For what also goes with the tab, or when somebody else signs in. */
export const privateTabStorage = new PrivateStorage(() => sessionStorage);

function keyOf(userId: string, name: string): string {
  return `${prefix}${userId}.${name}`;
}

/** What a storage holds as JSON, field by field unknown; nothing where it is no object. */
export function parsedObject(text: string | undefined): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
