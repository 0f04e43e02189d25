type Attributes = Readonly<Record<string, string>>;

const longestStyle = 2_000;
const none = /^0*(?:\.0+)?(?:px|pt|em|rem|ex|%|vw|vh)?$/;
const tiny = /^(?:[01]|0?\.\d+|1\.0+)(?:px|pt|em|rem|ex|%|vw|vh)?$/;
const sizes = ['width', 'height', 'max-width', 'max-height'];
const places = ['left', 'right', 'top', 'bottom', 'margin', 'margin-left', 'margin-top'];

/** A tracking pixel: an image too small or too far away to be seen. */
export function isPixel(attributes: Attributes): boolean {
  const { width = '', height = '', style } = attributes;
  const said = declarationsOf(style);
  return (
    isHidden(attributes) ||
    [width, height].some((size) => tiny.test(size.trim().toLowerCase())) ||
    sizes.some((name) => tiny.test(said.get(name) ?? '')) ||
    places.some((name) => /-\d{3,}/.test(said.get(name) ?? ''))
  );
}

/** An element that is hidden with all its content. */
export function isHidden({ hidden, style }: Attributes): boolean {
  if (hidden !== undefined) return true;
  const said = declarationsOf(style);
  const is = (name: string, value: RegExp) => value.test(said.get(name) ?? '-');
  return (
    is('display', /^none$/) ||
    is('visibility', /^(?:hidden|collapse)$/) ||
    is('opacity', none) ||
    is('max-height', none) ||
    (is('height', none) && is('overflow', /^(?:hidden|clip)$/)) ||
    is('transform', /scale\w*\(\s*0/) ||
    is('clip', /rect\(/) ||
    is('clip-path', /inset\(\s*(?:50|100)%/)
  );
}

/** Declarations of a style by name, in lower case; comments and escapes are read as browsers do. */
function declarationsOf(style = ''): Map<string, string> {
  const plain = style
    .slice(0, longestStyle)
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
