import { ApiError } from '@zavet/contract/client';
import {
  type PurchaseFailure,
  purchaseFailureOf,
} from '../../billing/plans/public/purchase-failure.tsx';

export type ActivationFailure =
  /** Shown at the PIN field. */
  | { kind: 'wrongPin'; triesLeft: number | undefined }
  | { kind: 'pinRequired' }
  | { kind: 'pinLocked'; lockedUntil: string | undefined }
  | PurchaseFailure;

export function activationFailureOf(error: unknown): ActivationFailure {
  if (!(error instanceof ApiError)) return purchaseFailureOf(error);
  const { tries_left, until } = error.facts;
  switch (error.code) {
    case 'wrong_pin':
      return {
        kind: 'wrongPin',
        triesLeft: typeof tries_left === 'number' ? tries_left : undefined,
      };
    case 'pin_required':
      return { kind: 'pinRequired' };
    case 'pin_locked':
      return { kind: 'pinLocked', lockedUntil: typeof until === 'string' ? until : undefined };
    default:
      return error.fields.pin ? { kind: 'pinRequired' } : purchaseFailureOf(error);
  }
}

/** True if the user can correct the PIN in the open dialog. */
export function isAboutPin(failure: ActivationFailure | undefined): boolean {
  return failure?.kind === 'wrongPin' || failure?.kind === 'pinRequired';
}

/** The next step according to the server, when agreements changed after the card was loaded. */
export function nextStepFrom(failure: ActivationFailure): 'ask' | 'pay' | undefined {
  if (failure.kind !== 'refused') return undefined;
  if (failure.error.code === 'agreement_required') return 'ask';
  return failure.error.code === 'agreement_not_needed' ? 'pay' : undefined;
}

type LegaciesFailure = 'authentication' | 'noAccess' | 'notLoaded';

export function legaciesFailureOf(error: unknown): LegaciesFailure {
  if (!(error instanceof ApiError)) return 'notLoaded';
  if (error.status === 401) return 'authentication';
  return error.status === 403 ? 'noAccess' : 'notLoaded';
}
