import type { Locale } from '@zavet/contract/locales';
import type { DeliveryView } from '@zavet/contract/protocol/delivery-schemas';
import type { LetterSource } from './delivery-api.ts';
import type { DeliveryTexts } from './texts.ts';
import type { Trouble } from './trouble.ts';

/** What every view of letters needs. */
export interface ViewContext {
  texts: DeliveryTexts;
  locale: Locale;
  source: LetterSource;
  /** Makes a link to another view of this page open it without loading the page again. */
  go: (link: HTMLAnchorElement) => HTMLAnchorElement;
  /** Nothing can be closed while an owner looks at the page beforehand. */
  closeLink: ((delivery: DeliveryView) => Promise<Trouble | undefined>) | undefined;
  /** Called before a download, which is held back until it is said to be fine. */
  mayDownload: (letterId: string) => Promise<boolean> | true;
}
