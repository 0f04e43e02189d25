import { startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import type { MailSource } from './mailbox.ts';

/** A real mail server on loopback that takes everything and shows what it took. */
export interface MailServer extends MailSource {
  url: string;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const { url, taken, stop } = await startSmtpStandIn();
  return {
    url,
    stop,
    list: async () => taken.map(({ to }, place) => ({ id: String(place), to })).reverse(),
    get: async (id) => {
      const mail = taken[Number(id)];
      if (!mail) throw new Error(`No mail ${id}.`);
      return mail;
    },
  };
}
