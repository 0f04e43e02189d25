import { timeTravelEndpoints } from '@zavet/contract/service/service-endpoints';
import type { Context } from '../../../context.ts';
import { feature } from '../../../feature.ts';
import { type Route, route } from '../../../platform/http/route.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const timeTravelFeature = feature({ name: 'time-travel', routes });

/** Moves the clock of this process only, until the process exits. */
function routes(ctx: Context): Route[] {
  const { clock, wiring } = ctx;
  return [
    route(timeTravelEndpoints.passDays, async ({ body }) => {
      const steps = body.immediately ? [body.days] : Array<number>(body.days).fill(1);
      for (const days of steps) {
        ctx.advanceClock(days * dayMs);
        for (const end of wiring.endOfDayTasks) await end(ctx);
      }
      return { now: clock.now() };
    }),
  ];
}
