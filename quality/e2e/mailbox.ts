import { expect } from '@playwright/test';
import { words } from './in-locale.ts';

export interface Mail {
  subject: string;
  text: string;
  reply_to?: string;
}

/** Lists mails newest first. */
export interface MailSource {
  list(): Promise<{ id: string; to: string }[]>;
  get(id: string): Promise<Mail>;
}

/** The mails of a server, captured or accepted by a mail server. Each is returned once. */
export class Mailbox {
  readonly #serverUrl: string;
  readonly #source: MailSource;
  readonly #returned = new Set<string>();

  constructor(serverUrl: string, source = capturedMails(serverUrl)) {
    this.#serverUrl = serverUrl;
    this.#source = source;
  }

  /** Waits for the newest mail to an address, optionally with certain words in it. */
  async newestMail(address: string, wanted = ''): Promise<Mail> {
    const isWanted = words.matcherFor(wanted);
    return this.#waitFor(address, ({ text }) => isWanted(text));
  }

  /** Waits for a mail with a link to a path (`/verify#type=signup`) and returns that link. */
  async newestLink(address: string, path: string): Promise<string> {
    const start = `${this.#serverUrl}${path}`;
    const mail = await this.#waitFor(address, (candidate) => linksOf(candidate, start).length > 0);
    const [link] = linksOf(mail, start);
    if (!link) throw new Error(`No link to ${path} in "${mail.subject}".`);
    return link;
  }

  async #waitFor(address: string, isWanted: (mail: Mail) => boolean): Promise<Mail> {
    let found: Mail | undefined;
    const search = async () => {
      found = await this.#find(address, isWanted);
      return found !== undefined;
    };
    await expect
      .poll(search, { message: `a mail to ${address}`, intervals: [100, 200, 400] })
      .toBe(true);
    if (!found) throw new Error(`No mail to ${address}.`);
    return found;
  }

  async #find(address: string, isWanted: (mail: Mail) => boolean): Promise<Mail | undefined> {
    for (const { id, to } of await this.#source.list()) {
      if (!to.includes(address) || this.#returned.has(id)) continue;
      const mail = await this.#source.get(id);
      if (!isWanted(mail)) continue;
      this.#returned.add(id);
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
