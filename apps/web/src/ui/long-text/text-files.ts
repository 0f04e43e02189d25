import { type Locale, locales } from '@zavet/contract/locales';
import { use } from 'react';

/** Long texts, fetched file by file when they are first asked for, and kept. */
export class TextFiles<Text> {
  readonly #files: Readonly<Record<string, () => Promise<Text>>>;
  readonly #folder: string;
  readonly #loaded = new Map<string, Text>();
  readonly #loading = new Map<string, Promise<Text>>();

  constructor(folder: string, files: Readonly<Record<string, () => Promise<Text>>>) {
    this.#folder = folder;
    this.#files = files;
  }

  /** For route loaders: the text comes together with the screen. What failed before is tried again. */
  async fetch(name: string): Promise<Text> {
    return this.loading(name).catch(() => this.#begin(name));
  }

  loaded(name: string): Text | undefined {
    return this.#loaded.get(name);
  }

  /** Also a failure stays what it is, or a screen that waits for it would ask for ever. */
  loading(name: string): Promise<Text> {
    return this.#loading.get(name) ?? this.#begin(name);
  }

  async #read(name: string): Promise<Text> {
    const load = this.#files[`${this.#folder}${name}.json`];
    if (!load) throw new Error(`There is no text ${name}.`);
    const text = await load();
    this.#loaded.set(name, text);
    return text;
  }

  #begin(name: string): Promise<Text> {
    const reading = this.#read(name);
    this.#loading.set(name, reading);
    return reading;
  }
}

/** A text that the route has fetched is there at once; any other is waited for. */
export function useTextFile<Text>(files: TextFiles<Text>, name: string): Text {
  return files.loaded(name) ?? use(files.loading(name));
}

/** The language that the address asks for; else the reader's own. */
export function textLanguageOf(wanted: unknown, locale: Locale): Locale {
  return locales.find((language) => language === wanted) ?? locale;
}
