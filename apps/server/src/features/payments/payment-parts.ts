import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { Payment } from './payment-repository.ts';

/** What a payment is for decides what it does. The ends run in the transaction that ends the payment. */
export interface PaymentEffects {
  /** Whether a payment that the provider has not made yet should still be made. */
  isWanted(payment: Payment & { user_id: string }, methodId: string | null): Promise<boolean>;
  /** False when what was paid for is no longer there; the money then goes back. */
  succeeded(payment: Payment & { user_id: string }, savesMethod: boolean): Promise<boolean>;
  canceled(payment: Payment & { user_id: string }, reason: string | null): Promise<void>;
  refunded(payment: Payment & { user_id: string }, amountKopecks: number): Promise<void>;
}

export interface PaymentParts {
  database: Database;
  clock: Clock;
  jobs: JobQueue;
  log: Logger;
  /** Undefined where payments are not configured. */
  provider: PaymentProvider | undefined;
  effects: PaymentEffects;
  /** In production a payment with a test card is no payment. */
  refusesTests: boolean;
}
