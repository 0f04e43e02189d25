import { type QueryClient, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { EndpointName } from '@zavet/contract/endpoints';
import { type AnswerOf, call, type InputOf } from '../client/api.ts';
import { invalidateAfter, isShownByAnswer, showAnswer } from './invalidation.ts';

type Variables<Name extends EndpointName> =
  // biome-ignore lint/suspicious/noConfusingVoidType: lets `mutate` be called without an argument
  Record<never, never> extends InputOf<Name> ? void : InputOf<Name>;

interface Options<Name extends EndpointName>
  extends Pick<
    UseMutationOptions<AnswerOf<Name>, Error, Variables<Name>>,
    'gcTime' | 'onSuccess' | 'onError'
  > {
  /** Changes the cache as the answer says: the screen then need not wait for anything else. */
  show?: (client: QueryClient, answer: AnswerOf<Name>, input: Variables<Name>) => void;
}

/**
 * Calls an endpoint that changes something, then reads again what is stale. After a success the
 * mutation is pending until then, unless the screen shows its answer already; after a failure,
 * because another tab may have been faster, it is not.
 */
export function useMutationOf<Name extends EndpointName>(
  name: Name,
  { show, onSuccess, ...options }: Options<Name> = {},
) {
  const isShown = show !== undefined || isShownByAnswer(name);
  return useMutation<AnswerOf<Name>, Error, Variables<Name>>({
    ...options,
    mutationFn: (input) => call(name, input),
    onSuccess: (answer, input, result, context) => {
      showAnswer(context.client, name, input ?? {}, answer);
      show?.(context.client, answer, input);
      return onSuccess?.(answer, input, result, context);
    },
    onSettled: (_answer, error, _input, _result, { client }) => {
      const reading = invalidateAfter(client, name, { hasFailed: error !== null });
      return isShown || error ? undefined : reading;
    },
  });
}
