/**
 * Opening and closing tags, comments and declarations. The parser looks through all open tags for
 * every one of them, so that a megabyte of `<b>` would take it minutes; newsletters have thousands.
 */
export const mostTags = 20_000;

const tagStart = /<[a-z/!?]/gi;

/** A page up to its last tag that is read. */
export function withinTagBound(html: string): string {
  let tags = 0;
  for (const { index } of html.matchAll(tagStart)) {
    tags += 1;
    if (tags > mostTags) return html.slice(0, index);
  }
  return html;
}
