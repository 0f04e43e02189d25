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
