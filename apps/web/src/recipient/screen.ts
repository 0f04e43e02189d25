import { isLocale, type Locale } from '@zavet/contract/locales';
import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { storedLanguage, storeLanguage } from '../ui/language/language-storage.ts';
import fontsUrl from '../ui/theme/fonts.css?url';
import type { LetterSource } from './delivery-api.ts';
import { isConnectionSlow } from './downloads.ts';
import { element, replaceContent } from './elements.ts';
import type { ScreenState } from './letter-loader.ts';
import { letterView } from './letter-view.ts';
import { lettersView } from './letters-view.ts';
import { closedView, emptyView, helpView, openingView, troubleView } from './result-views.ts';
import { type DeliveryTexts, fill, languageOf, loadTexts } from './texts.ts';
import type { Trouble } from './trouble.ts';
import type { ViewContext } from './view-context.ts';

interface Actions {
  closeLink(delivery: DeliveryView): Promise<Trouble | undefined>;
  mayDownload(source: LetterSource, letterId: string): true | Promise<boolean>;
  /** Opens another path of this page. */
  go(path: string): void;
}

const firstRetryMs = 1000;
const maxRetryMs = 15_000;

/** Renders the page in the best matching language. */
export class Screen {
  // `declare` avoids emitted class fields, which would need a helper in old browsers.
  declare private readonly actions: Actions;
  declare private readonly main: HTMLElement;
  declare private readonly select: HTMLSelectElement;
  /** The support address, which the server writes into the page: available without a request. */
  declare private readonly support: string;
  declare private chosen: Locale | undefined;
  declare private delivered: Locale | undefined;
  declare private source: LetterSource;
  /** Name of the contact whose page the owner previews; empty until it is loaded. */
  declare private contact: string | undefined;
  /** Return path of a signed-in reader. */
  declare private backPath: string | undefined;
  declare private state: ScreenState;
  declare private words: { locale: Locale; texts: DeliveryTexts } | undefined;

  constructor(actions: Actions, source: LetterSource) {
    this.actions = actions;
    this.source = source;
    this.main = elementById('content');
    this.select = elementById('language-select') as HTMLSelectElement;
    this.support = elementById('foot').dataset.support || '';
    this.chosen = storedLanguage();
    this.state = { kind: 'opening' };
    this.select.addEventListener('change', () => this.choose(this.select.value));
    this.load();
  }

  show(state: ScreenState): void {
    this.state = state;
    this.draw({ isNew: true });
  }

  /** Switches to the owner's preview. */
  preview(source: LetterSource): void {
    this.source = source;
    this.contact = '';
  }

  setContact(name: string): void {
    this.contact = name;
  }

  returnTo(path: string | undefined): void {
    this.backPath = path;
  }

  suggestLanguage(locale: Locale): void {
    this.delivered = locale;
    this.load();
  }

  private choose(value: string): void {
    if (!isLocale(value)) return;
    this.chosen = value;
    storeLanguage(value);
    this.load();
  }

  /** Loads the texts of the wanted language, retrying indefinitely. */
  private async load(retryMs = firstRetryMs): Promise<void> {
    const locale = this.wantedLanguage();
    if (this.words && this.words.locale === locale) return;
    try {
      const texts = await loadTexts(locale);
      if (locale !== this.wantedLanguage()) return;
      const isFirst = !this.words;
      this.words = { locale, texts };
      this.draw({ isNew: isFirst });
    } catch {
      setTimeout(() => this.load(Math.min(retryMs * 2, maxRetryMs)), retryMs);
    }
  }

  private wantedLanguage(): Locale {
    return languageOf({
      chosen: this.chosen,
      delivered: this.delivered,
      browser: navigator.languages || [navigator.language],
    });
  }

  private draw({ isNew }: { isNew: boolean }): void {
    if (!this.words) return;
    const { locale, texts } = this.words;
    this.drawFrame(locale, texts);
    replaceContent(this.main, ...this.contentOf(this.state, locale, texts));
    if (this.backPath) {
      const link = { class: 'button plain back', href: this.backPath };
      this.main.prepend(element('a', link, texts.back), ' ');
    }
    const isOpening = this.state.kind === 'opening';
    this.main.setAttribute('aria-busy', `${isOpening}`);
    elementById('status').textContent = isOpening ? texts.loading : '';
    if (isOpening) return;
    // The footer is hidden until now: below an empty page, it would cause a layout shift.
    elementById('foot').hidden = false;
    if (isNew) this.startAtHeading();
    loadFonts();
  }

  private drawFrame(locale: Locale, texts: DeliveryTexts): void {
    document.documentElement.lang = locale;
    document.title = `${texts.tabTitle} · ${texts.product}`;
    elementById('product').textContent = texts.product;
    elementById('preview').textContent = this.contact
      ? fill(texts.preview.line, { name: this.contact })
      : '';
    const service = elementById('service');
    service.textContent = texts.service;
    // The view of a failure contains the support address itself.
    if (this.state.kind !== 'trouble') service.prepend(helpView(texts, this.support));
    elementById('language-label').textContent = texts.language;
    elementById('language').hidden = false;
    this.select.value = locale;
  }

  private contentOf(state: ScreenState, locale: Locale, texts: DeliveryTexts): Node[] {
    switch (state.kind) {
      case 'opening':
        return openingView(texts);
      case 'letters':
        return lettersView({ ...this.context(locale, texts), ...state });
      case 'letter':
        return letterView({ ...this.context(locale, texts), ...state });
      case 'nothing':
        return emptyView(texts);
      case 'closed':
        return closedView(state.emailHint, texts);
      case 'trouble':
        return troubleView(state.trouble, texts, state.retry, helpView(texts, this.support));
    }
  }

  private context(locale: Locale, texts: DeliveryTexts): ViewContext {
    const actions = this.actions;
    const source = this.source;
    return {
      texts,
      locale,
      source,
      go: (link) => {
        link.addEventListener('click', (event) => {
          // New tabs and windows are left to the browser.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          actions.go(link.getAttribute('href') || '');
        });
        return link;
      },
      closeLink: this.contact === undefined ? actions.closeLink : undefined,
      mayDownload: (letterId) => actions.mayDownload(source, letterId),
    };
  }

  /**
   * Focuses the heading, because the focused element was removed, unless it is the language select.
   */
  private startAtHeading(): void {
    const heading = this.main.querySelector('h1');
    if (heading && document.activeElement !== this.select) heading.focus();
  }
}

function elementById(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}

/** Loads the fonts after the text, and not at all on slow or metered connections. */
function loadFonts(): void {
  if (document.getElementById('fonts') || isConnectionSlow()) return;
  const link = document.createElement('link');
  link.id = 'fonts';
  link.rel = 'stylesheet';
  link.href = fontsUrl;
  // After a failure, the next screen retries.
  link.addEventListener('error', () => link.remove());
  document.head.append(link);
}
