import type { Locale } from '@zavet/contract/locales';
import type { DeliveryView } from '@zavet/contract/protocol/protocol-schemas';
import type { Answer, DeliveryApi } from './delivery-api.ts';
import { pathOf } from './link.ts';
import { isPassing, type Trouble } from './trouble.ts';

/** What the page shows. */
export type Shown =
  | { kind: 'opening' }
  | { kind: 'letter'; delivery: DeliveryView }
  | { kind: 'closed'; emailHint: string }
  | { kind: 'trouble'; trouble: Trouble; retry?: () => Promise<void> };

interface Page {
  show(shown: Shown): void;
  /** Puts a path into the address bar. */
  stand(path: string): void;
  /** Tells in which language the delivery is. */
  suggestLanguage(locale: Locale): void;
}

/** From a link to the letter. Only what was asked for last is shown. */
export class Reading {
  readonly #api: DeliveryApi;
  readonly #page: Page;
  #latest = 0;

  constructor(api: DeliveryApi, page: Page) {
    this.#api = api;
    this.#page = page;
  }

  /** Exchanges the token of a mailed link; until that succeeds a retry still has the token. */
  async openLink(token: string): Promise<void> {
    const answer = await this.#ask(
      () => this.#api.openLink(token),
      () => this.openLink(token),
    );
    if (!answer) return;
    this.#page.stand(pathOf(answer.delivery_id));
    this.#page.suggestLanguage(answer.language);
    await this.#read(answer.delivery_id, { isJustOpened: true });
  }

  /** Reads what an earlier exchange has opened. */
  async reopen(deliveryId: string): Promise<void> {
    await this.#read(deliveryId, { isJustOpened: false });
  }

  /** Undefined when the link is closed, and the page says so. */
  async closeLink(delivery: DeliveryView): Promise<Trouble | undefined> {
    const answer = await this.#api.closeLink(delivery.id);
    if ('trouble' in answer) {
      if (!isPassing(answer.trouble)) this.fail(answer.trouble);
      return answer.trouble;
    }
    this.#page.stand(pathOf());
    this.#show({ kind: 'closed', emailHint: delivery.recipient_email_hint });
    return undefined;
  }

  fail(trouble: Trouble): void {
    this.#show({ kind: 'trouble', trouble });
  }

  async #read(id: string, { isJustOpened }: { isJustOpened: boolean }): Promise<void> {
    const read = async () => {
      const answer = await this.#api.read(id);
      const isCookieLost =
        isJustOpened && 'trouble' in answer && answer.trouble === 'session_ended';
      return isCookieLost ? ({ trouble: 'cookies_refused' } as const) : answer;
    };
    const delivery = await this.#ask(read, () => this.#read(id, { isJustOpened }));
    if (!delivery) return;
    this.#page.suggestLanguage(delivery.language);
    this.#show({ kind: 'letter', delivery });
  }

  async #ask<Value>(
    ask: () => Promise<Answer<Value>>,
    again: () => Promise<void>,
  ): Promise<Value | undefined> {
    this.#show({ kind: 'opening' });
    const turn = this.#latest;
    const answer = await ask();
    if (turn !== this.#latest) return undefined;
    if ('value' in answer) return answer.value;
    const { trouble } = answer;
    this.#show({ kind: 'trouble', trouble, ...(isPassing(trouble) && { retry: again }) });
    return undefined;
  }

  #show(shown: Shown): void {
    this.#latest += 1;
    this.#page.show(shown);
  }
}
