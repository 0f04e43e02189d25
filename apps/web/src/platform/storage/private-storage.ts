import { type BrowserStorage, browserStorage } from './browser-storage.ts';

const prefix = 'zavet.private.';

/** Entries of one user in this browser, removed on sign-out. */
export class PrivateStorage {
  readonly #storage: BrowserStorage;

  constructor(open: () => Storage) {
    this.#storage = browserStorage(open);
  }

  /** False if the storage is full. */
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

  /** Removes the entries of all users, so that nothing private remains after a sign-out. */
  forgetAll(): void {
    for (const key of this.#privateKeys()) this.#storage.remove(key);
  }

  forgetOtherUsers(userId: string): void {
    const own = keyOf(userId, '');
    for (const key of this.#privateKeys()) if (!key.startsWith(own)) this.#storage.remove(key);
  }

  #privateKeys(): string[] {
    return this.#storage.keys().filter((key) => key.startsWith(prefix));
  }
}

export const privateStorage = new PrivateStorage(() => localStorage);

/** For entries that are also removed when the tab is closed. */
export const privateTabStorage = new PrivateStorage(() => sessionStorage);

function keyOf(userId: string, name: string): string {
  return `${prefix}${userId}.${name}`;
}

/** Parses stored JSON into an object of unknown fields; empty if it is not an object. */
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
