import type { Hono } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { type HttpContext, type HttpEnv, requestHeader } from './http-context.ts';
import { answerFile, createServedFile } from './web-files.ts';

export interface PageRequest {
  query(name: string): string | undefined;
  /** Accepted languages by preference: `en`, `en-GB`. */
  languages: readonly string[];
  /** A page of the built web app, if it exists. */
  template(name: string): string | undefined;
}

/** A page generated for each request. */
export interface GeneratedPage {
  path: `/${string}`;
  contentType: string;
  /** The content depends on the accepted languages. */
  hasLanguages?: boolean;
  /** Undefined if it requires a web app that has not been built. */
  make(request: PageRequest): string | undefined;
}

/** Serves generated pages. A page without content is left to the web app. */
export function serveGeneratedPages(
  app: Hono<HttpEnv>,
  pages: readonly GeneratedPage[],
  template: PageRequest['template'],
): void {
  for (const page of pages) {
    app.get(page.path, async (c, next) => {
      const content = page.make({
        query: (name) => c.req.query(name),
        languages: languagesOf(c),
        template,
      });
      if (content === undefined) return next();
      c.set('routeTemplate', page.path);
      const bytes = new TextEncoder().encode(content);
      const answer = await answerFile(c, createServedFile(bytes, page.contentType, 'no-cache'));
      if (page.hasLanguages) answer.headers.append('Vary', 'Accept-Language');
      return answer;
    });
  }
}

function languagesOf(c: HttpContext): string[] {
  return parseAccept(requestHeader(c, 'accept-language') ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);
}
