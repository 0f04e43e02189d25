import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Where the links of a mail lead. */
export function linksOf(html: string): Set<string> {
  return new Set(
    [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = '']) => decoded(href)),
  );
}

/** What a reader sees of a mail. */
export function visibleTextOf(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return decoded(body.replace(/<!--.*?-->/gs, '').replace(/<[^>]*>/g, ' '));
}

function decoded(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** What a reader can copy out of a PDF, page by page. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await reading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await reading.destroy();
  return pages.map((text) => text.replaceAll(/\s+/g, ' '));
}
