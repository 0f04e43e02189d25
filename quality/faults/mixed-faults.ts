import { ApiError } from '@zavet/contract/client';
import { newAddress } from '../../apps/server/test/people.ts';
import { type Household, recipientKey } from './household.ts';
import { type DeliveryRow, readOutcome, skipRetryPauses } from './outcome.ts';
import { type Fault, type Scene, waitUntil } from './trial.ts';

/** A process dies while mail fails as well. */
export function mixedFaults(): Fault[] {
  return [
    ...['delivery.before_next_enqueued', 'delivery.next_enqueued'].map(killDuringMailRefusals),
    ...['correction.before_commit', 'correction.committed'].map(killDuringCorrection),
    {
      name: 'refused address, worker at report.before_commit',
      skipsRetryPauses: true,
      prepare: refuseOneAddress,
      disturb: async (scene) => {
        const { stack, households, markFault } = scene;
        await waitUntil(async () => (await refusedDelivery(scene)) !== undefined);
        stack.worker.dieAt({ point: 'report.before_commit', passing: 1 });
        await Promise.all(households.map((household) => skipRetryPauses(stack, household)));
        await stack.worker.waitForExit();
        markFault();
      },
    },
  ];
}

function killDuringMailRefusals(point: string): Fault {
  return {
    name: `mail server answers 4xx, worker at ${point}`,
    skipsRetryPauses: true,
    prepare: ({ stack }) => {
      stack.mail.respondWith(() => 'busy');
      stack.worker.dieAt({ point, passing: 1 });
    },
    disturb: async ({ stack, markFault }) => {
      await stack.worker.waitForExit();
      stack.mail.respondWith(() => 'fine');
      markFault();
    },
  };
}

/** A server dies while the contact corrects a refused address. */
function killDuringCorrection(point: string): Fault {
  return {
    name: `refused address, server at ${point}`,
    skipsRetryPauses: true,
    prepare: refuseOneAddress,
    disturb: async (scene) => {
      const { stack, households, contactClients, markFault } = scene;
      await waitUntil(async () => (await refusedDelivery(scene)) !== undefined);
      const delivery = await refusedDelivery(scene);
      if (!delivery) throw new Error('the refusal disappeared');
      const address = newAddress();
      for (const server of stack.servers) server.dieAt({ point, passing: 1 });
      const correction = contactClients[0]?.retry((browser) =>
        browser
          .correctAddress({
            params: { id: delivery.envelope_id },
            body: { recipient_email: address },
          })
          .catch(ignoreCorrected),
      );
      await Promise.race(stack.servers.map((server) => server.waitForExit()));
      markFault();
      await stack.repair();
      await correction;
      const { instruction_id, contact_id } = delivery;
      households[0]?.recipients.set(recipientKey(instruction_id, contact_id), address);
    },
  };
}

/**
 * Ignores the refusal of a repeated correction: the first one succeeded, but its response was lost.
 */
function ignoreCorrected(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'address_not_correctable') throw error;
}

function refuseOneAddress({ stack, households }: Scene): void {
  stack.mail.rejectAddress(lastAddress(households));
}

function lastAddress(households: readonly Household[]): string | undefined {
  return [...(households[0]?.recipients.values() ?? [])].at(-1);
}

async function refusedDelivery({ stack, households }: Scene): Promise<DeliveryRow | undefined> {
  const [household] = households;
  if (!household) return undefined;
  const { deliveries } = await readOutcome(stack, household);
  return deliveries.find(({ ledger }) => ledger.includes('refused'));
}
