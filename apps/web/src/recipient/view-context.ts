import type { Locale } from '@zavet/contract/locales';
import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import type { LetterSource } from './delivery-api.ts';
import type { DeliveryTexts } from './texts.ts';
import type { Trouble } from './trouble.ts';

/** Shared by all views of letters. */
export interface ViewContext {
  texts: DeliveryTexts;
  locale: Locale;
  source: LetterSource;
  /** Makes a link open another view without reloading the page. */
  go: (link: HTMLAnchorElement) => HTMLAnchorElement;
  /** Undefined in a preview. */
  closeLink: ((delivery: DeliveryView) => Promise<Trouble | undefined>) | undefined;
  /** Called before a download; true if it may start. */
  mayDownload: (letterId: string) => Promise<boolean> | true;
}

export type LetterFile = DeliveryView['files'][number];

export interface FileInput {
  file: LetterFile;
  address: string;
  texts: DeliveryTexts;
  /** Called before the file is loaded; true if it may be loaded. */
  may: () => Promise<boolean> | true;
}
