const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long the provider remembers a key. A little less, because clocks differ. */
export const keyLifetimeMs = 23 * hour;

/** Whether a key that was sent at that time may mean nothing any more. */
export function isKeyForgotten({ created_at }: { created_at: Date }, now: Date): boolean {
  return now.getTime() - created_at.getTime() > keyLifetimeMs;
}

/** A payment that the provider no longer knows is given up after this. */
export const vanishedAfterMs = 3 * 24 * hour;

/** Nothing waits longer: a moment further away was written by a clock that ran ahead. */
export const furthestCheckMs = 2 * hour;

/** Growing pauses between two questions about the same payment: most are paid within the hour. */
export function pauseBeforeCheck(ageMs: number): number {
  if (ageMs < 10 * minute) return 25 * second;
  if (ageMs < 2 * hour) return minute;
  return ageMs < 24 * hour ? 10 * minute : hour;
}

interface Facts {
  amount_kopecks: number;
  currency: string;
}

interface OwnFacts extends Facts {
  id: string;
  provider_payment_id: string | null;
  is_test: boolean | null;
}

interface ProviderFacts extends Facts {
  id: string;
  payment_id: string | null;
  is_test: boolean;
}

/** What the provider says about a payment must be about this payment. Answers with what is not. */
export function differences(own: OwnFacts, said: ProviderFacts): string[] {
  const checks: [string, boolean][] = [
    ['id', own.provider_payment_id === null || own.provider_payment_id === said.id],
    ['payment_id', said.payment_id === own.id],
    ['amount', said.amount_kopecks === own.amount_kopecks],
    ['currency', said.currency === own.currency],
    ['test', own.is_test === null || own.is_test === said.is_test],
  ];
  return checks.filter(([, isSame]) => !isSame).map(([name]) => name);
}
