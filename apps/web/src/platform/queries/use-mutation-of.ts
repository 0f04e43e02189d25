import { type QueryClient, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { EndpointName } from '@zavet/contract/endpoints';
import { call, type InputOf, type OutputOf } from '../client/api.ts';
import { cacheResponse, invalidateAfter, isCachedFromResponse } from './invalidation.ts';

type Variables<Name extends EndpointName> =
  // biome-ignore lint/suspicious/noConfusingVoidType: lets `mutate` be called without an argument
  Record<never, never> extends InputOf<Name> ? void : InputOf<Name>;

interface Options<Name extends EndpointName>
  extends Pick<
    UseMutationOptions<OutputOf<Name>, Error, Variables<Name>>,
    'gcTime' | 'onSuccess' | 'onError'
  > {
  /** Updates the cache from the response, so that the screen need not wait for queries. */
  show?: (client: QueryClient, answer: OutputOf<Name>, input: Variables<Name>) => void;
}

/**
 * Calls an endpoint that changes data, then refetches the stale queries. The mutation is pending
 * until then, unless the call failed or the cache already shows the response. A failure invalidates
 * too, because another tab may have made the change.
 */
export function useMutationOf<Name extends EndpointName>(
  name: Name,
  { show, onSuccess, ...options }: Options<Name> = {},
) {
  const isShown = show !== undefined || isCachedFromResponse(name);
  return useMutation<OutputOf<Name>, Error, Variables<Name>>({
    ...options,
    mutationFn: (input) => call(name, input),
    onSuccess: (answer, input, result, context) => {
      cacheResponse(context.client, name, input ?? {}, answer);
      show?.(context.client, answer, input);
      return onSuccess?.(answer, input, result, context);
    },
    onSettled: (_answer, error, _input, _result, { client }) => {
      const reading = invalidateAfter(client, name, { hasFailed: error !== null });
      return isShown || error ? undefined : reading;
    },
  });
}
