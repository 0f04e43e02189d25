import type { Dependency } from './outages.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** `held_back`: delayed by a rate limit. */
export type MailOutcome = 'taken' | 'refused' | 'postponed' | 'held_back';

/** Counts events of this process. Labels are constants of the program, never personal data. */
export interface Meter {
  requestAnswered(method: string, route: string, status: number, seconds: number): void;
  jobEnded(job: string, outcome: 'done' | 'failed', seconds: number): void;
  mailHandedOver(outcome: MailOutcome): void;
  outageBegan(dependency: Dependency): void;
  outageEnded(dependency: Dependency): void;
}

/** Limits the number of series, because clients may send any method. */
export function methodLabel(method: string): string {
  return methods.has(method) ? method : 'other';
}

/** `2xx` for 204. */
export function statusClass(status: number): string {
  return status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';
}
