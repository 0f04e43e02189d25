const word = /^[a-z-]{1,30}$/i;
const colour =
  /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]{1,40}\)|hsla?\([\d\s.,%/deg]{1,40}\)|[a-z]{3,25})$/i;
const lengths =
  /^(?:(?:\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|ex|%|vw)?|\.\d{1,4}(?:em|rem)|auto)(?:\s+|$)){1,4}$/i;
const border =
  /^(?:(?:\d{1,3}(?:\.\d{1,3})?(?:px|pt|em)?|none|solid|dotted|dashed|double|hidden|inset|outset|ridge|groove|thin|medium|thick|#[0-9a-f]{3,8}|rgba?\([\d\s.,%]{1,40}\)|[a-z]{3,20})(?:\s+|$)){1,3}$/i;
const families = /^[\w\s,'"-]{1,300}$/;
const display = /^(?:block|inline|inline-block|table|table-row|table-cell|list-item|none)$/i;

const text = {
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

const box = {
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

const colours = {
  'background-color': [colour],
  background: [colour],
  'border-color': [colour],
  color: [colour],
};

/** What a mail may say about its looks: nothing that loads, moves out of its place or covers. */
export function allowedStyles(keepsColours: boolean): Record<string, RegExp[]> {
  return { ...text, ...box, ...(keepsColours ? colours : {}) };
}
