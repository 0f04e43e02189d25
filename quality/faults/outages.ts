import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivedMail } from '@zavet/smtp-stand-in/stand-in';
import type { Behaviour } from './mail-server.ts';
import { type DeliveryRow, readOutcome } from './outcome.ts';
import { type Fault, type Scene, until } from './trial.ts';
import { kindOf } from './verdict.ts';

/**
 * Outages of the mail server. Connections are retried soon; after refusals the retry pauses of
 * minutes are skipped.
 */
export function mailOutages(): Fault[] {
  return [
    {
      name: 'mail server down',
      prepare: ({ stack }) => stack.mail.stop(),
      disturb: async (scene) => {
        await until(() => everyDelivery(scene, ({ is_postponed }) => is_postponed));
        await scene.stack.mail.start();
        scene.markFault();
      },
    },
    outageUntilRefused('mail server answers 4xx', () => 'busy'),
    // Permanently refused notifications are dropped; only letters are retried for a week.
    outageUntilRefused('mail server answers 5xx', (mail) =>
      kindOf(mail) === 'delivery' ? 'refusing' : 'fine',
    ),
    {
      name: 'mail server hangs',
      prepare: ({ stack }) => stack.mail.respondWith(() => 'hanging'),
      disturb: async ({ stack, markFault }) => {
        // One per connection.
        await until(() => stack.mail.disturbedCount() >= 5);
        stack.mail.respondWith(() => 'fine');
        markFault();
      },
    },
    {
      name: 'mail server accepts a letter and cuts the connection',
      prepare: ({ stack }) => stack.mail.respondWith(firstLetters(2, 'cutting')),
      disturb: async ({ stack, markFault }) => {
        await until(() => stack.mail.disturbedCount() >= 2);
        markFault();
      },
    },
    {
      name: 'mail server dies after its 250',
      prepare: ({ stack }) => stack.mail.respondWith(firstLetters(1, 'dying')),
      disturb: async ({ stack, markFault }) => {
        await until(() => !stack.mail.isUp());
        await stack.mail.start();
        markFault();
      },
    },
  ];
}

function outageUntilRefused(name: string, manner: (mail: ArrivedMail) => Behaviour): Fault {
  return {
    name,
    skipsRetryPauses: true,
    prepare: ({ stack }) => stack.mail.respondWith(manner),
    disturb: async (scene) => {
      await until(() => everyDelivery(scene, ({ ledger }) => ledger.includes('refused')));
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

function firstLetters(count: number, manner: Behaviour): (mail: ArrivedMail) => Behaviour {
  let left = count;
  return (mail) => {
    if (kindOf(mail) !== 'delivery' || left === 0) return 'fine';
    left -= 1;
    return manner;
  };
}

/** The provider acts, but its response is lost. */
export function paymentOutages(): Fault[] {
  const lost = (call: 'create' | 'read', fault: 'timeout_after' | 'fail_after' | 'garbage') => ({
    name: `answer to ${call} lost (${fault})`,
    prepare: ({ stack }: Scene) => {
      stack.provider.control.fault({ call, fault, times: 2 });
    },
  });
  const webhooks = (mode: 'never' | 'twice') => ({
    name: `webhook ${mode === 'never' ? 'lost' : 'twice'}`,
    prepare: ({ stack }: Scene) => stack.provider.control.setWebhooks({ mode }),
  });
  return [
    lost('create', 'timeout_after'),
    lost('create', 'fail_after'),
    lost('create', 'garbage'),
    lost('read', 'timeout_after'),
    lost('read', 'garbage'),
    webhooks('never'),
    webhooks('twice'),
  ];
}

/** The database crashes in the middle, while many letters are being delivered. */
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
        await until(() => stack.mail.disturbedCount() > moment);
        await stack.breakDatabase?.();
        markFault();
      },
    },
  ];
}
