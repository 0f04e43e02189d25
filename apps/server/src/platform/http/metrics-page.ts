import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { fail } from '../failure.ts';
import { answerText } from './answers.ts';
import { type HttpEnv, requestHeader } from './http-context.ts';

/** Metrics in the text format of Prometheus. */
export interface MetricsText {
  contentType: string;
  text: string;
}

export interface MetricsPage {
  /** Bearer token; requests without it get a 404. */
  token: string;
  write(): Promise<MetricsText>;
}

/** Compares in constant time. */
export function hasBearerToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

/** Serves the metrics. Without metrics, the path must still not serve the web app. */
export function serveMetricsPage(app: Hono<HttpEnv>, page: MetricsPage | undefined): void {
  app.all('/metrics', async (c) => {
    c.set('routeTemplate', '/metrics');
    const isAuthorized = page && hasBearerToken(requestHeader(c, 'authorization'), page.token);
    if (!isAuthorized || c.req.method !== 'GET') return fail('not_found');
    const { contentType, text } = await page.write();
    return answerText(c, text, contentType, 200);
  });
}
