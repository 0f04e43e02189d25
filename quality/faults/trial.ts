import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivedMail } from '@zavet/smtp-stand-in/stand-in';
import { isDatabaseUnavailable } from '../../apps/server/src/platform/database/database-errors.ts';
import { type ContactClient, openContactClient } from './contact-client.ts';
import { createHousehold, type Household } from './household.ts';
import {
  type Ending,
  isSettled,
  type Outcome,
  readOutcome,
  skipAnnouncementDelay,
  skipRetryPauses,
} from './outcome.ts';
import type { Stack } from './stack.ts';
import { findUnexpectedMails, kindOf, violationsOf, violationUnless } from './verdict.ts';

/** A fault during the activation of protocols. */
export interface Fault {
  /** Row in the table of results. */
  name: string;
  /** Numbers of extra letters, one per household. */
  households?: readonly number[];
  /** True by default: contacts wait on the return page. Otherwise only webhooks settle payments. */
  waitsOnReturnPage?: boolean;
  /** True if retry pauses are skipped once the fault is over. */
  skipsRetryPauses?: boolean;
  /** True if `disturb` makes the contacts start one by one; otherwise all start immediately. */
  startsContacts?: boolean;
  /** True if the owners have chosen a waiting period. */
  hasWaitingPeriod?: boolean;
  /** Number of recoveries in a longer series of faults. */
  recoveries?: number;
  /** Expected end, if not a release. */
  ending?: Ending;
  /** Runs before any contact starts. */
  prepare?(scene: Scene): void | Promise<void>;
  /** Runs while the contacts are active. Resolves once the fault is over. */
  disturb?(scene: Scene): Promise<void>;
}

export interface Scene {
  stack: Stack;
  random: Random;
  households: Household[];
  contactClients: ContactClient[];
  /** Makes a contact start, pay and optionally wait on the return page. */
  activate(index: number, waitsOnReturnPage?: boolean): void;
  /** Records the time of a fault; recovery is measured from the last one. */
  markFault(): void;
}

export interface TrialResult {
  fault: string;
  violations: string[];
  /** Mails that arrived more than once, always identical. */
  repeated: number;
  /** Time from the last fault until no work is left. */
  recoveryMs: number;
}

const maxRecoveryMs = 60_000;
const pollMs = 250;
/** A fault is often a series with several recoveries. */
const defaultRecoveries = 3;

export async function runTrial(
  stack: Stack,
  fault: Fault,
  random: Random,
  recoveryLimitMs = maxRecoveryMs,
): Promise<TrialResult> {
  const { ending = 'released' } = fault;
  const sizes = fault.households ?? [0];
  const households = await Promise.all(
    sizes.map((more) => createHousehold(stack, more, fault.hasWaitingPeriod)),
  );
  for (const { unconfirmedContact } of households)
    stack.unconfirmedAddresses.add(unconfirmedContact.email);
  const contactClients = await Promise.all(
    households.map((household) => openContactClient(stack, household)),
  );
  const firstMail = stack.mail.accepted.length;
  let faultAt = performance.now();
  const markFault = () => {
    faultAt = performance.now();
  };
  const violations: string[] = [];
  const recordError = (error: unknown) => void violations.push(String(error));
  const started: Promise<void>[] = [];
  const activate = (index: number, waitsOnReturnPage = fault.waitsOnReturnPage ?? true) => {
    const person = contactClients[index];
    if (person) started.push(payAndReturn(person, waitsOnReturnPage).catch(recordError));
  };
  const scene: Scene = { stack, random, households, contactClients, activate, markFault };

  stack.provider.control.setWebhooks({ mode: 'normal' });
  await fault.prepare?.(scene);
  if (!fault.startsContacts) for (const index of contactClients.keys()) activate(index);
  const faultMs = (fault.recoveries ?? defaultRecoveries) * recoveryLimitMs;
  await failAfter(faultMs, 'the fault', fault.disturb?.(scene)).catch(recordError);
  await stack.repair();
  const remainingMs = () => recoveryLimitMs - (performance.now() - faultAt);
  await failAfter(remainingMs(), 'the activation', Promise.all(started)).catch(recordError);
  const outcomes = await pollUntilSettled(scene, fault, remainingMs);
  const recoveryMs = performance.now() - faultAt;

  const mails = stack.mail.accepted.slice(firstMail);
  households.forEach((household, index) => {
    const outcome = outcomes[index];
    if (!outcome) return;
    const findViolations = ending === 'vetoed' ? vetoViolations : violationsOf;
    violations.push(...findViolations(stack, household, outcome, mails));
    if (!isSettled(outcome, ending)) violations.push(`open jobs: ${outcome.jobs.join() || '-'}`);
  });
  violations.push(...findUnexpectedMails(stack, households, outcomes, mails));
  for (const one of stack.processes) violations.push(...one.takeCrashes());
  const repeated = mails.length - new Set(mails.map(({ message_id }) => message_id)).size;
  return { fault: fault.name, violations, repeated, recoveryMs };
}

