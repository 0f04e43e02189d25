import { setTimeout as pause } from 'node:timers/promises';
import { visitorOf } from './visitor.ts';

const patienceMs = 30_000;

/** The newest link to a path that was mailed to somebody; waits until it comes. */
export async function mailedLink(address: string, to: string, path: string): Promise<string> {
  const visitor = visitorOf(address);
  const start = `${address}${path}`;
  for (const end = Date.now() + patienceMs; Date.now() < end; await pause(50)) {
    const { mails } = await visitor.listCapturedMails();
    for (const { id } of mails.filter((mail) => mail.to.includes(to))) {
      const { text } = await visitor.getCapturedMail({ params: { id } });
      const links = text.match(/https?:\/\/[^\s\])>"]+/g) ?? [];
      const link = links.find((one) => one.startsWith(start));
      if (link) return link;
    }
  }
  throw new Error(`No mail with a link to ${path} came to ${to}.`);
}

export async function mailedToken(address: string, to: string, path: string): Promise<string> {
  const link = await mailedLink(address, to, path);
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
}
