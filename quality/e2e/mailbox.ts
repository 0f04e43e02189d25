import { expect } from '@playwright/test';
import { words } from './in-locale.ts';

export interface Mail {
  subject: string;
  text: string;
  /** Where an answer would go, when not to the sender. */
  reply_to?: string;
}

/** Where mails arrive, newest first. */
export interface MailSource {
  list(): Promise<{ id: string; to: string }[]>;
  get(id: string): Promise<Mail>;
}

/** The mails of a server: captured by itself, or taken by a mail server. Each is handed out once. */
export class Mailbox {
  readonly #serverUrl: string;
  readonly #source: MailSource;
  readonly #handedOut = new Set<string>();

  constructor(serverUrl: string, source = capturedMails(serverUrl)) {
    this.#serverUrl = serverUrl;
    this.#source = source;
  }

  /** Waits for a mail to an address, with certain words where others come there too, and gives the newest. */
  async newestMail(address: string, wanted = ''): Promise<Mail> {
    const isWanted = words.areIn(wanted);
    return this.#waitFor(address, ({ text }) => isWanted(text));
  }

  /** Waits for a mail with a link to a path (`/verify#type=signup`) and gives that link. */
  async newestLink(address: string, path: string): Promise<string> {
    const start = `${this.#serverUrl}${path}`;
    const mail = await this.#waitFor(address, (candidate) => linksOf(candidate, start).length > 0);
    const [link] = linksOf(mail, start);
    if (!link) throw new Error(`No link to ${path} in "${mail.subject}".`);
    return link;
  }

  async #waitFor(address: string, isWanted: (mail: Mail) => boolean): Promise<Mail> {
    let found: Mail | undefined;
    const look = async () => {
      found = await this.#find(address, isWanted);
      return found !== undefined;
    };
    await expect
      .poll(look, { message: `a mail to ${address}`, intervals: [100, 200, 400] })
      .toBe(true);
    if (!found) throw new Error(`No mail to ${address}.`);
    return found;
  }

  async #find(address: string, isWanted: (mail: Mail) => boolean): Promise<Mail | undefined> {
    for (const { id, to } of await this.#source.list()) {
      if (!to.includes(address) || this.#handedOut.has(id)) continue;
      const mail = await this.#source.get(id);
      if (!isWanted(mail)) continue;
      this.#handedOut.add(id);
      return mail;
    }
    return undefined;
  }
}

function capturedMails(serverUrl: string): MailSource {
  async function ask<Answer>(path: string): Promise<Answer> {
    const response = await fetch(`${serverUrl}/api/dev/mails${path}`);
    if (!response.ok) throw new Error(`The mailbox answered ${response.status}.`);
    return (await response.json()) as Answer;
  }
  return {
    list: async () => (await ask<{ mails: { id: string; to: string }[] }>('')).mails,
    get: (id) => ask<Mail>(`/${encodeURIComponent(id)}`),
  };
}

function linksOf(mail: Mail, start: string): string[] {
  const links = mail.text.match(/https?:\/\/[^\s\])>"]+/g) ?? [];
  return links.filter((link) => link.startsWith(start));
}
