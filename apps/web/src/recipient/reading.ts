import type { Locale } from '@zavet/contract/locales';
import type { DeliveryView, LetterOfReader } from '@zavet/contract/protocol/delivery-schemas';
import type { Answer, DeliveryApi, LetterSource } from './delivery-api.ts';
import { pathOf } from './link.ts';
import { isPassing, type Trouble } from './trouble.ts';

/** What the page shows. `home` is where all letters of the reader stand, where there are several. */
export type Shown =
  | { kind: 'opening' }
  | {
      kind: 'letters';
      first: DeliveryView;
      letters: LetterOfReader[];
      home: string;
      savable: Savable;
    }
  | { kind: 'letter'; delivery: DeliveryView; home?: string; savable?: Savable }
  | { kind: 'closed'; emailHint: string }
  | { kind: 'nothing' }
  | { kind: 'trouble'; trouble: Trouble; retry?: () => Promise<void> };

/** What the page and the PDF of a letter weigh, or so. */
const letterBytes = 20 * 1024;

/** How much there is to save, where that is more than a text. */
export interface Savable {
  bytes: number;
}

interface Page {
  show(shown: Shown): void;
  /** Puts a path into the address bar. */
  stand(path: string): void;
  /** Tells in which language the delivery is. */
  suggestLanguage(locale: Locale): void;
}

/** The letters that stand at one address of the page. */
export interface Place {
  /** The delivery whose link was opened, or the contact whose page an owner looks at. */
  id: string;
  home: string;
  source: LetterSource;
}

interface Wanted {
  /** The letter that can be read at once. */
  firstId: string;
  /** The one to read of several. */
  letterId?: string | undefined;
  isJustOpened?: boolean;
}

/** From a link to the letter. Only what was asked for last is shown. */
export class Reading {
  // Declared here and set below: older browsers would get a helper for fields of any other kind.
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

  /** Reads what an earlier exchange has opened: all of it, or one letter. */
  async reopen(id: string, letterId?: string, from?: string): Promise<void> {
    await this.read(this.placeOf(id, from), { firstId: id, letterId });
  }

  /** The same of what is not sent yet; the first letter is found in the list. */
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

  /** Undefined when the link is closed, and the page says so. */
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

  /** The letter that is asked for, or else the first: with a list of the others, where there are any. */
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
    const savable = { bytes };
    if (isOneOfSeveral && !wanted.letterId) {
      this.show({ kind: 'letters', first: delivery, letters, home, savable });
    } else {
      const isSavable = isOneOfSeveral || delivery.files.length > 0;
      this.show({
        kind: 'letter',
        delivery,
        ...(isOneOfSeveral && { home }),
        ...(isSavable && { savable }),
      });
    }
  }

  private async find(
    { id, source }: Place,
    { firstId, letterId = firstId, isJustOpened }: Wanted,
  ): Promise<Answer<{ delivery: DeliveryView; letters: LetterOfReader[] }>> {
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
