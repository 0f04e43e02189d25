import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivedMail } from '@zavet/smtp-stand-in/stand-in';
import type { Behaviour } from './mail-server.ts';
import { type DeliveryRow, readOutcome } from './outcome.ts';
import { type Fault, type Scene, waitUntil } from './trial.ts';
import { kindOf } from './verdict.ts';

/**
 * Outages of the mail server. Failed connections are retried soon; retry pauses after refusals take
 * minutes, so they are skipped.
 */
export function mailOutages(): Fault[] {
  return [
    {
      name: 'mail server down',
      prepare: ({ stack }) => stack.mail.stop(),
      disturb: async (scene) => {
        await waitUntil(() => everyDelivery(scene, ({ is_postponed }) => is_postponed));
        await scene.stack.mail.start();
        scene.markFault();
      },
    },
    outageUntilRefused('mail server answers 4xx', () => 'busy'),
    // Only letters are refused, because permanently refused notifications are not retried.
    outageUntilRefused('mail server answers 5xx', (mail) =>
      kindOf(mail) === 'delivery' ? 'refusing' : 'fine',
    ),
    {
      name: 'mail server hangs',
      prepare: ({ stack }) => stack.mail.respondWith(() => 'hanging'),
      disturb: async ({ stack, markFault }) => {
        // Every connection of the worker hangs, each with one mail.
        await waitUntil(() => stack.mail.disturbedCount() >= 5);
        stack.mail.respondWith(() => 'fine');
        markFault();
      },
    },
    {
      name: 'mail server accepts a letter and cuts the connection',
      prepare: ({ stack }) => stack.mail.respondWith(firstLetters(2, 'cutting')),
      disturb: async ({ stack, markFault }) => {
        await waitUntil(() => stack.mail.disturbedCount() >= 2);
        markFault();
      },
    },
    {
      name: 'mail server dies after its 250',
      prepare: ({ stack }) => stack.mail.respondWith(firstLetters(1, 'dying')),
      disturb: async ({ stack, markFault }) => {
        await waitUntil(() => !stack.mail.isUp());
        await stack.mail.start();
        markFault();
      },
    },
  ];
}

function outageUntilRefused(name: string, behaviour: (mail: ArrivedMail) => Behaviour): Fault {
  return {
    name,
    skipsRetryPauses: true,
    prepare: ({ stack }) => stack.mail.respondWith(behaviour),
    disturb: async (scene) => {
      await waitUntil(() => everyDelivery(scene, ({ ledger }) => ledger.includes('refused')));
      scene.stack.mail.respondWith(() => 'fine');
      scene.markFault();
    },
  };
}

async function everyDelivery(
  { stack, households: [household] }: Scene,
  condition: (delivery: DeliveryRow) => boolean,
): Promise<boolean> {
  if (!household) return false;
  const { deliveries } = await readOutcome(stack, household);
  return deliveries.length > 0 && deliveries.every(condition);
}

function firstLetters(count: number, behaviour: Behaviour): (mail: ArrivedMail) => Behaviour {
  let remaining = count;
  return (mail) => {
    if (kindOf(mail) !== 'delivery' || remaining === 0) return 'fine';
    remaining -= 1;
    return behaviour;
  };
}

/** The provider performs the call, but its response or webhook is lost or repeated. */
export function paymentOutages(): Fault[] {
  const lostResponse = (
    call: 'create' | 'read',
    fault: 'timeout_after' | 'fail_after' | 'garbage',
  ) => ({
    name: `answer to ${call} lost (${fault})`,
    prepare: ({ stack }: Scene) => {
      stack.provider.control.fault({ call, fault, times: 2 });
    },
  });
  const webhookFault = (mode: 'never' | 'twice') => ({
    name: `webhook ${mode === 'never' ? 'lost' : 'twice'}`,
    prepare: ({ stack }: Scene) => stack.provider.control.setWebhooks({ mode }),
  });
  return [
    lostResponse('create', 'timeout_after'),
    lostResponse('create', 'fail_after'),
    lostResponse('create', 'garbage'),
    lostResponse('read', 'timeout_after'),
    lostResponse('read', 'garbage'),
    webhookFault('never'),
    webhookFault('twice'),
  ];
}

/** The database crashes while many letters are being delivered. */
export function databaseOutages(): Fault[] {
  return [
    {
      name: 'database restarted',
      households: [0, 250],
      disturb: async ({ stack, random, markFault }) => {
        await pause(random.below(3_500));
        await stack.breakDatabase?.();
        markFault();
      },
    },
    {
      name: 'database restarted between letters',
      households: [250],
      prepare: ({ stack }) => stack.mail.respondWith(() => 'slow'),
      disturb: async ({ stack, random, markFault }) => {
        const moment = random.below(200);
        await waitUntil(() => stack.mail.disturbedCount() > moment);
        await stack.breakDatabase?.();
        markFault();
      },
    },
  ];
}
