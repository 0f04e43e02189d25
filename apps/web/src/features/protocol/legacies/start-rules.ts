import { limits } from '@zavet/contract/limits';
import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { waitingHoursOf } from '@zavet/contract/protocol/release-rules';
import { checkChosenFiles, type RefusedFile } from '../../vault/instructions/public/file-choice.ts';
import { type LegacyStage, stageOf } from './legacy-stage.ts';

type Activation = NonNullable<LegacyView['activation']>;

/** `ask`: the others have to be asked first. `wait`: they were, and the answer is awaited. */
type NextStep = 'pay' | 'ask' | 'wait';

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

/** Whether the card is about a request of the caller's. */
export function isRequest(stage: LegacyStage): boolean {
  return stage === 'requested' || stage === 'approved' || stage === 'rejected';
}

/** Operators look at documents before a start: always, or because of a request that they have now. */
export function isReviewed(legacy: LegacyView): boolean {
  const stage = stageOf(legacy);
  if (stage === 'requested' || stage === 'approved') return true;
  return legacy.request?.reason === 'review';
}

/** Nothing but a request leads on: there is no button to start the protocol. */
export function needsRequest(legacy: LegacyView): boolean {
  if (legacy.request?.is_needed !== true) return false;
  switch (stageOf(legacy)) {
    case 'ready':
    case 'stopped':
    case 'rejected':
    case 'askedMe':
    case 'answered':
    case 'paidByOther':
      return true;
    case 'requested':
    case 'approved':
    case 'asked':
    case 'agreed':
    case 'paidByMe':
    case 'waiting':
    case 'active':
      return false;
  }
}

/** A request only helps with what stands in the way: the PIN may be found without one. */
export function mayStartWithoutRequest({ request, is_stopped }: LegacyView): boolean {
  return !is_stopped && request?.is_needed !== true;
}

type Filing =
  /** No reason to ask, or not any more. */
  { kind: 'closed' } | { kind: 'later'; from: string } | { kind: 'open' };

/** Whether a request can be filed at this moment. */
export function filingOf(legacy: LegacyView, nowMs: number): Filing {
  const { request } = legacy;
  const stage = stageOf(legacy);
  if (!request || stage === 'active' || stage === 'waiting') return { kind: 'closed' };
  if (stage === 'requested' || stage === 'approved') return { kind: 'closed' };
  const { not_before: from } = request;
  return from && Date.parse(from) > nowMs ? { kind: 'later', from } : { kind: 'open' };
}

interface NamedFile {
  name: string;
  size: number;
}

/** Which of the chosen files a request takes beside those that it has, and what speaks against the others. */
export function sortDocuments<Chosen extends NamedFile>(
  chosen: readonly Chosen[],
  present: readonly NamedFile[],
): { accepted: Chosen[]; refused: RefusedFile[]; overLimit: Chosen[] } {
  const { accepted, refused } = checkChosenFiles(chosen, present);
  const room = Math.max(0, requestTerms.documents - present.length);
  return { accepted: accepted.slice(0, room), refused, overLimit: accepted.slice(room) };
}

/** How often the button is pressed before the question is asked. */
export const pressesNeeded = limits.activationPresses;

/** Two presses closer together than this are one press of an unsteady hand. */
const minPauseMs = 600;

type PressCount = 0 | 1 | 2 | 3;

export interface Presses {
  count: PressCount;
  /** When the button was last touched, counted or not. */
  lastAtMs: number | undefined;
}

export const noPresses: Presses = { count: 0, lastAtMs: undefined };

/** Whatever follows too soon does not count, and the pause begins again with it. */
export function addPress({ count, lastAtMs }: Presses, atMs: number): Presses {
  const counts = !isTooSoon(lastAtMs, atMs);
  return { count: counts ? next[count] : count, lastAtMs: atMs };
}

export function isTooSoon(previousMs: number | undefined, atMs: number): boolean {
  return previousMs !== undefined && atMs - previousMs < minPauseMs;
}

export function pressesLeft({ count }: Presses): number {
  return pressesNeeded - count;
}

const next: Record<PressCount, PressCount> = { 0: 1, 1: 2, 2: 3, 3: 3 };

/** The look of the button by its count. */
export const pressColors = ['red', 'orange', 'yellow', 'darkRed'] as const;
