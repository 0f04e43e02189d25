import { outageEndpoints } from '@zavet/contract/desk/payment-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { listOutages } from './outage-repository.ts';
import { outageProblem } from './outage-rules.ts';
import { previewOutage } from './preview-outage.ts';
import { recordOutage } from './record-outage.ts';

const listed = 50;

/** Outages at the operators' desk; `npm run outage` does the same. */
export function outageRoutes(ctx: Context): Route[] {
  const { database, clock } = ctx;
  const timeOf = (body: { began_at: string; ended_at: string }) => {
    const outage = { began_at: new Date(body.began_at), ended_at: new Date(body.ended_at) };
    const problem = outageProblem(outage.began_at, outage.ended_at, clock.now());
    if (problem) fail('invalid_input', { fields: { ended_at: problem } });
    return outage;
  };
  return [
    route(outageEndpoints.listOutages, async () => ({
      outages: (await listOutages(database, listed)).map((outage) => ({
        id: outage.id,
        began_at: outage.began_at,
        ended_at: outage.ended_at,
        recorded_at: outage.created_at,
        applied_at: outage.applied_at,
        owners: outage.owners,
      })),
    })),
    route(outageEndpoints.previewOutage, async ({ body }) => ({
      preview: await previewOutage(ctx, timeOf(body)),
    })),
    route(outageEndpoints.recordOutage, async ({ owner, body }) => ({
      is_new: await recordOutage(ctx, operatorActor(owner), timeOf(body)),
    })),
  ];
}
