import { expect } from '@playwright/test';
import type { CapturedMailView } from '@zavet/contract/mailbox/captured-mail-endpoints';

/** The mails the server captured instead of sending. Each is handed out once. */
export class Mailbox {
  readonly #serverUrl: string;
  readonly #handedOut = new Set<string>();

  constructor(serverUrl: string) {
    this.#serverUrl = serverUrl;
  }

  /** Waits for a mail to an address and gives the newest. */
  async newestMail(address: string): Promise<CapturedMailView> {
    return this.#waitFor(address, () => true);
  }

  /** Waits for a mail with a link to a path (`/verify?type=signup`) and gives that link. */
  async newestLink(address: string, path: string): Promise<string> {
    const start = `${this.#serverUrl}${path}`;
    const mail = await this.#waitFor(address, (candidate) => linksOf(candidate, start).length > 0);
    const [link] = linksOf(mail, start);
    if (!link) throw new Error(`No link to ${path} in "${mail.subject}".`);
    return link;
  }

  async #waitFor(
    address: string,
    isWanted: (mail: CapturedMailView) => boolean,
  ): Promise<CapturedMailView> {
    let found: CapturedMailView | undefined;
    const look = async () => {
      found = await this.#find(address, isWanted);
      return found !== undefined;
    };
    await expect.poll(look, { message: `a mail to ${address}`, timeout: 15_000 }).toBe(true);
    if (!found) throw new Error(`No mail to ${address}.`);
    this.#handedOut.add(found.id);
    return found;
  }

  async #find(
    address: string,
    isWanted: (mail: CapturedMailView) => boolean,
  ): Promise<CapturedMailView | undefined> {
    const { mails } = await this.#get<{ mails: { id: string; to: string }[] }>('');
    for (const { id, to } of mails) {
      if (!to.includes(address) || this.#handedOut.has(id)) continue;
      const mail = await this.#get<CapturedMailView>(`/${encodeURIComponent(id)}`);
      if (isWanted(mail)) return mail;
    }
    return undefined;
  }

  async #get<Answer>(path: string): Promise<Answer> {
    const response = await fetch(`${this.#serverUrl}/api/dev/mails${path}`);
    if (!response.ok) throw new Error(`The mailbox answered ${response.status}.`);
    return (await response.json()) as Answer;
  }
}

function linksOf(mail: CapturedMailView, start: string): string[] {
  const links = mail.text.match(/https?:\/\/[^\s\])>"]+/g) ?? [];
  return links.filter((link) => link.startsWith(start));
}
