import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryClientConfig,
} from '@tanstack/react-query';

/** What a tab has changed: the names of its lists, never what they hold. */
interface Change {
  queryKey: readonly unknown[];
  refetchType?: InvalidateQueryFilters['refetchType'];
}

/** The other tabs of this browser. */
export interface OtherTabs {
  tell(change: Change): void;
  listen(hear: (change: Change) => void): void;
}

/** Whatever one tab has to read again, the others have to read again as well. */
export class SharedQueryClient extends QueryClient {
  readonly #others: OtherTabs;

  constructor(config: QueryClientConfig, others: OtherTabs) {
    super(config);
    this.#others = others;
    others.listen((change) => void super.invalidateQueries(change));
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

export function otherTabs(): OtherTabs {
  const channel = new BroadcastChannel('zavet.changes');
  return {
    tell: (change) => channel.postMessage(change),
    listen: (hear) => {
      channel.addEventListener('message', (event: MessageEvent<Change>) => hear(event.data));
    },
  };
}
