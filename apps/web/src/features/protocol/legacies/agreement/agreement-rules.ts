import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { waitingHoursOf } from '@zavet/contract/protocol/release-rules';

type Activation = NonNullable<LegacyView['activation']>;

/** `ask`: the others have to be asked first. `wait`: they were, and the answer is awaited. */
export type NextStep = 'pay' | 'ask' | 'wait';

export function nextStepOf(legacy: LegacyView): NextStep {
  if (!legacy.needs_agreement) return 'pay';
  const own = ownAgreement(legacy);
  if (!own) return 'ask';
  // A doubt of another contact: nothing continues before an operator has decided.
  if (legacy.activation?.doubt) return 'wait';
  if (own.is_agreed || mayContinueAlone(legacy)) return 'pay';
  return legacy.activation?.status === 'payment_canceled' ? 'ask' : 'wait';
}

/** No answer in time, by the server's clock: the contact who asked may pay alone, and letters wait longer. */
export function mayContinueAlone(legacy: LegacyView): boolean {
  const own = ownAgreement(legacy);
  if (!own || own.is_agreed || !legacy.needs_agreement) return false;
  // Who pays without an agreement has begun alone.
  return legacy.activation?.status === 'payment_pending' || own.may_go_on_alone;
}

/** Hours between a payment of the caller's, made now, and the letters. */
export function waitingHoursNow(legacy: LegacyView): number {
  const { waiting_hours, needs_agreement } = legacy;
  const rules = { waiting_hours, needs_second: needs_agreement };
  return waitingHoursOf(rules, mayContinueAlone(legacy));
}

/** The same for somebody who goes on alone one day. */
export function waitingHoursAlone({ waiting_hours }: LegacyView): number {
  return waitingHoursOf({ waiting_hours, needs_second: true }, true);
}

/** It stays good when a payment came to nothing; what was stopped or taken back needs another one. */
function ownAgreement({ activation }: LegacyView): Activation['agreement'] | undefined {
  if (!activation?.is_mine) return undefined;
  switch (activation.status) {
    case 'agreement_pending':
    case 'agreed':
    case 'payment_pending':
    case 'payment_canceled':
      return activation.agreement ?? undefined;
    default:
      return undefined;
  }
}
