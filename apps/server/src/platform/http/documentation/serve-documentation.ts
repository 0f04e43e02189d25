import type { Endpoint } from '@zavet/contract/endpoint';
import type { Hono } from 'hono';
import { answerHtml } from '../answers.ts';
import type { HttpEnv } from '../http-context.ts';
import { withNonce } from '../security-headers.ts';
import { answerFile, type ServedFile, servedFile } from '../served-file.ts';
import { documentationPage } from './documentation-page.ts';
import { openApiDocument } from './openapi-document.ts';

const title = 'Zavet API';
const paths = { document: '/api/openapi.json', page: '/api/docs' };
export const documentationPaths: ReadonlySet<string> = new Set(Object.values(paths));

/** `/api/openapi.json` for programs, `/api/docs` for people. */
export function serveDocumentation(app: Hono<HttpEnv>, endpoints: Record<string, Endpoint>): void {
  const all = Object.values(endpoints);
  // Written when somebody first asks: few do, and a start need not wait for it.
  let file: ServedFile | undefined;
  let page: string | undefined;

  app.get(paths.document, (c) => {
    c.set('routeTemplate', paths.document);
    file ??= documentFile(all);
    return answerFile(c, file);
  });
  app.get(paths.page, (c) => {
    c.set('routeTemplate', paths.page);
    page ??= documentationPage(all, title);
    return answerHtml(c, withNonce(c, page));
  });
}

function documentFile(endpoints: readonly Endpoint[]): ServedFile {
  const document = JSON.stringify(openApiDocument(endpoints, title));
  return servedFile(new TextEncoder().encode(document), 'application/json', 'no-cache');
}