async function payAndReturn(person: ContactClient, waitsOnReturnPage: boolean): Promise<void> {
  await person.pay();
  if (waitsOnReturnPage) await person.waitForPayment();
}

/** Polls until no work is left or the time limit is reached. */
async function pollUntilSettled(
  { stack, households }: Scene,
  { skipsRetryPauses, ending = 'released' }: Fault,
  remainingMs: () => number,
): Promise<Outcome[]> {
  const skip = skipsRetryPauses ? skipRetryPauses : skipAnnouncementDelay;
  for (;;) {
    const outcomes = await retryWhileUnavailable(() =>
      Promise.all(households.map((household) => readOutcome(stack, household))),
    );
    if (outcomes.every((one) => isSettled(one, ending)) || remainingMs() <= 0) return outcomes;
    await retryWhileUnavailable(() =>
      Promise.all(households.map((household) => skip(stack, household))),
    );
    await pause(pollMs);
  }
}

async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await pause(pollMs);
    }
  }
}

/** Fails after a timeout; the work itself is not cancelled. */
async function failAfter<T>(ms: number, activity: string, work: Promise<T> | undefined) {
  const isOver = new AbortController();
  const late = pause(Math.max(0, ms), undefined, { signal: isOver.signal }).then(() => {
    throw new Error(`${activity} took longer than ${Math.round(ms / 1000)} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    isOver.abort();
    late.catch(() => {});
  }
}

export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20);
}

/** Random numbers that repeat with the same seed. */
export interface Random {
  /** Returns an integer from 0 up to, but not including, `end`. */
  below(end: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // The mulberry32 generator.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { below, pick: (from) => from[below(from.length)] ?? from[0] };
}

function vetoViolations(
  { provider }: Stack,
  { owner, activator }: Household,
  { activations, payments, deliveries, contact_states, instruction_states }: Outcome,
  mails: readonly ArrivedMail[],
): string[] {
  const states = activations.map(({ status }) => status).join();
  const released = activations.filter(({ activated_at }) => activated_at !== null).length;
  const ids = new Set(payments.map(({ id }) => id));
  const charged = provider.control
    .payments()
    .filter(
      ({ metadata, status }) => ids.has(metadata?.payment_id ?? '') && status === 'succeeded',
    );
  const refunded = provider.control
    .refunds()
    .filter((refund) => charged.some(({ id }) => id === refund.payment_id));
  const mailCount = (kind: string, to: string) =>
    new Set(
      mails
        .filter((mail) => mail.to === to && kindOf(mail) === kind)
        .map(({ message_id }) => message_id),
    ).size;
  return [
    ...violationUnless(states === 'vetoed', `activations: ${states}`),
    ...violationUnless(
      released === 0 && deliveries.length === 0,
      `${deliveries.length} letters after a veto`,
    ),
    ...violationUnless(
      instruction_states.join() === 'outbox',
      `instructions: ${instruction_states.join()}`,
    ),
    ...violationUnless(
      contact_states.join() === 'confirmed,confirmed,confirmed,pending',
      `contacts: ${contact_states.join()}`,
    ),
    ...violationUnless(charged.length === 1, `${charged.length} charges`),
    ...violationUnless(
      refunded.length === 1 && refunded[0]?.amount.value === charged[0]?.amount.value,
      `refunded ${refunded.map(({ amount }) => amount.value).join() || 'nothing'}`,
    ),
    ...violationUnless(
      payments.flatMap(({ refunds }) => refunds.map(({ status }) => status)).join() === 'succeeded',
      'not exactly one successful refund in the database',
    ),
    ...violationUnless(
      mailCount('activation_attempt_ended', owner.email) === 1,
      'the owner did not get one notification of the veto',
    ),
    ...violationUnless(
      mailCount('activation_ended', activator.email) === 1,
      'the contact did not get one notification of the veto',
    ),
  ];
}
