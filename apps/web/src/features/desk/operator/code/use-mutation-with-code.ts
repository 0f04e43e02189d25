import { useMutation } from '@tanstack/react-query';
import type { EndpointName } from '@zavet/contract/endpoints';
import { call, type InputOf, type OutputOf } from '../../../../platform/client/api.ts';
import { invalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { type CodeQuestion, operatorCode } from './operator-code.ts';

/** The acts of operators that take a fresh code. */
type CodedName = {
  [Name in EndpointName]: InputOf<Name> extends { body: { code: string } } ? Name : never;
}[EndpointName];

type Body<Name extends CodedName> =
  InputOf<Name> extends { body: infer Given } ? Omit<Given, 'code'> : never;

type Given<Name extends CodedName> = Omit<InputOf<Name>, 'body'> &
  (Record<never, never> extends Body<Name> ? unknown : { body: Body<Name> }) & {
    /** Instead of those that the hook was given. */
    words?: CodeWords;
  };

export type CodeWords = Pick<CodeQuestion, 'title' | 'lead'>;

/**
 * The same as `useMutationOf` for an act that asks for a code first. Undefined, and nothing is
 * stale, where the operator cancels.
 */
export function useMutationWithCode<Name extends CodedName>(name: Name, words?: CodeWords) {
  return useMutation<{ result: OutputOf<Name> } | undefined, Error, Given<Name>>({
    mutationFn: (given) => {
      const { body, words: own, ...input } = given as { body?: object; words?: CodeWords };
      return operatorCode.withCode(
        (code) => call(name, { ...input, body: { ...body, code } }),
        own ?? words,
      );
    },
    onSettled: (done, error, _given, _result, { client }) => {
      if (error) void invalidateAfter(client, name, { hasFailed: true });
      return done && invalidateAfter(client, name);
    },
  });
}
