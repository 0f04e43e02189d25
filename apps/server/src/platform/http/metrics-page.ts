import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { fail } from '../failure.ts';
import { answerText } from './answers.ts';
import { type HttpEnv, requestHeader } from './http-context.ts';

/** Figures as Prometheus reads them. */
export interface Figures {
  contentType: string;
  text: string;
}

export interface MetricsPage {
  /** Without it the page does not exist for a caller. */
  token: string;
  write(): Promise<Figures>;
}

/** Whether a header brings the token; takes as long for any other one. */
export function hasBearerToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

/** Also where there are no figures, so that the path is not taken for a page of the web app. */
export function serveMetricsPage(app: Hono<HttpEnv>, page: MetricsPage | undefined): void {
  app.all('/metrics', async (c) => {
    c.set('routeTemplate', '/metrics');
    const isKnown = page && hasBearerToken(requestHeader(c, 'authorization'), page.token);
    if (!isKnown || c.req.method !== 'GET') return fail('not_found');
    const { contentType, text } = await page.write();
    return answerText(c, text, contentType, 200);
  });
}
