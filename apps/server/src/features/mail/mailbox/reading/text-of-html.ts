import sanitizeHtml from 'sanitize-html';
import { withinTagBound } from './html-bounds.ts';

const lineEnds = /<(?:br|hr|\/p|\/div|\/tr|\/li|\/h[1-6]|\/table|\/blockquote)\b[^<>]*>/gi;
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** What a reader would see of a page, without its looks. */
export function textOfHtml(html: string): string {
  const text = sanitizeHtml(withinTagBound(html).replace(lineEnds, '$&\n'), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ['script', 'style', 'textarea', 'option', 'title', 'noscript', 'head'],
  });
  return text
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
