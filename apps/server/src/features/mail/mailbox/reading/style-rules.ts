const word = /^[a-z-]{1,30}$/i;
const colour =
  /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]{1,40}\)|hsla?\([\d\s.,%/deg]{1,40}\)|[a-z]{3,25})$/i;
const lengths =
  /^(?:(?:\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|ex|%|vw)?|\.\d{1,4}(?:em|rem)|auto)(?:\s+|$)){1,4}$/i;
const border =
  /^(?:(?:\d{1,3}(?:\.\d{1,3})?(?:px|pt|em)?|none|solid|dotted|dashed|double|hidden|inset|outset|ridge|groove|thin|medium|thick|#[0-9a-f]{3,8}|rgba?\([\d\s.,%]{1,40}\)|[a-z]{3,20})(?:\s+|$)){1,3}$/i;
const families = /^[\w\s,'"-]{1,300}$/;
const display = /^(?:block|inline|inline-block|table|table-row|table-cell|list-item|none)$/i;

const textStyles = {
  'font-family': [families],
  'font-size': [lengths, word],
  'font-style': [word],
  'font-weight': [/^(?:\d{3}|[a-z]{4,7})$/i],
  'letter-spacing': [lengths, word],
  'line-height': [lengths, word],
  'text-align': [word],
  'text-decoration': [/^[a-z\s-]{1,60}$/i],
  'text-indent': [lengths],
  'text-transform': [word],
  'vertical-align': [word, lengths],
  'white-space': [word],
  'word-break': [word],
};

const boxStyles = {
  border: [border],
  'border-top': [border],
  'border-right': [border],
  'border-bottom': [border],
  'border-left': [border],
  'border-collapse': [word],
  'border-radius': [lengths],
  'border-spacing': [lengths],
  display: [display],
  float: [/^(?:left|right|none)$/i],
  clear: [word],
  height: [lengths],
  'list-style-type': [word],
  margin: [lengths],
  'margin-top': [lengths],
  'margin-right': [lengths],
  'margin-bottom': [lengths],
  'margin-left': [lengths],
  'max-width': [lengths],
  'min-width': [lengths],
  padding: [lengths],
  'padding-top': [lengths],
  'padding-right': [lengths],
  'padding-bottom': [lengths],
  'padding-left': [lengths],
  width: [lengths],
};

const colourStyles = {
  'background-color': [colour],
  background: [colour],
  'border-color': [colour],
  color: [colour],
};

/** Styles that neither load, nor position, nor overlay anything. */
export function allowedStyles(keepsColours: boolean): Record<string, RegExp[]> {
  return { ...textStyles, ...boxStyles, ...(keepsColours ? colourStyles : {}) };
}

type Attributes = Readonly<Record<string, string>>;

const maxStyleLength = 2_000;
const zeroLength = /^0*(?:\.0+)?(?:px|pt|em|rem|ex|%|vw|vh)?$/;
const atMostOne = /^(?:[01]|0?\.\d+|1\.0+)(?:px|pt|em|rem|ex|%|vw|vh)?$/;
const sizeProperties = ['width', 'height', 'max-width', 'max-height'];
const offsetProperties = ['left', 'right', 'top', 'bottom', 'margin', 'margin-left', 'margin-top'];

/** A tracking pixel: an image too small or too far outside of the page to be seen. */
export function isPixel(attributes: Attributes): boolean {
  const { width = '', height = '', style } = attributes;
  const declarations = declarationsOf(style);
  return (
    isHidden(attributes) ||
    [width, height].some((size) => atMostOne.test(size.trim().toLowerCase())) ||
    sizeProperties.some((name) => atMostOne.test(declarations.get(name) ?? '')) ||
    offsetProperties.some((name) => /-\d{3,}/.test(declarations.get(name) ?? ''))
  );
}

/** An element that is hidden with all its content. */
export function isHidden({ hidden, style }: Attributes): boolean {
  if (hidden !== undefined) return true;
  const declarations = declarationsOf(style);
  const matches = (name: string, value: RegExp) => value.test(declarations.get(name) ?? '-');
  return (
    matches('display', /^none$/) ||
    matches('visibility', /^(?:hidden|collapse)$/) ||
    matches('opacity', zeroLength) ||
    matches('max-height', zeroLength) ||
    (matches('height', zeroLength) && matches('overflow', /^(?:hidden|clip)$/)) ||
    matches('transform', /scale\w*\(\s*0/) ||
    matches('clip', /rect\(/) ||
    matches('clip-path', /inset\(\s*(?:50|100)%/)
  );
}

/** Declarations by name in lower case, with comments and escapes resolved like in browsers. */
function declarationsOf(style = ''): Map<string, string> {
  const plain = style
    .slice(0, maxStyleLength)
    .replace(/\/\*.*?(?:\*\/|$)/gs, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => characterOf(Number.parseInt(code, 16)))
    .toLowerCase();
  return new Map(
    plain.split(';').map((one) => {
      const [name = '', ...value] = one.split(':');
      return [
        name.trim(),
        value
          .join(':')
          .replace(/!\s*important/, '')
          .trim(),
      ];
    }),
  );
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
