import type { Locale } from '@zavet/contract/locales';
import type { DeliveryView, RecipientLetter } from '@zavet/contract/protocol/delivery-endpoints';
import type { Answer, DeliveryApi, LetterSource } from './delivery-api.ts';
import { pathOf } from './link.ts';
import { isPassing, type Trouble } from './trouble.ts';

/** The state of the page. `home` is the path of the list, if there are several letters. */
export type Shown =
  | { kind: 'opening' }
  | {
      kind: 'letters';
      first: DeliveryView;
      letters: RecipientLetter[];
      home: string;
      savable: Savable;
    }
  | { kind: 'letter'; delivery: DeliveryView; home?: string; savable: Savable }
  | { kind: 'closed'; emailHint: string }
  | { kind: 'nothing' }
  | { kind: 'trouble'; trouble: Trouble; retry?: () => Promise<void> };

/** Approximate size of the page and the PDF of a letter. */
const letterBytes = 20 * 1024;

/** The download of everything: an archive, or the PDF of the only letter without files. */
export interface Savable {
  bytes: number;
  isArchive: boolean;
}

interface Page {
  show(shown: Shown): void;
  /** Replaces the path in the address bar. */
  stand(path: string): void;
  /** Reports the language of the delivery. */
  suggestLanguage(locale: Locale): void;
}

/** The letters at one address of the page. */
export interface Place {
  /** The delivery whose link was opened, or the previewed contact. */
  id: string;
  home: string;
  source: LetterSource;
}

interface Wanted {
  /** The letter that is readable without another request. */
  firstId: string;
  /** The one to show of several. */
  letterId?: string | undefined;
  isJustOpened?: boolean;
}

/** Leads from a link to the letter. Only the latest request is shown. */
export class Reading {
  // `declare` and assignment below: class fields would need a helper in old browsers.
  declare private readonly api: DeliveryApi;
  declare private readonly page: Page;
  declare private latest: number;

  constructor(api: DeliveryApi, page: Page) {
    this.api = api;
    this.page = page;
    this.latest = 0;
  }

  /** Exchanges the token of a mailed link; until that succeeds a retry still has the token. */
  async openLink(token: string): Promise<void> {
    const answer = await this.ask(
      () => this.api.openLink(token),
      () => this.openLink(token),
    );
    if (!answer) return;
    const id = answer.delivery_id;
    this.page.stand(pathOf(id));
    this.page.suggestLanguage(answer.language);
    await this.read(this.placeOf(id), { firstId: id, isJustOpened: true });
  }

  /** Shows deliveries that an earlier exchange has opened: all, or one letter. */
  async reopen(id: string, letterId?: string, from?: string): Promise<void> {
    await this.read(this.placeOf(id, from), { firstId: id, letterId });
  }

  /** The same for a preview; the first letter is taken from the list. */
  async preview(place: Place, letterId?: string): Promise<void> {
    if (letterId) return this.read(place, { firstId: letterId, letterId });
    const letters = await this.ask(
      () => place.source.letters(place.id),
      () => this.preview(place),
    );
    if (!letters) return;
    const [first] = letters;
    if (first) await this.read(place, { firstId: first.id });
    else this.show({ kind: 'nothing' });
  }

  /** Undefined on success; the page then shows that the link is closed. */
  async closeLink(delivery: DeliveryView): Promise<Trouble | undefined> {
    const answer = await this.api.closeLink(delivery.id);
    if ('trouble' in answer) {
      if (!isPassing(answer.trouble)) this.fail(answer.trouble);
      return answer.trouble;
    }
    this.page.stand(pathOf());
    this.show({ kind: 'closed', emailHint: delivery.recipient_email_hint });
    return undefined;
  }

  fail(trouble: Trouble): void {
    this.show({ kind: 'trouble', trouble });
  }

  private placeOf(id: string, from?: string): Place {
    return { id, home: pathOf(id, from), source: this.api };
  }

  /** The wanted letter, else the first, with a list of the others if there are any. */
  private async read(place: Place, wanted: Wanted): Promise<void> {
    const { home } = place;
    const found = await this.ask(
      () => this.find(place, wanted),
      () => this.read(place, wanted),
    );
    if (!found) return;
    const { delivery, letters } = found;
    this.page.suggestLanguage(delivery.language);
    const isOneOfSeveral = letters.length > 1;
    const bytes = letters.reduce((sum, { file_bytes }) => sum + file_bytes + letterBytes, 0);
    const savable = { bytes, isArchive: isOneOfSeveral || delivery.files.length > 0 };
    if (isOneOfSeveral && !wanted.letterId) {
      this.show({ kind: 'letters', first: delivery, letters, home, savable });
    } else {
      this.show({ kind: 'letter', delivery, savable, ...(isOneOfSeveral && { home }) });
    }
  }

  private async find(
    { id, source }: Place,
    { firstId, letterId = firstId, isJustOpened }: Wanted,
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

  private async ask<Value>(
    ask: () => Promise<Answer<Value>>,
    again: () => Promise<void>,
  ): Promise<Value | undefined> {
    this.show({ kind: 'opening' });
    const turn = this.latest;
    const answer = await ask();
    if (turn !== this.latest) return undefined;
    if ('value' in answer) return answer.value;
    const { trouble } = answer;
    this.show({ kind: 'trouble', trouble, ...(isPassing(trouble) && { retry: again }) });
    return undefined;
  }

  private show(shown: Shown): void {
    this.latest += 1;
    this.page.show(shown);
  }
}
