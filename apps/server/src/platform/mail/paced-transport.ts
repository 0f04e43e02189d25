import { domainToASCII } from 'node:url';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import {
  type DeliveryReceipt,
  MailRefused,
  type MailTransport,
  type OutgoingMail,
} from './mail-transport.ts';
import {
  type DomainPace,
  isForgettable,
  isFull,
  isPaused,
  isSlow,
  isThrottlingReply,
  newPace,
  noteHandOver,
  noteSlowness,
  noteTooMany,
  type PaceLimits,
  patienceMs,
  soonMs,
  waitOf,
} from './pacing-rules.ts';

interface PacingDeps {
  clock: Clock;
  log: Logger;
  limits: PaceLimits;
}

interface PacedTransport extends MailTransport {
  /** How many domains get no mail for now. */
  pausedDomains(): number;
}

type Delivery = Promise<DeliveryReceipt>;

interface Domain {
  name: string;
  pace: DomainPace;
  line: WaitingLine<OutgoingMail, DeliveryReceipt>;
}

/** So many domains are remembered before those are forgotten that nothing is known of. */
const rememberedDomains = 1_000;

/**
 * Hands over only so many mails to one domain at once and in a minute, and none for a while after
 * it asked for patience. Where enough are under way a mail stands in line for a moment. One whose
 * turn does not come soon is refused, with the time to wait: nobody has seen it. Each process counts
 * for itself.
 */
export function pacedTransport(
  transport: MailTransport,
  { clock, log, limits }: PacingDeps,
): PacedTransport {
  const domains = new Map<string, Domain>();
  const nowMs = () => clock.now().getTime();

  function domainOf(address: string): Domain {
    const name = nameOf(address);
    const known = domains.get(name);
    if (known) return known;
    if (domains.size >= rememberedDomains) forgetCalm(domains, nowMs());
    const pace = newPace(nowMs());
    const domain = { name, pace, line: waitingLine<OutgoingMail, DeliveryReceipt>(patienceMs) };
    domains.set(name, domain);
    return domain;
  }

  function hear(error: unknown, { name, pace }: Domain, handedOverAt: number): void {
    if (!(error instanceof MailRefused) || !isThrottlingReply(error.response)) return;
    const pause = noteTooMany(pace, handedOverAt, nowMs());
    if (pause === undefined) return;
    log.warn(
      { code: 'mail_domain_paused', domain: name, seconds: pause / 1_000 },
      'a mail server asks for fewer mails, and those to this domain wait',
    );
  }

  function deliverMail(mail: OutgoingMail, domain: Domain): Delivery {
    const now = nowMs();
    noteHandOver(domain.pace, now);
    const delivery = transport.deliver(mail);
    delivery
      .catch((error: unknown) => hear(error, domain, now))
      .finally(() => {
        domain.pace.underWay -= 1;
        letNextGo(domain);
      });
    return delivery;
  }

  function letNextGo(domain: Domain): void {
    const { pace, line } = domain;
    while (line.size() > 0) {
      const wait = waitOf(pace, limits, nowMs());
      if (wait === 0 && isFull(pace, limits)) return;
      line.serve((mail) => (wait > 0 ? Promise.reject(notNow(wait)) : deliverMail(mail, domain)));
    }
  }

  return {
    deliver: (mail: OutgoingMail) => {
      const domain = domainOf(mail.to);
      const { pace, line } = domain;
      const wait = waitOf(pace, limits, nowMs());
      if (wait > 0) return Promise.reject(notNow(wait));
      if (!isFull(pace, limits)) return deliverMail(mail, domain);
      if (isSlow(pace, nowMs())) return Promise.reject(notNow(soonMs));
      return line.join(mail, () => {
        noteSlowness(pace, nowMs());
        return notNow(soonMs);
      });
    },
    pausedDomains: () => {
      const now = nowMs();
      return [...domains.values()].filter(({ pace }) => isPaused(pace, now)).length;
    },
    close: () => {
      for (const { line } of domains.values()) line.dismiss(() => notNow(soonMs));
      return transport.close();
    },
  };
}

function notNow(retryAfterMs: number): MailRefused {
  return new MailRefused('not handed over: the domain gets its mails more slowly', {
    permanent: false,
    retryAfterMs,
  });
}

function forgetCalm(domains: Map<string, Domain>, now: number): void {
  for (const { name, pace } of domains.values()) {
    if (isForgettable(pace, now)) domains.delete(name);
  }
}

function nameOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domainToASCII(domain) || domain;
}

/** Those who wait for their turn, first come, first served. */
interface WaitingLine<Wanted, Served> {
  size(): number;
  /** Settles with what the turn brought; with what `giveUp` gives when it did not come in time. */
  join(wanted: Wanted, giveUp: () => Error): Promise<Served>;
  /** Gives the first one its turn. */
  serve(turn: (wanted: Wanted) => Promise<Served>): void;
  /** Sends everybody away. */
  dismiss(reason: () => Error): void;
}

interface Waiting<Wanted, Served> {
  wanted: Wanted;
  answer: PromiseWithResolvers<Served>;
  patience: NodeJS.Timeout;
}

function waitingLine<Wanted, Served>(patienceMs: number): WaitingLine<Wanted, Served> {
  // In the order in which they came.
  const line = new Set<Waiting<Wanted, Served>>();

  function leave(one: Waiting<Wanted, Served>): void {
    clearTimeout(one.patience);
    line.delete(one);
  }

  return {
    size: () => line.size,
    join: (wanted, giveUp) => {
      const answer = Promise.withResolvers<Served>();
      const patience = setTimeout(() => {
        leave(one);
        answer.reject(giveUp());
      }, patienceMs);
      const one = { wanted, answer, patience };
      line.add(one);
      return answer.promise;
    },
    serve: (turn) => {
      const [first] = line;
      if (!first) return;
      leave(first);
      first.answer.resolve(turn(first.wanted));
    },
    dismiss: (reason) => {
      for (const one of line) {
        leave(one);
        one.answer.reject(reason());
      }
    },
  };
}
