import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivedMail } from '@zavet/smtp-stand-in/arrived-mail';
import type { Manner } from './mail-server.ts';
import { type DeliveryRow, readOutcome } from './outcome.ts';
import { type Fault, type Scene, until } from './trial.ts';
import { kindOf } from './verdict.ts';

/**
 * Trouble with mail. A server that cannot be talked to is tried again soon; a refusal is followed by
 * pauses of minutes, which are skipped.
 */
export function mailTroubles(): Fault[] {
  return [
    {
      name: 'mail server down',
      prepare: ({ stack }) => stack.mail.stop(),
      happen: async (scene) => {
        await until(() => areAll(scene, ({ is_put_off }) => is_put_off));
        await scene.stack.mail.start();
        scene.broken();
      },
    },
    troubleUntilRefused('mail server answers 4xx', () => 'busy'),
    // A notice that is refused permanently is given up; only letters are tried for a week.
    troubleUntilRefused('mail server answers 5xx', (mail) =>
      kindOf(mail) === 'delivery' ? 'refusing' : 'fine',
    ),
    {
      name: 'mail server hangs',
      prepare: ({ stack }) => stack.mail.meet(() => 'hanging'),
      happen: async ({ stack, broken }) => {
        // As many as there are lines.
        await until(() => stack.mail.troubled() >= 5);
        stack.mail.meet(() => 'fine');
        broken();
      },
    },
    {
      name: 'mail server takes a letter and cuts the line',
      prepare: ({ stack }) => stack.mail.meet(firstLetters(2, 'cutting')),
      happen: async ({ stack, broken }) => {
        await until(() => stack.mail.troubled() >= 2);
        broken();
      },
    },
    {
      name: 'mail server dies after its 250',
      prepare: ({ stack }) => stack.mail.meet(firstLetters(1, 'dying')),
      happen: async ({ stack, broken }) => {
        await until(() => !stack.mail.isUp());
        await stack.mail.start();
        broken();
      },
    },
  ];
}

function troubleUntilRefused(name: string, manner: (mail: ArrivedMail) => Manner): Fault {
  return {
    name,
    skipsPauses: true,
    prepare: ({ stack }) => stack.mail.meet(manner),
    happen: async (scene) => {
      await until(() => areAll(scene, ({ ledger }) => ledger.includes('refused')));
      scene.stack.mail.meet(() => 'fine');
      scene.broken();
    },
  };
}

/** Whether this is so with every letter. */
async function areAll(
  { stack, families: [family] }: Scene,
  isSo: (delivery: DeliveryRow) => boolean,
): Promise<boolean> {
  if (!family) return false;
  const { deliveries } = await readOutcome(stack, family);
  return deliveries.length > 0 && deliveries.every(isSo);
}

function firstLetters(count: number, manner: Manner): (mail: ArrivedMail) => Manner {
  let left = count;
  return (mail) => {
    if (kindOf(mail) !== 'delivery' || left === 0) return 'fine';
    left -= 1;
    return manner;
  };
}

/** The provider acts, and we do not hear of it. */
export function paymentTroubles(): Fault[] {
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

/** The database breaks down somewhere in the middle, with a large family's letters under way. */
export function databaseTroubles(): Fault[] {
  return [
    {
      name: 'database restarted',
      families: [0, 250],
      happen: async ({ stack, random, broken }) => {
        await pause(random.below(3_500));
        await stack.breakDatabase?.();
        broken();
      },
    },
    {
      name: 'database restarted between letters',
      families: [250],
      prepare: ({ stack }) => stack.mail.meet(() => 'slow'),
      happen: async ({ stack, random, broken }) => {
        const moment = random.below(200);
        await until(() => stack.mail.troubled() > moment);
        await stack.breakDatabase?.();
        broken();
      },
    },
  ];
}
