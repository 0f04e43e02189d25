import { setTimeout as pause } from 'node:timers/promises';
import type { KillableProcess } from './killable-process.ts';
import type { Stack } from './stack.ts';
import type { Fault } from './trial.ts';

/** Points that the worker passes, and at which passing it dies. Its payments come by webhook. */
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
  ['mail.taken', 1],
  ['mail.taken', 3],
] as const;

/** Points that a server passes while the contact presses the button. */
const pressPoints = [
  ['activation.before_commit', 1],
  ['payment.written', 1],
  ['payment.before_asking', 1],
  ['payment.answered', 1],
] as const;

/** Points that a server passes while the contact waits on the return page. */
const returnPoints = [
  ['payment.before_asking', 2],
  ['payment.answered', 2],
  ['payment.before_commit', 1],
  ['payment.ended', 1],
] as const;

function workerKill(point: string, passing: number): Fault {
  return killAt(`worker at ${point} (${passing})`, ({ worker }) => worker, point, passing, {
    comesBack: false,
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
    // With many letters some are recorded while others are still under way.
    killAt(
      'worker at delivery.mail_accepted (180)',
      ({ worker }) => worker,
      'delivery.mail_accepted',
      180,
      { comesBack: false, more: 250 },
    ),
    killAt('worker at delivery.recorded (2)', ({ worker }) => worker, 'delivery.recorded', 2, {
      comesBack: false,
      more: 250,
    }),
  ];
}

interface KillOptions {
  comesBack?: boolean;
  isWebhookLost?: boolean;
  more?: number;
}

function killAt(
  name: string,
  victimOf: (stack: Stack) => KillableProcess,
  point: string,
  passing: number,
  { comesBack = true, isWebhookLost = false, more = 0 }: KillOptions = {},
): Fault {
  return {
    name,
    comesBack,
    families: [more],
    prepare: ({ stack }) => {
      if (isWebhookLost) stack.provider.control.setWebhooks({ mode: 'never' });
      victimOf(stack).dieAt({ point, passing });
    },
    happen: async ({ stack, broken }) => {
      await victimOf(stack).death();
      broken();
    },
  };
}

/** How long an undisturbed activation takes, generously. */
const storyMs = 800;

/** Somebody dies at some moment while two families are at it. */
export function randomKill(): Fault {
  return {
    name: 'random process at a random moment',
    families: [0, 40],
    happen: async ({ stack, random, broken }) => {
      const victim = random.pick([...stack.servers, stack.worker, stack.worker]);
      await pause(random.below(storyMs));
      victim.kill();
      await victim.death();
      broken();
    },
  };
}

/** The worker dies at one point after another, then somebody at any moment; a family for each. */
export function seriesOfKills(points: readonly string[], moments: number): Fault {
  return {
    name: 'one death after another',
    families: Array.from({ length: points.length + moments }, () => 0),
    leads: true,
    skipsPauses: true,
    happen: async ({ stack, random, activate, broken }) => {
      const survive = async (victim: KillableProcess) => {
        await victim.death();
        broken();
        await stack.fix();
      };
      for (const [index, point] of points.entries()) {
        stack.worker.dieAt({ point, passing: 1 });
        // Otherwise a server might settle the payment before the worker gets there.
        activate(index, false);
        await survive(stack.worker);
      }
      for (let count = 0; count < moments; count++) {
        activate(points.length + count);
        await pause(random.below(storyMs));
        const victim = random.pick([...stack.servers, stack.worker]);
        victim.kill();
        await survive(victim);
      }
    },
  };
}
