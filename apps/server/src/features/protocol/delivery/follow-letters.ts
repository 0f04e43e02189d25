import type { Context } from '../../../context.ts';
import { type Activation, moveActivation } from '../activation/activation-repository.ts';
import { mailsEvent, nextActivationStatus } from '../activation/activation-status-rules.ts';
import { countDeliveries } from './delivery-repository.ts';

/** An activation is as far as its letters are. In a transaction that holds it. */
export async function followLetters(
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  activation: Activation,
): Promise<void> {
  const counts = await countDeliveries(database, activation.id);
  const next = nextActivationStatus(activation.status, mailsEvent(counts));
  if (!next) return;
  await moveActivation(database, activation, next, clock.now());
  log.info(
    { code: 'activation_status_changed', activation_id: activation.id, status: next, ...counts },
    'the status of an activation changed with its letters',
  );
}
