import { type Locale, locales } from '@zavet/contract/locales';
import { use } from 'react';

/** Long texts, fetched file by file on first use, and cached. */
export class TextFiles<Text> {
  readonly #files: Readonly<Record<string, () => Promise<Text>>>;
  readonly #folder: string;
  readonly #loaded = new Map<string, Text>();
  readonly #loading = new Map<string, Promise<Text>>();

  constructor(folder: string, files: Readonly<Record<string, () => Promise<Text>>>) {
    this.#folder = folder;
    this.#files = files;
  }

  /** For route loaders, which load the text along with the screen. Retries an earlier failure. */
  async fetch(name: string): Promise<Text> {
    return this.loading(name).catch(() => this.#startLoading(name));
  }

  loaded(name: string): Text | undefined {
    return this.#loaded.get(name);
  }

  /** A failure is cached as well, or a suspended screen would retry endlessly. */
  loading(name: string): Promise<Text> {
    return this.#loading.get(name) ?? this.#startLoading(name);
  }

  async #read(name: string): Promise<Text> {
    const load = this.#files[`${this.#folder}${name}.json`];
    if (!load) throw new Error(`There is no text ${name}.`);
    const text = await load();
    this.#loaded.set(name, text);
    return text;
  }

  #startLoading(name: string): Promise<Text> {
    const reading = this.#read(name);
    this.#loading.set(name, reading);
    return reading;
  }
}

/** Returns a text that the route has fetched; suspends for any other. */
export function useTextFile<Text>(files: TextFiles<Text>, name: string): Text {
  return files.loaded(name) ?? use(files.loading(name));
}

/** The language named in the address, else the reader's own. */
export function textLanguageOf(wanted: unknown, locale: Locale): Locale {
  return locales.find((language) => language === wanted) ?? locale;
}
