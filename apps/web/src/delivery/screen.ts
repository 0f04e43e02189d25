import { isLocale, type Locale } from '@zavet/contract/locales';
import type { DeliveryView } from '@zavet/contract/protocol/delivery-schemas';
import { storedLanguage, storeLanguage } from '../interface/language/language-storage.ts';
import type { LetterSource } from './delivery-api.ts';
import { replaceContent } from './elements.ts';
import { loadFonts } from './fonts.ts';
import { languageOf } from './language.ts';
import { letterView } from './letter-view.ts';
import { lettersView } from './letters-view.ts';
import type { Shown } from './reading.ts';
import { closedView, nothingView, openingView, troubleView } from './result-views.ts';
import type { Surroundings } from './surroundings.ts';
import { type DeliveryTexts, fill, loadTexts } from './texts.ts';
import type { Trouble } from './trouble.ts';

interface Actions {
  closeLink(delivery: DeliveryView): Promise<Trouble | undefined>;
  mayDownload(source: LetterSource, letterId: string): true | Promise<boolean>;
  /** Shows what stands at another path of this page. */
  go(path: string): void;
}

const firstPauseMs = 1000;
const longestPauseMs = 15_000;

/** The page as the reader sees it, in the language that fits best. */
export class Screen {
  readonly #actions: Actions;
  readonly #main = find('content');
  readonly #select = find('language-select') as HTMLSelectElement;
  #chosen = storedLanguage();
  #delivered: Locale | undefined;
  #source: LetterSource;
  /** Whose page an owner looks at beforehand; empty until the name is known. */
  #previewed: string | undefined;
  #shown: Shown = { kind: 'opening' };
  #words: { locale: Locale; texts: DeliveryTexts } | undefined;

  constructor(actions: Actions, source: LetterSource) {
    this.#actions = actions;
    this.#source = source;
    this.#select.addEventListener('change', () => this.#choose(this.#select.value));
    this.#speak();
  }

  show(shown: Shown): void {
    this.#shown = shown;
    this.#draw({ isNew: true });
  }

  /** From now on letters are what their owner sees beforehand. */
  preview(source: LetterSource): void {
    this.#source = source;
    this.#previewed = '';
  }

  nameOfPreview(name: string): void {
    this.#previewed = name;
  }

  suggestLanguage(locale: Locale): void {
    this.#delivered = locale;
    this.#speak();
  }

  #choose(value: string): void {
    if (!isLocale(value)) return;
    this.#chosen = value;
    storeLanguage(value);
    this.#speak();
  }

  /** Fetches the words of the language wanted now, however often the line breaks. */
  async #speak(pauseMs = firstPauseMs): Promise<void> {
    const locale = this.#wantedLanguage();
    if (this.#words && this.#words.locale === locale) return;
    try {
      const texts = await loadTexts(locale);
      if (locale !== this.#wantedLanguage()) return;
      const isFirst = !this.#words;
      this.#words = { locale, texts };
      this.#draw({ isNew: isFirst });
    } catch {
      setTimeout(() => this.#speak(Math.min(pauseMs * 2, longestPauseMs)), pauseMs);
    }
  }

  #wantedLanguage(): Locale {
    return languageOf({
      chosen: this.#chosen,
      delivered: this.#delivered,
      browser: navigator.languages || [navigator.language],
    });
  }

  #draw({ isNew }: { isNew: boolean }): void {
    if (!this.#words) return;
    const { locale, texts } = this.#words;
    this.#drawFrame(locale, texts);
    replaceContent(this.#main, ...this.#contentOf(this.#shown, locale, texts));
    const isOpening = this.#shown.kind === 'opening';
    if (isOpening) this.#main.setAttribute('aria-busy', 'true');
    else this.#main.removeAttribute('aria-busy');
    find('status').textContent = isOpening ? texts.loading : '';
    if (isOpening) return;
    // Below a page that is still empty it would jump.
    find('foot').hidden = false;
    if (isNew) this.#startAtHeading();
    loadFonts();
  }

  #drawFrame(locale: Locale, texts: DeliveryTexts): void {
    document.documentElement.lang = locale;
    document.title = `${texts.tabTitle} · ${texts.product}`;
    find('product').textContent = texts.product;
    find('preview').textContent = this.#previewed
      ? fill(texts.preview.line, { name: this.#previewed })
      : '';
    find('service').textContent = texts.service;
    find('language-label').textContent = texts.language;
    find('language').hidden = false;
    this.#select.value = locale;
  }

  #contentOf(shown: Shown, locale: Locale, texts: DeliveryTexts): Node[] {
    switch (shown.kind) {
      case 'opening':
        return openingView(texts);
      case 'letters':
        return lettersView({ ...this.#surroundings(locale, texts), ...shown });
      case 'letter':
        return letterView({
          ...this.#surroundings(locale, texts),
          delivery: shown.delivery,
          home: shown.home,
        });
      case 'nothing':
        return nothingView(texts);
      case 'closed':
        return closedView(shown.emailHint, texts);
      case 'trouble':
        return troubleView(shown.trouble, texts, shown.retry);
    }
  }

  #surroundings(locale: Locale, texts: DeliveryTexts): Surroundings {
    const actions = this.#actions;
    const source = this.#source;
    return {
      texts,
      locale,
      source,
      go: (link) => {
        link.addEventListener('click', (event) => {
          // A new tab or window is the browser's to open.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          actions.go(link.getAttribute('href') || '');
        });
        return link;
      },
      closeLink: this.#previewed === undefined ? actions.closeLink : undefined,
      mayDownload: (letterId) => actions.mayDownload(source, letterId),
    };
  }

  /** What was focused is gone; only someone who is choosing a language stays there. */
  #startAtHeading(): void {
    const heading = this.#main.querySelector('h1');
    if (heading && document.activeElement !== this.#select) heading.focus();
  }
}

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}
