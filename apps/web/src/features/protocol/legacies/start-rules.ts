import { limits } from '@zavet/contract/limits';
import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { waitingHoursOf } from '@zavet/contract/protocol/release-rules';
import { checkChosenFiles, type RefusedFile } from '../../vault/instructions/public/file-choice.ts';
import { type LegacyStage, stageOf } from './legacy-stage.ts';

type Activation = NonNullable<LegacyView['activation']>;

/** `ask`: other contacts must be asked first. `wait`: their answer or a decision is pending. */
type NextStep = 'pay' | 'ask' | 'wait';

export function nextStepOf(legacy: LegacyView): NextStep {
  if (!legacy.needs_agreement) return 'pay';
  const own = ownAgreementOf(legacy);
  if (!own) return 'ask';
  // A doubt blocks the start until an operator decides.
  if (legacy.activation?.doubt) return 'wait';
  if (own.is_agreed || mayContinueAlone(legacy)) return 'pay';
  return legacy.activation?.status === 'payment_canceled' ? 'ask' : 'wait';
}

/**
 * True if the user may pay without an agreement, because it timed out by the server's clock. The
 * waiting period is then longer.
 */
export function mayContinueAlone(legacy: LegacyView): boolean {
  const own = ownAgreementOf(legacy);
  if (!own || own.is_agreed || !legacy.needs_agreement) return false;
  // A pending payment without an agreement means that the agreement had timed out.
  return legacy.activation?.status === 'payment_pending' || own.may_continue_alone;
}

/** Waiting period in hours if the user paid now. */
export function waitingHoursNow(legacy: LegacyView): number {
  const { waiting_hours, needs_agreement } = legacy;
  const rules = { waiting_hours, needs_second: needs_agreement };
  return waitingHoursOf(rules, mayContinueAlone(legacy));
}

/** Waiting period in hours for a payment without an agreement. */
export function waitingHoursAlone({ waiting_hours }: LegacyView): number {
  return waitingHoursOf({ waiting_hours, needs_second: true }, true);
}

/** The agreement requested by the user. It survives a failed payment, but no veto or cancellation. */
function ownAgreementOf({ activation }: LegacyView): Activation['agreement'] | undefined {
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

/** True if the card shows a request of the user. */
export function isRequestStage(stage: LegacyStage): boolean {
  return stage === 'requested' || stage === 'approved' || stage === 'rejected';
}

/** True if operators must review documents first: by configuration, or for this request. */
export function isReviewed(legacy: LegacyView): boolean {
  const stage = stageOf(legacy);
  if (stage === 'requested' || stage === 'approved') return true;
  return legacy.request?.reason === 'review';
}

/** True if the protocol cannot be started without a request; the start button is then hidden. */
export function needsRequest(legacy: LegacyView): boolean {
  if (legacy.request?.is_needed !== true) return false;
  switch (stageOf(legacy)) {
    case 'ready':
    case 'vetoed':
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

/** A rejected request does not block a start that needs none, for example if the PIN was found. */
export function mayStartWithoutRequest({ request, is_vetoed }: LegacyView): boolean {
  return !is_vetoed && request?.is_needed !== true;
}

/** `closed`: a request is not needed, no longer possible, or already filed. */
type FilingState = { kind: 'closed' } | { kind: 'later'; from: string } | { kind: 'open' };

/** Determines if a request can be filed now, later or not at all. */
export function filingStateOf(legacy: LegacyView, nowMs: number): FilingState {
  const { request } = legacy;
  const stage = stageOf(legacy);
  if (!request || stage === 'active' || stage === 'waiting') return { kind: 'closed' };
  if (stage === 'requested' || stage === 'approved') return { kind: 'closed' };
  const { not_before: from } = request;
  return from && Date.parse(from) > nowMs ? { kind: 'later', from } : { kind: 'open' };
}

export interface NamedFile {
  name: string;
  size: number;
}

/** Sorts chosen files into accepted ones, refused ones and those over the limit of documents. */
export function sortDocuments<Chosen extends NamedFile>(
  chosen: readonly Chosen[],
  attached: readonly NamedFile[],
): { accepted: Chosen[]; refused: RefusedFile[]; overLimit: Chosen[] } {
  const { accepted, refused } = checkChosenFiles(chosen, attached);
  const room = Math.max(0, requestTerms.documents - attached.length);
  return { accepted: accepted.slice(0, room), refused, overLimit: accepted.slice(room) };
}

/** Number of presses that open the confirmation dialog. */
export const pressesNeeded = limits.activationPresses;

/** Presses within a shorter pause count as one, for unsteady hands. */
const minPauseMs = 600;

type PressCount = 0 | 1 | 2 | 3;

export interface Presses {
  count: PressCount;
  /** Time of the last press, counted or not. */
  lastAtMs: number | undefined;
}

export const noPresses: Presses = { count: 0, lastAtMs: undefined };

/** Adds a press. A press too soon after the last one does not count, but restarts the pause. */
export function addPress({ count, lastAtMs }: Presses, atMs: number): Presses {
  return { count: isTooSoon(lastAtMs, atMs) ? count : nextCount[count], lastAtMs: atMs };
}

export function isTooSoon(previousMs: number | undefined, atMs: number): boolean {
  return previousMs !== undefined && atMs - previousMs < minPauseMs;
}

export function pressesLeft({ count }: Presses): number {
  return pressesNeeded - count;
}

const nextCount: Record<PressCount, PressCount> = { 0: 1, 1: 2, 2: 3, 3: 3 };

/** Colors of the button by the number of presses. */
export const pressColors = ['red', 'orange', 'yellow', 'darkRed'] as const;
