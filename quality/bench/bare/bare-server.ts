import type { IncomingMessage, ServerResponse } from 'node:http';
import { answers } from './bare-answers.ts';
import { openBareDatabase } from './bare-database.ts';
import { download, upload } from './bare-files.ts';
import { answerJson, listen } from './listen.ts';

/**
 * The least that could do the job: `node:http`, one statement per call that also looks at the
 * session, no encryption, no validation, no limits. It believes every cookie: never let it near anyone.
 */
const database = openBareDatabase(process.env.DATABASE_URL ?? '');

listen(answer, () => database.close());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '', headers } = request;
  const [id = ''] = /[0-9a-f-]{36}/.exec(url) ?? [];
  const [, session = ''] = /zavet_access=([^~]+)/.exec(headers.cookie ?? '') ?? [];
  const what = `${method} ${id ? url.replace(id, '{id}') : url}`;
  const call = { database, session, id, request };
  if (what === 'GET /api/files/{id}/content') return download(call, response);
  const work = what === 'POST /api/instructions/{id}/files' ? upload : answers[what];
  if (!work) throw new Error(`nothing at ${what}`);
  answerJson(response, await work(call));
}
