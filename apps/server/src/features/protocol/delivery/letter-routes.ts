import { letterEndpoints } from '@zavet/contract/operators/letter-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { correctLetterAddress } from './correct-letter-address.ts';
import { listLetters } from './list-letters.ts';
import { tryLetterAgain } from './try-letter-again.ts';

/** What operators do about letters that did not arrive. */
export function letterRoutes(ctx: Context): Route[] {
  return [
    route(letterEndpoints.listLetters, ({ owner, query }) => listLetters(ctx, owner, query.after)),
    route(letterEndpoints.tryLetterAgain, async ({ owner, params }) => {
      await tryLetterAgain(ctx, owner, params.id);
      return {};
    }),
    route(letterEndpoints.correctLetterAddress, async ({ owner, params, body }) => {
      await correctLetterAddress(ctx, owner, params.id, body.recipient_email);
      return {};
    }),
  ];
}
