import type { IncomingMessage, ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { answerJson, listen } from '../bare/listen.ts';
import { download, upload } from './mirror-files.ts';
import { createInstruction, listInstructions } from './mirror-instructions.ts';
import { send } from './work.ts';

/**
 * What the product is compared with: the same statements and the same bytes on the same machine, but
 * no encryption, no validation and no framework. It believes every cookie: never let it near anyone.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 20 });

listen(answer, () => pool.end());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const userId = await userOf(request);
  const { method, url = '' } = request;
  const [id = ''] = /[0-9a-f-]{36}/.exec(url) ?? [];
  switch (`${method} ${id ? url.replace(id, '{id}') : url}`) {
    case 'GET /api/instructions':
      return answerJson(response, await listInstructions(pool, userId));
    case 'POST /api/instructions':
      return answerJson(response, await createInstruction(pool, userId, request));
    case 'POST /api/instructions/{id}/files':
      return answerJson(response, await upload(pool, userId, id, request));
    case 'GET /api/files/{id}/content':
      return download(pool, userId, id, response);
    default:
      throw new Error(`nothing at ${method} ${url}`);
  }
}

/** Calls that write are counted with the look at the session. */
async function userOf({ headers, method }: IncomingMessage): Promise<string> {
  const [, sessionId] = /zavet_access=([^~]+)/.exec(headers.cookie ?? '') ?? [];
  const now = new Date();
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const [session] =
    method === 'GET'
      ? await send<{ user_id: string }>(pool, 'session', [sessionId, now])
      : await send<{ user_id: string }>(pool, 'countedSession', [
          ...[sessionId, now, 'mirror:', hourAgo, now, 1_000_000],
        ]);
  return session?.user_id ?? '';
}
