import sanitizeHtml from 'sanitize-html';
import { allowedStyles, isHidden, isPixel } from './style-rules.ts';

interface CleaningOptions {
  /** Loads remote images. */
  areImagesShown: boolean;
  /** False on dark pages, where the sender's colours would be unreadable. */
  keepsColours: boolean;
  /** Data URLs by content id. */
  pictures: ReadonlyMap<string, string>;
}

interface CleanedHtml {
  html: string;
  hasRemoteImages: boolean;
}

const textTags = [
  ...['a', 'abbr', 'address', 'b', 'bdi', 'bdo', 'big', 'blockquote', 'br', 'center', 'cite'],
  ...['code', 'dd', 'del', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'font', 'h1'],
  ...['h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 'q'],
  ...['s', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'ul'],
  ...['var', 'wbr', 'article', 'section', 'header', 'footer', 'main', 'aside'],
];
const tableTags = [
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

const tagsRemovedWithContent = [
  ...['script', 'style', 'title', 'textarea', 'option', 'select', 'noscript', 'noembed'],
  ...['noframes', 'iframe', 'object', 'applet', 'svg', 'math', 'template', 'xmp', 'plaintext'],
  ...['audio', 'video', 'canvas'],
];

const layoutAttributes = ['width', 'height', 'align', 'valign', 'dir', 'lang', 'style', 'title'];
const cellAttributes = ['colspan', 'rowspan', 'cellpadding', 'cellspacing', 'border', 'nowrap'];
const colourAttributes = ['bgcolor', 'color'];

const dataPictureUrl = /^data:image\/(?:png|jpeg|jpg|gif|webp);base64,[a-z0-9+/=\s]*$/i;
/**
 * Title that marks a hidden element for removal with its content. The filter that removes it runs
 * after its style was cleaned, so it can no longer detect hidden elements.
 */
const hiddenMark = 'hidden from the reader';
const remoteUrl = /^\s*(?:https?:)?\/\//i;

/**
 * Removes everything that is not on an allowlist, such as scripts and overlays. The page is also
 * shown in a sandbox.
 */
export function cleanHtml(html: string, options: CleaningOptions): CleanedHtml {
  const { areImagesShown, keepsColours, pictures } = options;
  let hasRemoteImages = false;

  const sourceOf = (src: string): string | undefined => {
    const cid = /^\s*cid:(.*)$/is.exec(src)?.[1]?.trim();
    if (cid !== undefined) return pictures.get(cid) ?? pictures.get(decodeOrKeep(cid));
    if (dataPictureUrl.test(src)) return src;
    if (!remoteUrl.test(src)) return undefined;
    hasRemoteImages = true;
    return areImagesShown ? src.trim().replace(/^(?:https?:)?\/\//i, 'https://') : undefined;
  };

  const cleaned = sanitizeHtml(truncateAtTagLimit(html), {
    allowedTags: [...textTags, ...tableTags, 'img'],
    nonTextTags: tagsRemovedWithContent,
    disallowedTagsMode: 'discard',
    nestingLimit: 150,
    allowedAttributes: {
      '*': [...layoutAttributes, ...cellAttributes, ...(keepsColours ? colourAttributes : [])],
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt'],
      font: ['size', 'face'],
      ol: ['start', 'type'],
    },
    allowedStyles: { '*': allowedStyles(keepsColours) },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['data', 'https'] },
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, rel: 'noopener noreferrer nofollow', target: '_blank' },
      }),
      '*': (tagName, attribs) =>
        isHidden(attribs) ? { tagName, attribs: { title: hiddenMark } } : { tagName, attribs },
      img: (tagName, { src: given = '', ...attribs }) => {
        const src = isPixel(attribs) ? undefined : sourceOf(given);
        return { tagName, attribs: { ...attribs, ...(src !== undefined && { src }) } };
      },
    },
    exclusiveFilter: ({ tag, attribs, mediaChildren }) =>
      attribs.title === hiddenMark ||
      (tag === 'img' ? !attribs.src : mediaChildren.length > 0 && isPixel(attribs)),
  });
  return { html: cleaned, hasRemoteImages };
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Limit of tags, comments and declarations. Parsing is quadratic in open tags: a megabyte of `<b>`
 * takes minutes. Newsletters have thousands.
 */
export const maxTags = 20_000;

const tagStart = /<[a-z/!?]/gi;

export function truncateAtTagLimit(html: string): string {
  let tags = 0;
  for (const { index } of html.matchAll(tagStart)) {
    tags += 1;
    if (tags > maxTags) return html.slice(0, index);
  }
  return html;
}

const lineEnds = /<(?:br|hr|\/p|\/div|\/tr|\/li|\/h[1-6]|\/table|\/blockquote)\b[^<>]*>/gi;
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The visible text of a page. */
export function textOfHtml(html: string): string {
  const text = sanitizeHtml(truncateAtTagLimit(html).replace(lineEnds, '$&\n'), {
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
