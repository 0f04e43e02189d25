import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
} from '@tanstack/react-query';
import { backOffMs, isPassingFailure } from '../client/retry-policy.ts';
import { type OtherTabs, otherTabs } from '../state/other-tabs.ts';

/** What a tab has changed: the names of its lists, never what they hold. */
export type ChangedQueries = Pick<InvalidateQueryFilters, 'queryKey' | 'refetchType'>;

const maxRetries = 3;

/** What one tab has to read again, the others have to read again as well. */
export class SharedQueryClient extends QueryClient {
  readonly #others: OtherTabs<ChangedQueries>;

  constructor(others: OtherTabs<ChangedQueries>) {
    super({
      defaultOptions: {
        queries: {
          staleTime: 30_000,
          // What was changed on another device is there when one comes back to this one.
          refetchOnWindowFocus: true,
          // Being offline is an error with a retry button, not an endless wait.
          networkMode: 'always',
          retry: (failures, error) => failures < maxRetries && isPassingFailure(error),
          retryDelay: backOffMs,
        },
        mutations: { networkMode: 'always', retry: false },
      },
    });
    this.#others = others;
    others.listen((changed) => void super.invalidateQueries(changed));
  }

  override invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const { queryKey, refetchType } = filters ?? {};
    if (queryKey) this.#others.tell({ queryKey, ...(refetchType && { refetchType }) });
    return super.invalidateQueries(filters, options);
  }
}

export const queryClient = new SharedQueryClient(otherTabs('zavet.changes'));
