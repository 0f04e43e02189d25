import type { QueryClient } from '@tanstack/react-query';

/** Everything that a payment for a plan may have changed. */
const touched = ['plan', 'payments', 'storage', 'profile', 'dashboard'];

export async function refreshPlan(client: QueryClient): Promise<void> {
  await Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
}
