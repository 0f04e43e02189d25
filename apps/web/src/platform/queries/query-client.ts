import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
} from '@tanstack/react-query';
import { backoffMs, isTransientFailure } from '../client/retry-policy.ts';
import { type OtherTabs, otherTabs } from '../state/other-tabs.ts';

/** Keys of the queries that another tab has invalidated, without their data. */
export type ChangedQueries = Pick<InvalidateQueryFilters, 'queryKey' | 'refetchType'>;

const maxRetries = 3;

/** A query client that repeats its invalidations in the other tabs. */
export class SharedQueryClient extends QueryClient {
  readonly #otherTabs: OtherTabs<ChangedQueries>;

  constructor(otherTabs: OtherTabs<ChangedQueries>) {
    super({
      defaultOptions: {
        queries: {
          staleTime: 30_000,
          // Shows changes from another device when the window regains the focus.
          refetchOnWindowFocus: true,
          // Being offline is an error with a retry button, not an endless wait.
          networkMode: 'always',
          retry: (failures, error) => failures < maxRetries && isTransientFailure(error),
          retryDelay: backoffMs,
        },
        mutations: { networkMode: 'always', retry: false },
      },
    });
    this.#otherTabs = otherTabs;
    otherTabs.listen((changed) => void super.invalidateQueries(changed));
  }

  override invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const { queryKey, refetchType } = filters ?? {};
    if (queryKey) this.#otherTabs.send({ queryKey, ...(refetchType && { refetchType }) });
    return super.invalidateQueries(filters, options);
  }
}

export const queryClient = new SharedQueryClient(otherTabs('zavet.changes'));
