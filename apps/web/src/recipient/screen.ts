import { isLocale, type Locale } from '@zavet/contract/locales';
import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { storedLanguage, storeLanguage } from '../ui/language/language-storage.ts';
import address from '../ui/theme/fonts.css?url';
import type { LetterSource } from './delivery-api.ts';
import { isConnectionSlow } from './downloads.ts';
import { element, replaceContent } from './elements.ts';
import { letterView } from './letter-view.ts';
import { lettersView } from './letters-view.ts';
import type { Shown } from './reading.ts';
import { closedView, helpView, nothingView, openingView, troubleView } from './result-views.ts';
import { type DeliveryTexts, fill, languageOf, loadTexts } from './texts.ts';
import type { Trouble } from './trouble.ts';
import type { ViewContext } from './view-context.ts';

interface Actions {
  closeLink(delivery: DeliveryView): Promise<Trouble | undefined>;
  mayDownload(source: LetterSource, letterId: string): true | Promise<boolean>;
  /** Opens another path of this page. */
  go(path: string): void;
}

const firstPauseMs = 1000;
const maxDelayMs = 15_000;

/** Renders the page in the best matching language. */
export class Screen {
  // `declare` and assignment below: class fields would need a helper in old browsers.
  declare private readonly actions: Actions;
  declare private readonly main: HTMLElement;
  declare private readonly select: HTMLSelectElement;
  /** Written into the page by the server, so that it is available without any request. */
  declare private readonly support: string;
  declare private chosen: Locale | undefined;
  declare private delivered: Locale | undefined;
  declare private source: LetterSource;
  /** Contact whose page the owner previews; empty until the name is loaded. */
  declare private previewed: string | undefined;
  /** Return path of a signed-in reader. */
  declare private wayBack: string | undefined;
  declare private shown: Shown;
  declare private words: { locale: Locale; texts: DeliveryTexts } | undefined;

  constructor(actions: Actions, source: LetterSource) {
    this.actions = actions;
    this.source = source;
    this.main = find('content');
    this.select = find('language-select') as HTMLSelectElement;
    this.support = find('foot').dataset.support || '';
    this.chosen = storedLanguage();
    this.shown = { kind: 'opening' };
    this.select.addEventListener('change', () => this.choose(this.select.value));
    this.speak();
  }

  show(shown: Shown): void {
    this.shown = shown;
    this.draw({ isNew: true });
  }

  /** Switches to the owner's preview. */
  preview(source: LetterSource): void {
    this.source = source;
    this.previewed = '';
  }

  nameOfPreview(name: string): void {
    this.previewed = name;
  }

  cameFrom(path: string | undefined): void {
    this.wayBack = path;
  }

  suggestLanguage(locale: Locale): void {
    this.delivered = locale;
    this.speak();
  }

  private choose(value: string): void {
    if (!isLocale(value)) return;
    this.chosen = value;
    storeLanguage(value);
    this.speak();
  }

  /** Loads the texts of the wanted language, retrying indefinitely. */
  private async speak(pauseMs = firstPauseMs): Promise<void> {
    const locale = this.wantedLanguage();
    if (this.words && this.words.locale === locale) return;
    try {
      const texts = await loadTexts(locale);
      if (locale !== this.wantedLanguage()) return;
      const isFirst = !this.words;
      this.words = { locale, texts };
      this.draw({ isNew: isFirst });
    } catch {
      setTimeout(() => this.speak(Math.min(pauseMs * 2, maxDelayMs)), pauseMs);
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
    replaceContent(this.main, ...this.contentOf(this.shown, locale, texts));
    if (this.wayBack) {
      const link = { class: 'button plain back', href: this.wayBack };
      this.main.prepend(element('a', link, texts.back), ' ');
    }
    const isOpening = this.shown.kind === 'opening';
    this.main.setAttribute('aria-busy', `${isOpening}`);
    find('status').textContent = isOpening ? texts.loading : '';
    if (isOpening) return;
    // It would jump below an empty page.
    find('foot').hidden = false;
    if (isNew) this.startAtHeading();
    loadFonts();
  }

  private drawFrame(locale: Locale, texts: DeliveryTexts): void {
    document.documentElement.lang = locale;
    document.title = `${texts.tabTitle} · ${texts.product}`;
    find('product').textContent = texts.product;
    find('preview').textContent = this.previewed
      ? fill(texts.preview.line, { name: this.previewed })
      : '';
    const service = find('service');
    service.textContent = texts.service;
    // A failure names the support in its own text.
    if (this.shown.kind !== 'trouble') service.prepend(helpView(texts, this.support));
    find('language-label').textContent = texts.language;
    find('language').hidden = false;
    this.select.value = locale;
  }

  private contentOf(shown: Shown, locale: Locale, texts: DeliveryTexts): Node[] {
    switch (shown.kind) {
      case 'opening':
        return openingView(texts);
      case 'letters':
        return lettersView({ ...this.surroundings(locale, texts), ...shown });
      case 'letter':
        return letterView({ ...this.surroundings(locale, texts), ...shown });
      case 'nothing':
        return nothingView(texts);
      case 'closed':
        return closedView(shown.emailHint, texts);
      case 'trouble':
        return troubleView(shown.trouble, texts, shown.retry, helpView(texts, this.support));
    }
  }

  private surroundings(locale: Locale, texts: DeliveryTexts): ViewContext {
    const actions = this.actions;
    const source = this.source;
    return {
      texts,
      locale,
      source,
      go: (link) => {
        link.addEventListener('click', (event) => {
          // The browser opens new tabs and windows itself.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          actions.go(link.getAttribute('href') || '');
        });
        return link;
      },
      closeLink: this.previewed === undefined ? actions.closeLink : undefined,
      mayDownload: (letterId) => actions.mayDownload(source, letterId),
    };
  }

  /** The focused element is gone, unless it is the language select. */
  private startAtHeading(): void {
    const heading = this.main.querySelector('h1');
    if (heading && document.activeElement !== this.select) heading.focus();
  }
}

function find(id: string): HTMLElement {
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
  link.href = address;
  // After a failure the next screen tries again.
  link.addEventListener('error', () => link.remove());
  document.head.append(link);
}
