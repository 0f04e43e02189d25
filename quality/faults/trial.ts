import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../apps/server/src/platform/database/database-unavailable.ts';
import { type ContactPerson, sitDown } from './contact-person.ts';
import { createFamily, type Family } from './family.ts';
import { type Ending, isQuiet, type Outcome, readOutcome, skipPauses } from './outcome.ts';
import type { Random } from './random.ts';
import type { Stack } from './stack.ts';
import { violationsOfStop } from './stop-verdict.ts';
import { strayMails, violationsOf } from './verdict.ts';

/** Something that goes wrong while protocols are activated. */
export interface Fault {
  /** The line of the table that it counts for. */
  name: string;
  /** How many more letters each family has; a number per family. */
  families?: readonly number[];
  /** Whether the contacts wait on the return page; otherwise only the webhook tells of the payment. */
  comesBack?: boolean;
  /** Whether pauses between tries are skipped once the fault is over. */
  skipsPauses?: boolean;
  /** Whether `happen` lets the contacts begin one by one; otherwise all begin at once. */
  leads?: boolean;
  /** Whether the owners have chosen that letters wait. */
  waits?: boolean;
  /** How many recoveries the trouble takes, where it is a longer series. */
  recoveries?: number;
  /** How it ends, where letters do not leave. */
  ending?: Ending;
  /** Before anybody presses the button. */
  prepare?(scene: Scene): void | Promise<void>;
  /** While the contacts are at it. Done when nothing is broken any more. */
  happen?(scene: Scene): Promise<void>;
}

export interface Scene {
  stack: Stack;
  random: Random;
  families: Family[];
  people: ContactPerson[];
  /** Lets a contact press the button, pay and perhaps wait on the return page. */
  activate(index: number, comesBack?: boolean): void;
  /** Says that something has been broken right now; the last time counts. */
  broken(): void;
}

export interface TrialResult {
  fault: string;
  violations: string[];
  /** Mails that came more than once, always as the same mail. */
  repeated: number;
  /** From the last fault until nothing was left to do. */
  recoveryMs: number;
}

const longestRecoveryMs = 60_000;
const pollMs = 250;
/** A trouble is often a series of them, each waited for; so it may take several recoveries. */
const usualRecoveries = 3;

export async function runTrial(
  stack: Stack,
  fault: Fault,
  random: Random,
  patienceMs = longestRecoveryMs,
): Promise<TrialResult> {
  const { ending = 'released' } = fault;
  const sizes = fault.families ?? [0];
  const families = await Promise.all(sizes.map((more) => createFamily(stack, more, fault.waits)));
  for (const { silent } of families) stack.silent.add(silent.email);
  const people = await Promise.all(families.map((family) => sitDown(stack, family)));
  const firstMail = stack.mail.taken.length;
  let brokenAt = performance.now();
  const broken = () => {
    brokenAt = performance.now();
  };
  const violations: string[] = [];
  const note = (error: unknown) => void violations.push(String(error));
  const begun: Promise<void>[] = [];
  const activate = (index: number, comesBack = fault.comesBack ?? true) => {
    const person = people[index];
    if (person) begun.push(payAndReturn(person, comesBack).catch(note));
  };
  const scene: Scene = { stack, random, families, people, activate, broken };

  stack.provider.control.setWebhooks({ mode: 'normal' });
  await fault.prepare?.(scene);
  if (!fault.leads) for (const index of people.keys()) activate(index);
  const troubleMs = (fault.recoveries ?? usualRecoveries) * patienceMs;
  await within(troubleMs, 'the fault', fault.happen?.(scene)).catch(note);
  await stack.fix();
  const leftMs = () => patienceMs - (performance.now() - brokenAt);
  await within(leftMs(), 'activating', Promise.all(begun)).catch(note);
  const outcomes = await recovered(scene, fault, leftMs);
  const recoveryMs = performance.now() - brokenAt;

  const mails = stack.mail.taken.slice(firstMail);
  families.forEach((family, index) => {
    const outcome = outcomes[index];
    if (!outcome) return;
    const violationsFound = ending === 'stopped' ? violationsOfStop : violationsOf;
    violations.push(...violationsFound(stack, family, outcome, mails));
    if (!isQuiet(outcome, ending)) violations.push(`not quiet: ${outcome.jobs.join() || '-'}`);
  });
  violations.push(...strayMails(stack, families, outcomes, mails));
  for (const one of stack.processes) violations.push(...one.takeCrashes());
  const repeated = mails.length - new Set(mails.map(({ message_id }) => message_id)).size;
  return { fault: fault.name, violations, repeated, recoveryMs };
}

async function payAndReturn(person: ContactPerson, comesBack: boolean): Promise<void> {
  await person.pay();
  if (comesBack) await person.comeBack();
}

/** Looks until nothing is left to do or the time is over. */
async function recovered(
  { stack, families }: Scene,
  { skipsPauses, ending = 'released' }: Fault,
  leftMs: () => number,
): Promise<Outcome[]> {
  for (;;) {
    const outcomes = await outcomesOf(stack, families);
    if (outcomes.every((one) => isQuiet(one, ending)) || leftMs() <= 0) return outcomes;
    if (skipsPauses) await Promise.all(families.map((family) => skipPauses(stack, family)));
    await pause(pollMs);
  }
}

/** What cannot be read yet, because the database is away, is read again. */
async function outcomesOf(stack: Stack, families: readonly Family[]): Promise<Outcome[]> {
  for (;;) {
    try {
      return await Promise.all(families.map((family) => readOutcome(stack, family)));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await pause(pollMs);
    }
  }
}

/** Fails when the work takes longer; what does it is left to itself. */
async function within<T>(ms: number, what: string, work: Promise<T> | undefined) {
  const isOver = new AbortController();
  const late = pause(Math.max(0, ms), undefined, { signal: isOver.signal }).then(() => {
    throw new Error(`${what} took longer than ${Math.round(ms / 1000)} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    isOver.abort();
    late.catch(() => {});
  }
}

/** Waits for something to be so, looking again and again. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20);
}
