import { stoppableActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { ProtocolDeps } from '../../src/features/protocol/protocol-deps.ts';
import { stopOwnProtocol, stopProtocol } from '../../src/features/protocol/stop/stop-protocol.ts';
import { activationsOf, caller, pick, type Scene } from './scene.ts';
import type { Doing } from './steps.ts';

type Stop = Extract<Doing, { do: 'stop' }>;

/** The owner stops everything, and remembers what was begun when the button was pressed. */
export async function stop(scene: Scene, { way, which }: Stop, deps: ProtocolDeps): Promise<void> {
  const { lane, household, stops } = scene;
  const { owner, stopCode } = household;
  if (way === 'link') {
    const link = pick(await linksOf(scene), which);
    if (!link) return;
    const { is_stopped } = await stopProtocol(
      deps,
      { token: deps.linkTokens.tokenOf(link.id) },
      caller,
    );
    // What rests on a certificate is said to go on.
    if (is_stopped) stops.push({ activation_ids: [link.activation_id], way });
    return;
  }
  const begun = await activationsOf(lane, owner, sql`status in ${stoppableActivationStatuses}`);
  if (way === 'screen') await stopOwnProtocol(deps, owner, caller);
  else if (stopCode) await stopProtocol(deps, { code: stopCode }, caller);
  else return;
  if (way === 'code') household.stopCode = '';
  stops.push({ activation_ids: begun.map(({ id }) => id), way });
}

function linksOf({ lane, household }: Scene) {
  return lane.database.rows<{ id: string; activation_id: string }>(sql`
    select stop_links.id, activation_id from stop_links
    inner join activation_requests on activation_requests.id = activation_id
    where deceased_user_id = ${household.owner.user_id} order by stop_links.created_at, stop_links.id`);
}
