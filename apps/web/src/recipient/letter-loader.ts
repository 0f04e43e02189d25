import type { Locale } from '@zavet/contract/locales';
import type { DeliveryView, RecipientLetter } from '@zavet/contract/protocol/delivery-endpoints';
import type { Answer, DeliveryApi, LetterSource } from './delivery-api.ts';
import { pathOf } from './link.ts';
import { isTransient, type Trouble } from './trouble.ts';

/** The state of the page. `home`: path of the list, if there are several letters. */
export type ScreenState =
  | { kind: 'opening' }
  | {
      kind: 'letters';
      first: DeliveryView;
      letters: RecipientLetter[];
      home: string;
      download: CompleteDownload;
    }
  | { kind: 'letter'; delivery: DeliveryView; home?: string; download: CompleteDownload }
  | { kind: 'closed'; emailHint: string }
  | { kind: 'nothing' }
  | { kind: 'trouble'; trouble: Trouble; retry?: () => Promise<void> };

/** Approximate size of the page and the PDF of a letter. */
const letterBytes = 20 * 1024;

/** The download of everything: an archive, or the PDF of the only letter without files. */
export interface CompleteDownload {
  bytes: number;
  isArchive: boolean;
}

interface PageControls {
  show(state: ScreenState): void;
  /** Replaces the path in the address bar. */
  setPath(path: string): void;
  /** Reports the language of the delivery. */
  suggestLanguage(locale: Locale): void;
}

/** The letters of one opened link or one preview, with the path of their list. */
export interface LetterCollection {
  /** The delivery whose link was opened, or the previewed contact. */
  id: string;
  home: string;
  source: LetterSource;
}

interface LetterRequest {
  /** The letter that can be read without calling `openLetter` first. */
  firstId: string;
  /** The letter to show, if there are several. */
  letterId?: string | undefined;
  isJustOpened?: boolean;
}

/** Loads letters and shows them on the page. Only the result of the latest request is shown. */
export class LetterLoader {
  // `declare` avoids emitted class fields, which would need a helper in old browsers.
  declare private readonly api: DeliveryApi;
  declare private readonly page: PageControls;
  declare private latest: number;

  constructor(api: DeliveryApi, page: PageControls) {
    this.api = api;
    this.page = page;
    this.latest = 0;
  }

  /** Exchanges the token of a mailed link. Until that succeeds, a retry sends the token again. */
  async openLink(token: string): Promise<void> {
    const answer = await this.run(
      () => this.api.openLink(token),
      () => this.openLink(token),
    );
    if (!answer) return;
    const id = answer.delivery_id;
    this.page.setPath(pathOf(id));
    this.page.suggestLanguage(answer.language);
    await this.read(this.lettersOf(id), { firstId: id, isJustOpened: true });
  }

  /** Shows letters whose link was opened earlier: the list, or one letter. */
  async reopen(id: string, letterId?: string, from?: string): Promise<void> {
    await this.read(this.lettersOf(id, from), { firstId: id, letterId });
  }

  /** Shows the owner's preview: the list, or one letter. */
  async preview(collection: LetterCollection, letterId?: string): Promise<void> {
    if (letterId) return this.read(collection, { firstId: letterId, letterId });
    const letters = await this.run(
      () => collection.source.letters(collection.id),
      () => this.preview(collection),
    );
    if (!letters) return;
    const [first] = letters;
    if (first) await this.read(collection, { firstId: first.id });
    else this.show({ kind: 'nothing' });
  }

  /** Closes the link and shows the result. Returns the error, or undefined on success. */
  async closeLink(delivery: DeliveryView): Promise<Trouble | undefined> {
    const answer = await this.api.closeLink(delivery.id);
    if ('trouble' in answer) {
      if (!isTransient(answer.trouble)) this.fail(answer.trouble);
      return answer.trouble;
    }
    this.page.setPath(pathOf());
    this.show({ kind: 'closed', emailHint: delivery.recipient_email_hint });
    return undefined;
  }

  fail(trouble: Trouble): void {
    this.show({ kind: 'trouble', trouble });
  }

  private lettersOf(id: string, from?: string): LetterCollection {
    return { id, home: pathOf(id, from), source: this.api };
  }

  /** Shows the requested letter, or the list if there are several and none is requested. */
  private async read(collection: LetterCollection, request: LetterRequest): Promise<void> {
    const { home } = collection;
    const found = await this.run(
      () => this.load(collection, request),
      () => this.read(collection, request),
    );
    if (!found) return;
    const { delivery, letters } = found;
    this.page.suggestLanguage(delivery.language);
    const isOneOfSeveral = letters.length > 1;
    const bytes = letters.reduce((sum, { file_bytes }) => sum + file_bytes + letterBytes, 0);
    const download = { bytes, isArchive: isOneOfSeveral || delivery.files.length > 0 };
    if (isOneOfSeveral && !request.letterId) {
      this.show({ kind: 'letters', first: delivery, letters, home, download });
    } else {
      this.show({ kind: 'letter', delivery, download, ...(isOneOfSeveral && { home }) });
    }
  }

  private async load(
    { id, source }: LetterCollection,
    { firstId, letterId = firstId, isJustOpened }: LetterRequest,
  ): Promise<Answer<{ delivery: DeliveryView; letters: RecipientLetter[] }>> {
    if (letterId !== firstId) {
      const opened = await source.openLetter(id, letterId);
      if ('trouble' in opened) return opened;
    }
    const [delivery, letters] = await Promise.all([source.read(letterId), source.letters(id)]);
    if ('trouble' in delivery) {
      const isCookieLost = isJustOpened && delivery.trouble === 'session_ended';
      return isCookieLost ? { trouble: 'cookies_refused' } : delivery;
    }
    if ('trouble' in letters) return letters;
    return { value: { delivery: delivery.value, letters: letters.value } };
  }

  private async run<Value>(
    request: () => Promise<Answer<Value>>,
    retry: () => Promise<void>,
  ): Promise<Value | undefined> {
    this.show({ kind: 'opening' });
    const requestNumber = this.latest;
    const answer = await request();
    if (requestNumber !== this.latest) return undefined;
    if ('value' in answer) return answer.value;
    const { trouble } = answer;
    this.show({ kind: 'trouble', trouble, ...(isTransient(trouble) && { retry }) });
    return undefined;
  }

  private show(state: ScreenState): void {
    this.latest += 1;
    this.page.show(state);
  }
}
