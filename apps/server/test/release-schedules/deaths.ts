import { createActivationEffects } from '../../src/features/protocol/activation/activation-effects.ts';
import { Failure } from '../../src/platform/failure.ts';
import type { Product } from '../../src/start/product.ts';
import { failingAfter, Killed } from '../failing-database.ts';
import type { Lane } from './household.ts';

/** The same use cases in a process that dies at its n-th statement. */
export function dyingAfter({ database, deps }: Lane, statements: number): Product['deps'] {
  const over = { database: failingAfter(database, statements) };
  const protocol = { ...deps.protocol, ...over };
  const activation = createActivationEffects(protocol);
  return {
    ...deps,
    protocol,
    account: { ...deps.account, ...over },
    contacts: { ...deps.contacts, ...over },
    payments: { ...deps.payments, ...over, effects: { ...deps.payments.effects, activation } },
  };
}

/** Refusals and deaths are part of a schedule; anything else is a bug. */
export async function whateverComes(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isExpected = [error, (error as Error).cause].some(
      (one) => one instanceof Failure || one instanceof Killed,
    );
    if (!isExpected) throw error;
  }
}
