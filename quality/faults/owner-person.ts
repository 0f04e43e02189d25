import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@zavet/contract/client';
import { sql } from 'drizzle-orm';
import { createBrowser } from '../../apps/server/test/browser.ts';
import type { Family } from './family.ts';
import type { Stack } from './stack.ts';

const pressPauseMs = 500;

/** Presses the button behind the owner's mail until a server says that it is stopped. */
export async function stopByMail(stack: Stack, family: Family): Promise<void> {
  const token = await tokenInMail(stack, family);
  for (let turn = 0; ; turn++) {
    const url = stack.servers[turn % stack.servers.length]?.url() ?? '';
    try {
      const { is_stopped } = await createBrowser(url).stopProtocol({ body: { token } });
      if (is_stopped) return;
      throw new Error('a stop was answered, and nothing is stopped');
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw error;
      if (!(error instanceof ApiError) && !isNoAnswer(error)) throw error;
      await pause(pressPauseMs);
    }
  }
}

/** The server died over it, or is not there yet. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError || (error as Error)?.name === 'NetworkError';
}

/** The link that was mailed about the start that is open. */
async function tokenInMail({ database, ctx }: Stack, { owner }: Family): Promise<string> {
  const [link] = await database.rows<{ id: string }>(sql`
    select stop_links.id from stop_links
    inner join activation_requests on activation_requests.id = stop_links.activation_id
    where deceased_user_id = ${owner.id} and status in ('payment_pending', 'waiting')
    order by stop_links.created_at desc limit 1`);
  if (!link) throw new Error('there is nothing to stop');
  return ctx.linkTokens.tokenOf(link.id);
}
