import type { Dependency } from './outages.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What became of a mail that was to be handed over. `held_back`: its turn comes later. */
export type MailOutcome = 'taken' | 'refused' | 'postponed' | 'held_back';

/** Hears what happens in this process. Names are words of the program, never anything of a person. */
export interface Meter {
  requestAnswered(method: string, route: string, status: number, seconds: number): void;
  jobEnded(job: string, outcome: 'done' | 'failed', seconds: number): void;
  mailHandedOver(outcome: MailOutcome): void;
  outageBegan(dependency: Dependency): void;
  outageEnded(dependency: Dependency): void;
}

/** Callers may send any word as a method, and each would be a series of its own. */
export function methodLabel(method: string): string {
  return methods.has(method) ? method : 'other';
}

/** `2xx` for 204. */
export function statusClass(status: number): string {
  return status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';
}
