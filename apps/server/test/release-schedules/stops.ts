import { vetoableActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { Context } from '../../src/context.ts';
import { vetoByLinkOrCode, vetoOwnProtocol } from '../../src/features/protocol/activation/veto.ts';
import { activationsOf, caller, pick, type Scene } from './scene.ts';
import type { Doing } from './steps.ts';

type Stop = Extract<Doing, { do: 'stop' }>;

/** The owner vetoes everything, and remembers the activations that ran when the button was pressed. */
export async function stop(scene: Scene, { way, which }: Stop, ctx: Context): Promise<void> {
  const { lane, household, stops } = scene;
  const { owner, stopCode } = household;
  const begun = await activationsOf(lane, owner, sql`status in ${vetoableActivationStatuses}`);
  if (way === 'screen') await vetoOwnProtocol(ctx, owner, caller);
  else {
    const link = way === 'link' ? pick(await linksOf(scene), which) : undefined;
    if (!link && (way === 'link' || !stopCode)) return;
    const given = link ? { token: ctx.linkTokens.tokenOf(link.id) } : { code: stopCode };
    const { is_released } = await vetoByLinkOrCode(ctx, given, caller);
    // Pressed again after a release, a link or code says so and promises nothing.
    if (is_released) return;
  }
  if (way === 'code') household.stopCode = '';
  stops.push({ activation_ids: begun.map(({ id }) => id), way });
}

function linksOf({ lane, household }: Scene) {
  return lane.database.rows<{ id: string }>(sql`
    select stop_links.id from stop_links
    inner join activation_requests on activation_requests.id = activation_id
    where deceased_user_id = ${household.owner.user_id} order by stop_links.created_at, stop_links.id`);
}
