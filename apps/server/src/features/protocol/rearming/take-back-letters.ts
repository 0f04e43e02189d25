import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordDeliveryEvents } from '../letters/delivery-repository.ts';
import { closeUnopened, lockLetters, type RecalledLetter } from './letters-repository.ts';

/** A statement takes at most 65,535 values. */
const eventsAtOnce = 2000;

/**
 * Takes back every letter that nobody has opened, with its place in the ledger. A mail that is being
 * handed over at this moment may still arrive: whatever its worker records changes nothing.
 */
export async function recallLetters(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  activationId: string,
): Promise<RecalledLetter[]> {
  const created_at = clock.now();
  await lockLetters(database, activationId);
  const taken = await closeUnopened(database, activationId);
  for (let from = 0; from < taken.length; from += eventsAtOnce) {
    await recordDeliveryEvents(
      database,
      taken.slice(from, from + eventsAtOnce).map(({ id }) => ({
        id: newId(),
        delivery_id: id,
        kind: 'taken_back',
        created_at,
      })),
    );
  }
  return taken;
}
