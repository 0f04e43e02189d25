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
  delayMs,
  isFull,
  isIdle,
  isPaused,
  isSlow,
  isThrottlingReply,
  newPace,
  type PaceLimits,
  recordDelivery,
  recordThrottling,
  recordTimeout,
} from './pacing-rules.ts';

interface PacingOptions {
  clock: Clock;
  log: Logger;
  limits: PaceLimits;
}

interface PacedTransport extends MailTransport {
  /** Number of domains to which no mail is sent for now. */
  pausedDomains(): number;
}

interface WaitingMail {
  mail: OutgoingMail;
  result: PromiseWithResolvers<DeliveryReceipt>;
  timeout: NodeJS.Timeout;
}

interface Domain {
  name: string;
  pace: DomainPace;
  /** In order of arrival. */
  waiting: Set<WaitingMail>;
}

/** Above this number of domains, idle ones are forgotten. */
const maxRememberedDomains = 1_000;
/** A mail waits this long for a free slot. */
const slotTimeoutMs = 5_000;
/** Delay of a mail that got no slot. */
const retryMs = 1_000;

/**
 * Limits concurrent mails and mails per minute to each domain, and pauses a domain that throttles us.
 * A mail waits briefly for a free slot; otherwise it is refused with `retryAfterMs`. The state is
 * per process.
 */
export function pacedTransport(
  transport: MailTransport,
  { clock, log, limits }: PacingOptions,
): PacedTransport {
  const domains = new Map<string, Domain>();
  const nowMs = () => clock.now().getTime();

  function domainOf(address: string): Domain {
    const name = domainNameOf(address);
    const known = domains.get(name);
    if (known) return known;
    if (domains.size >= maxRememberedDomains) dropIdleDomains(domains, nowMs());
    const domain = { name, pace: newPace(nowMs()), waiting: new Set<WaitingMail>() };
    domains.set(name, domain);
    return domain;
  }

  function pauseIfThrottled(error: unknown, { name, pace }: Domain, sentAt: number): void {
    if (!(error instanceof MailRefused) || !isThrottlingReply(error.response)) return;
    const pause = recordThrottling(pace, sentAt, nowMs());
    if (pause === undefined) return;
    log.warn(
      { code: 'mail_domain_paused', domain: name, seconds: pause / 1_000 },
      'mails to a domain are paused because its mail server throttles them',
    );
  }

  function send(mail: OutgoingMail, domain: Domain): Promise<DeliveryReceipt> {
    const now = nowMs();
    recordDelivery(domain.pace, now);
    const delivery = transport.deliver(mail);
    delivery
      .catch((error: unknown) => pauseIfThrottled(error, domain, now))
      .finally(() => {
        domain.pace.running -= 1;
        sendWaiting(domain);
      });
    return delivery;
  }

  function waitForSlot(mail: OutgoingMail, { pace, waiting }: Domain): Promise<DeliveryReceipt> {
    const result = Promise.withResolvers<DeliveryReceipt>();
    const timeout = setTimeout(() => {
      waiting.delete(entry);
      recordTimeout(pace, nowMs());
      result.reject(rateLimitRefusal(retryMs));
    }, slotTimeoutMs);
    const entry = { mail, result, timeout };
    waiting.add(entry);
    return result.promise;
  }

  function sendWaiting(domain: Domain): void {
    const { pace, waiting } = domain;
    for (const entry of waiting) {
      const delay = delayMs(pace, limits, nowMs());
      if (delay === 0 && isFull(pace, limits)) return;
      removeWaiting(waiting, entry);
      if (delay > 0) entry.result.reject(rateLimitRefusal(delay));
      else entry.result.resolve(send(entry.mail, domain));
    }
  }

  return {
    deliver: (mail: OutgoingMail) => {
      const domain = domainOf(mail.to);
      const delay = delayMs(domain.pace, limits, nowMs());
      if (delay > 0) return Promise.reject(rateLimitRefusal(delay));
      if (!isFull(domain.pace, limits)) return send(mail, domain);
      if (isSlow(domain.pace, nowMs())) return Promise.reject(rateLimitRefusal(retryMs));
      return waitForSlot(mail, domain);
    },
    pausedDomains: () => {
      const now = nowMs();
      return [...domains.values()].filter(({ pace }) => isPaused(pace, now)).length;
    },
    close: () => {
      for (const { waiting } of domains.values()) {
        for (const entry of waiting) {
          removeWaiting(waiting, entry);
          entry.result.reject(rateLimitRefusal(retryMs));
        }
      }
      return transport.close();
    },
  };
}

function removeWaiting(waiting: Set<WaitingMail>, entry: WaitingMail): void {
  clearTimeout(entry.timeout);
  waiting.delete(entry);
}

function rateLimitRefusal(retryAfterMs: number): MailRefused {
  return new MailRefused('not sent: the rate of mails to the domain is limited', {
    permanent: false,
    retryAfterMs,
  });
}

function dropIdleDomains(domains: Map<string, Domain>, now: number): void {
  for (const { name, pace } of domains.values()) {
    if (isIdle(pace, now)) domains.delete(name);
  }
}

function domainNameOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domainToASCII(domain) || domain;
}
