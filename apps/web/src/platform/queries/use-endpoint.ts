import {
  type keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { EndpointName } from '@zavet/contract/endpoints';
import { call, type InputOf, type OutputOf } from '../client/api.ts';
import { type EndpointKey, endpointKey } from './query-keys.ts';

type Options<Name extends EndpointName> = Omit<
  UseQueryOptions<OutputOf<Name>, Error, OutputOf<Name>, EndpointKey>,
  'queryKey' | 'queryFn' | 'select'
>;

/** An input without required fields may be omitted. */
type InputAnd<Name extends EndpointName, Rest extends unknown[]> =
  Record<never, never> extends InputOf<Name>
    ? [input?: InputOf<Name>, ...rest: Rest]
    : [input: InputOf<Name>, ...rest: Rest];

export type EndpointResult<Name extends EndpointName> = UseQueryResult<OutputOf<Name>>;

/** Reads an endpoint with key, abort signal and types from the contract. */
export function useEndpoint<Name extends EndpointName>(
  name: Name,
  ...[input, options]: InputAnd<Name, [options?: Options<Name>]>
) {
  return useQuery({ ...queryOf(name, input), ...options });
}

/** Query options of an endpoint, for loaders, cache updates and hooks with `select`. */
export function endpointQuery<Name extends EndpointName>(
  name: Name,
  ...[input]: InputAnd<Name, []>
) {
  return queryOf(name, input);
}

/** Updates a cached response, if there is one. */
export function updateCached<Name extends EndpointName>(
  client: QueryClient,
  name: Name,
  input: InputOf<Name>,
  change: (answer: OutputOf<Name>) => OutputOf<Name>,
): void {
  client.setQueryData<OutputOf<Name>>(
    endpointKey(name, input),
    (answer) => answer && change(answer),
  );
}

function queryOf<Name extends EndpointName>(name: Name, input: InputOf<Name> | undefined) {
  return queryOptions({
    queryKey: endpointKey(name, input),
    queryFn: ({ signal }) => call(name, input, { signal }),
  });
}

/** The endpoints that respond page by page. */
type PagedName = {
  [Name in EndpointName]: OutputOf<Name> extends
    | { next: string | null }
    | { next_cursor: string | null }
    ? Name
    : never;
}[EndpointName];

/** Reads a list page by page; `data.pages` are the pages read so far. */
export function useEndpointPages<Name extends PagedName>(
  name: Name,
  input: InputOf<Name> & { query?: object },
  options: { placeholderData?: typeof keepPreviousData } = {},
) {
  return useInfiniteQuery({
    queryKey: endpointKey(name, input),
    queryFn: ({ pageParam, signal }) =>
      call(name, { ...input, query: { ...input.query, ...pageParam } }, { signal }),
    initialPageParam: {} as object,
    getNextPageParam: cursorAfter,
    ...options,
  });
}

/** The query parameters of the next page, or undefined after the last page. */
function cursorAfter(page: unknown): object | undefined {
  const { next, next_cursor: cursor } = page as {
    next?: string | null;
    next_cursor?: string | null;
  };
  if (next) return { after: next };
  return cursor ? { cursor } : undefined;
}
