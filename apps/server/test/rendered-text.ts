import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Targets of the links of a mail. */
export function linksOf(html: string): Set<string> {
  return new Set(
    [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = '']) => decodeEntities(href)),
  );
}

/** Text of a mail without markup. */
export function visibleTextOf(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return decodeEntities(body.replace(/<!--.*?-->/gs, '').replace(/<[^>]*>/g, ' '));
}

function decodeEntities(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** Text of a PDF, page by page. */
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
