import { startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import type { MailSource } from './mailbox.ts';

/** A real mail server on loopback that takes what it is told to and shows what it took. */
export interface MailServer extends MailSource {
  url: string;
  /** From now on this mail server knows nobody with this address. */
  forget(address: string): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const { url, taken, answer, stop } = await startSmtpStandIn();
  return {
    url,
    stop,
    forget: (address) => answer(address, { code: 550, unknown: true }),
    list: async () => taken.map(({ to }, place) => ({ id: String(place), to })).reverse(),
    get: async (id) => {
      const mail = taken[Number(id)];
      if (!mail) throw new Error(`No mail ${id}.`);
      return mail;
    },
  };
}
