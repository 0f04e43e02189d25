/** A browser storage that refuses values longer than `maxLength`. */
export class FakeStorage implements Storage {
  readonly #entries = new Map<string, string>();
  readonly #maxLength: number;

  constructor(maxLength = Number.POSITIVE_INFINITY) {
    this.#maxLength = maxLength;
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
    if (value.length > this.#maxLength) throw new DOMException('full', 'QuotaExceededError');
    this.#entries.set(key, value);
  }
}
