/** A browser's storage with room for so many characters. */
export class FakeStorage implements Storage {
  readonly #entries = new Map<string, string>();
  readonly #room: number;

  constructor(room = Number.POSITIVE_INFINITY) {
    this.#room = room;
  }

  get length(): number {
    return this.#entries.size;
  }

  clear(): void {
    this.#entries.clear();
  }

  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null;
  }

  key(index: number): string | null {
    return [...this.#entries.keys()][index] ?? null;
  }

  removeItem(key: string): void {
    this.#entries.delete(key);
  }

  setItem(key: string, value: string): void {
    if (value.length > this.#room) throw new DOMException('full', 'QuotaExceededError');
    this.#entries.set(key, value);
  }
}
