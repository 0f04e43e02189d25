import { setTimeout as pause } from 'node:timers/promises';
import type { KillableProcess } from './killable-process.ts';
import type { Stack } from './stack.ts';
import type { Fault } from './trial.ts';

/**
 * Checkpoints of the worker, each with the number of the passing at which the worker dies. Webhooks
 * settle the payments.
 */
export const workerPoints = [
  ['payment.before_asking', 1],
  ['payment.answered', 1],
  ['payment.before_commit', 1],
  ['payment.ended', 1],
  ['delivery.claimed', 1],
  ['delivery.claimed', 2],
  ['delivery.before_mail', 1],
  ['delivery.before_mail', 4],
  ['delivery.mail_accepted', 1],
  ['delivery.mail_accepted', 4],
  ['delivery.before_record_commit', 1],
  ['delivery.recorded', 1],
  ['mail.before_hand_over', 1],
  ['mail.before_hand_over', 3],
  ['mail.accepted', 1],
  ['mail.accepted', 3],
] as const;

/** Checkpoints of a server while the contact starts the payment. */
const pressPoints = [
  ['activation.before_commit', 1],
  ['payment.written', 1],
  ['payment.before_asking', 1],
  ['payment.answered', 1],
] as const;

/** Checkpoints of a server while the contact waits on the return page. */
const returnPoints = [
  ['payment.before_asking', 2],
  ['payment.answered', 2],
  ['payment.before_commit', 1],
  ['payment.ended', 1],
] as const;

function workerKill(point: string, passing: number): Fault {
  return killAt(`worker at ${point} (${passing})`, ({ worker }) => worker, point, passing, {
    waitsOnReturnPage: false,
  });
}

export function pointKills(): Fault[] {
  const server = ({ servers }: Stack) => servers[0];
  return [
    ...pressPoints.map(([point, passing]) =>
      killAt(`server, button, at ${point}`, server, point, passing),
    ),
    ...returnPoints.map(([point, passing]) =>
      killAt(`server, return, at ${point}`, server, point, passing, { isWebhookLost: true }),
    ),
    ...workerPoints.map(([point, passing]) => workerKill(point, passing)),
    // With many letters, the worker records some as sent while it is still sending others.
    killAt(
      'worker at delivery.mail_accepted (180)',
      ({ worker }) => worker,
      'delivery.mail_accepted',
      180,
      { waitsOnReturnPage: false, extraLetters: 250 },
    ),
    killAt('worker at delivery.recorded (2)', ({ worker }) => worker, 'delivery.recorded', 2, {
      waitsOnReturnPage: false,
      extraLetters: 250,
    }),
  ];
}

interface KillOptions {
  waitsOnReturnPage?: boolean;
  isWebhookLost?: boolean;
  extraLetters?: number;
}

function killAt(
  name: string,
  victimOf: (stack: Stack) => KillableProcess,
  point: string,
  passing: number,
  { waitsOnReturnPage = true, isWebhookLost = false, extraLetters = 0 }: KillOptions = {},
): Fault {
  return {
    name,
    waitsOnReturnPage,
    households: [extraLetters],
    prepare: ({ stack }) => {
      if (isWebhookLost) stack.provider.control.setWebhooks({ mode: 'never' });
      victimOf(stack).dieAt({ point, passing });
    },
    disturb: async ({ stack, markFault }) => {
      await victimOf(stack).waitForExit();
      markFault();
    },
  };
}

/** Upper estimate of an undisturbed activation. */
const activationMs = 800;

/** A random process dies at a random moment while two protocols are being activated. */
export function randomKill(): Fault {
  return {
    name: 'random process at a random moment',
    households: [0, 40],
    disturb: async ({ stack, random, markFault }) => {
      const victim = random.pick([...stack.servers, stack.worker, stack.worker]);
      await pause(random.below(activationMs));
      victim.kill();
      await victim.waitForExit();
      markFault();
    },
  };
}

/**
 * The worker dies at each checkpoint, then random processes die at random moments. Each death has
 * its own household.
 */
export function seriesOfKills(points: readonly string[], moments: number): Fault {
  return {
    name: 'one kill after another',
    households: Array.from({ length: points.length + moments }, () => 0),
    startsContacts: true,
    skipsRetryPauses: true,
    disturb: async ({ stack, random, activate, markFault }) => {
      const recoverFrom = async (victim: KillableProcess) => {
        await victim.waitForExit();
        markFault();
        await stack.repair();
      };
      for (const [index, point] of points.entries()) {
        stack.worker.dieAt({ point, passing: 1 });
        // Does not wait on the return page, where a server might settle the payment first.
        activate(index, false);
        await recoverFrom(stack.worker);
      }
      for (let count = 0; count < moments; count++) {
        activate(points.length + count);
        await pause(random.below(activationMs));
        const victim = random.pick([...stack.servers, stack.worker]);
        victim.kill();
        await recoverFrom(victim);
      }
    },
  };
}
