import type { Hono } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { type HttpContext, type HttpEnv, requestHeader } from './http-context.ts';
import { answerFile, servedFile } from './web-files.ts';

/** What a page is made for. */
export interface PageRequest {
  query(name: string): string | undefined;
  /** The languages that the browser asks for, the dearest first: `en`, `en-GB`. */
  languages: readonly string[];
  /** A page of the built web app by its name; undefined where there is none. */
  template(name: string): string | undefined;
}

/** A page that the server makes for each request, because only it knows what belongs there. */
export interface GeneratedPage {
  path: `/${string}`;
  contentType: string;
  /** The language of the browser decides what it says. */
  hasLanguages?: boolean;
  /** Undefined where the web app without which it cannot be made has not been built. */
  make(request: PageRequest): string | undefined;
}

/** Serves the pages; what cannot be made is left to the web app. */
export function serveGeneratedPages(
  app: Hono<HttpEnv>,
  pages: readonly GeneratedPage[],
  template: PageRequest['template'],
): void {
  for (const page of pages) {
    app.get(page.path, async (c, next) => {
      const made = page.make({
        query: (name) => c.req.query(name),
        languages: languagesOf(c),
        template,
      });
      if (made === undefined) return next();
      c.set('routeTemplate', page.path);
      const bytes = new TextEncoder().encode(made);
      const answer = await answerFile(c, servedFile(bytes, page.contentType, 'no-cache'));
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
