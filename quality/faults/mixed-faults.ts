import { ApiError } from '@zavet/contract/client';
import { newAddress } from '../../apps/server/test/people.ts';
import { type Family, recipientKey } from './family.ts';
import { type DeliveryRow, readOutcome, skipPauses } from './outcome.ts';
import { type Fault, type Scene, until } from './trial.ts';

/** Processes that die while mail is in trouble as well. */
export function mixedFaults(): Fault[] {
  return [
    ...['delivery.before_next_order', 'delivery.next_ordered'].map(whileMailIsBusy),
    ...['correction.before_commit', 'correction.committed'].map(whileAddressIsCorrected),
    {
      name: 'refused address, worker at report.before_commit',
      skipsPauses: true,
      prepare: refuseOneAddress,
      happen: async (scene) => {
        const { stack, families, broken } = scene;
        await until(async () => (await refusedDelivery(scene)) !== undefined);
        stack.worker.dieAt({ point: 'report.before_commit', passing: 1 });
        await Promise.all(families.map((family) => skipPauses(stack, family)));
        await stack.worker.death();
        broken();
      },
    },
  ];
}

function whileMailIsBusy(point: string): Fault {
  return {
    name: `mail server answers 4xx, worker at ${point}`,
    skipsPauses: true,
    prepare: ({ stack }) => {
      stack.mail.meet(() => 'busy');
      stack.worker.dieAt({ point, passing: 1 });
    },
    happen: async ({ stack, broken }) => {
      await stack.worker.death();
      stack.mail.meet(() => 'fine');
      broken();
    },
  };
}

/** The contact corrects a refused address at a server that dies over it. */
function whileAddressIsCorrected(point: string): Fault {
  return {
    name: `refused address, server at ${point}`,
    skipsPauses: true,
    prepare: refuseOneAddress,
    happen: async (scene) => {
      const { stack, families, people, broken } = scene;
      await until(async () => (await refusedDelivery(scene)) !== undefined);
      const delivery = await refusedDelivery(scene);
      if (!delivery) throw new Error('the refusal is gone');
      const address = newAddress();
      for (const server of stack.servers) server.dieAt({ point, passing: 1 });
      const correcting = people[0]?.insist((browser) =>
        browser
          .correctAddress({
            params: { id: delivery.envelope_id },
            body: { recipient_email: address },
          })
          .catch(unlessCorrected),
      );
      await Promise.race(stack.servers.map((server) => server.death()));
      broken();
      await stack.fix();
      await correcting;
      const { instruction_id, contact_id } = delivery;
      families[0]?.recipients.set(recipientKey(instruction_id, contact_id), address);
    },
  };
}

/** The first try had got through without the contact's hearing of it. */
function unlessCorrected(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'address_not_correctable') throw error;
}

function refuseOneAddress({ stack, families }: Scene): void {
  stack.mail.forget(lastAddress(families));
}

function lastAddress(families: readonly Family[]): string | undefined {
  return [...(families[0]?.recipients.values() ?? [])].at(-1);
}

async function refusedDelivery({ stack, families }: Scene): Promise<DeliveryRow | undefined> {
  const [family] = families;
  if (!family) return undefined;
  const { deliveries } = await readOutcome(stack, family);
  return deliveries.find(({ ledger }) => ledger.includes('refused'));
}
