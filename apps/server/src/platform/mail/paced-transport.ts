import { domainToASCII } from 'node:url';
import type { Logger } from 'pino';
import type { Clock } from '../clock/clock.ts';
import { MailRefused, type MailTransport, type OutgoingMail } from './mail-transport.ts';
import {
  type DomainPace,
  isForgettable,
  isPaused,
  newPace,
  noteHandOver,
  noteTooMany,
  type PaceLimits,
  waitOf,
} from './pacing-rules.ts';
import { saysTooMany } from './too-many-rules.ts';

interface PacingDeps {
  clock: Clock;
  log: Logger;
  limits: PaceLimits;
}

export interface PacedTransport extends MailTransport {
  /** How many domains get no mail for now. */
  pausedDomains(): number;
}

/** So many domains are remembered before those are forgotten that nothing is known of. */
const rememberedDomains = 1_000;

/**
 * Hands over only so many mails to one domain at once and in a minute, and none for a while after
 * it asked for patience. A mail whose turn has not come is refused at once, with the time to wait:
 * nobody has seen it. Each process counts for itself.
 */
export function pacedTransport(
  transport: MailTransport,
  { clock, log, limits }: PacingDeps,
): PacedTransport {
  const paces = new Map<string, DomainPace>();

  function paceOf(domain: string, now: number): DomainPace {
    const known = paces.get(domain);
    if (known) return known;
    if (paces.size >= rememberedDomains) forgetCalm(paces, now);
    const pace = newPace(now);
    paces.set(domain, pace);
    return pace;
  }

  function hear(error: unknown, domain: string, pace: DomainPace, handedOverAt: number): void {
    if (!(error instanceof MailRefused) || !saysTooMany(error.response)) return;
    const pause = noteTooMany(pace, handedOverAt, clock.now().getTime());
    if (pause === undefined) return;
    log.warn(
      { code: 'mail_domain_paused', domain, seconds: pause / 1_000 },
      'a mail server asks for fewer mails, and those to this domain wait',
    );
  }

  return {
    deliver: (mail: OutgoingMail) => {
      const now = clock.now().getTime();
      const domain = domainOf(mail.to);
      const pace = paceOf(domain, now);
      const wait = waitOf(pace, limits, now);
      if (wait > 0) return Promise.reject(notNow(wait));
      noteHandOver(pace, now);
      const delivery = transport.deliver(mail);
      delivery.then(
        () => {
          pace.underWay -= 1;
        },
        (error: unknown) => {
          pace.underWay -= 1;
          hear(error, domain, pace, now);
        },
      );
      return delivery;
    },
    pausedDomains: () => {
      const now = clock.now().getTime();
      return [...paces.values()].filter((pace) => isPaused(pace, now)).length;
    },
    close: () => transport.close(),
  };
}

function notNow(retryAfterMs: number): MailRefused {
  return new MailRefused('not handed over: the domain gets its mails more slowly', {
    permanent: false,
    retryAfterMs,
  });
}

function forgetCalm(paces: Map<string, DomainPace>, now: number): void {
  for (const [domain, pace] of paces) {
    if (isForgettable(pace, now)) paces.delete(domain);
  }
}

function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domainToASCII(domain) || domain;
}
