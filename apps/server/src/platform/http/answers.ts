import { type ErrorBody, errorStatuses } from '@zavet/contract/errors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Failure } from '../failure.ts';
import type { HttpContext } from './http-context.ts';

export function answerJson(
  c: HttpContext,
  body: unknown,
  status: ContentfulStatusCode = 200,
): Response {
  return answerText(c, JSON.stringify(body), 'application/json', status);
}

export function answerHtml(c: HttpContext, page: string): Response {
  return answerText(c, page, 'text/html; charset=utf-8', 200);
}

export function answerFailure(c: HttpContext, failure: Failure): Response {
  const { code, facts, fields } = failure;
  if (typeof facts?.retry_after_seconds === 'number') {
    c.header('Retry-After', String(facts.retry_after_seconds));
  }
  const body: ErrorBody = { error: { code, facts, fields }, request_id: c.get('requestId') };
  return answerJson(c, body, errorStatuses[code]);
}

export function answerText(
  c: HttpContext,
  text: string,
  contentType: string,
  status: ContentfulStatusCode,
): Response {
  const bytes = Buffer.from(text);
  return c.body(bytes, status, {
    'Content-Type': contentType,
    // The announced length is what keeps short answers from being compressed.
    'Content-Length': String(bytes.length),
    'Cache-Control': 'no-store',
    // Said here, the compression need not copy the answer to add it.
    Vary: 'Accept-Encoding',
  });
}
