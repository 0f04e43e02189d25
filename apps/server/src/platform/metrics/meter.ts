import type { Dependency } from '../logging/outage-rules.ts';

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
