import { letterEndpoints } from '@zavet/contract/operators/letter-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { correctLetterAddress } from './correct-letter-address.ts';
import { listLetters } from './list-letters.ts';
import { tryLetterAgain } from './try-letter-again.ts';

/** What operators do about letters that did not arrive. */
export function letterRoutes(deps: ProtocolDeps): Route[] {
  return [
    route(letterEndpoints.listLetters, ({ owner, query }) => listLetters(deps, owner, query.after)),
    route(letterEndpoints.tryLetterAgain, async ({ owner, params }) => {
      await tryLetterAgain(deps, owner, params.id);
      return {};
    }),
    route(letterEndpoints.correctLetterAddress, async ({ owner, params, body }) => {
      await correctLetterAddress(deps, owner, params.id, body.recipient_email);
      return {};
    }),
  ];
}
