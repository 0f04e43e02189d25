import type { Context } from '../../src/context.ts';
import { Failure } from '../../src/platform/failure.ts';
import { failingAfter, Killed } from '../failing-database.ts';
import type { Lane } from './household.ts';

/** The same use cases in a process that dies at its n-th statement. */
export function dyingAfter({ database, ctx }: Lane, statements: number): Context {
  return { ...ctx, database: failingAfter(database, statements) };
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
