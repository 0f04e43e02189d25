import { port } from '../../../feature.ts';
import type { Bounce } from '../../../platform/mail/mail.ts';

/** `unknown`: not a mail of this taker. `no_change`: its own, and nothing follows from the report. */
export type TakenBounce = 'recorded' | 'unknown' | 'no_change';

/** Does what follows from a report, in the transaction that settles it. */
export type BounceTaker = (bounce: Bounce) => Promise<TakenBounce>;

/** Records reports about letters, which are sent outside of the job of mails. */
export const letterBounces = port<(bounce: Bounce) => Promise<TakenBounce>>('letter-bounces');
