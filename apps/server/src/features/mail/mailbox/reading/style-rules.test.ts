import { describe, expect, it } from 'vitest';
import { allowedStyles, isHidden, isPixel } from './style-rules.ts';

const allows = (name: string, value: string, keepsColours = true) =>
  allowedStyles(keepsColours)[name]?.some((pattern) => pattern.test(value)) ?? false;

/** Styles as mail programs and newsletters write them. */
const keptStyles: Record<string, string[]> = {
  'font-family': [`'Helvetica Neue', Arial_1, "Segoe UI", sans-serif`],
  'font-size': ['14px', '1.125em', '.875rem', '12PT', 'x-large'],
  'font-style': ['italic'],
  'font-weight': ['600', 'bold', 'lighter'],
  'letter-spacing': ['.05em', 'normal'],
  'line-height': ['1.5', '150%', 'normal'],
  'text-align': ['center'],
  'text-decoration': ['none', 'underline dotted', 'line-through'],
  'text-indent': ['2em'],
  'text-transform': ['uppercase'],
  'vertical-align': ['text-top', '4px'],
  'white-space': ['pre-wrap'],
  'word-break': ['break-word'],
  border: ['1px solid #dddddd', '0', 'none', '10.125em double #abc'],
  'border-top': ['0.75pt dashed rgb(10, 20, 30)', '5px solid red'],
  'border-right': ['thin inset rgba(0,0,0,.25)'],
  'border-bottom': ['medium groove red', '100px outset'],
  'border-left': ['thick ridge', 'hidden', '2px dotted lightgoldenrodyellow'],
  'border-collapse': ['collapse'],
  'border-radius': ['4px 8px'],
  'border-spacing': ['0'],
  display: [
    ...['block', 'inline', 'inline-block', 'table', 'table-row', 'table-cell'],
    ...['list-item', 'none'],
  ],
  float: ['left', 'right', 'none'],
  clear: ['both'],
  height: ['100%', 'auto', '50vw', '3ex'],
  'list-style-type': ['lower-roman'],
  margin: ['0 auto', '1px 2px 3px 4px', '0.0625em'],
  'margin-top': ['12.75px'],
  'margin-right': ['auto'],
  'margin-bottom': ['1rem'],
  'margin-left': ['40px'],
  'max-width': ['600px'],
  'min-width': ['20em'],
  padding: ['0 10px'],
  'padding-top': ['1px'],
  'padding-right': ['2px'],
  'padding-bottom': ['3px'],
  'padding-left': ['4px'],
  width: ['1200px'],
};
const keptColours: Record<string, string[]> = {
  'background-color': ['rgb(1 2 3 / 50%)', '#ffffff80'],
  background: ['hsl(210deg, 50%, 40%)', 'hsla(210, 50%, 40%, .5)'],
  'border-color': ['transparent'],
  color: ['#333', 'RED', 'rgba(0, 0, 0, .5)', 'lightgoldenrodyellow'],
};

/** Values that load, compute, position or hide something behind a harmless beginning or end. */
const droppedStyles: Record<string, string[]> = {
  'font-family': ['Arial; position: fixed', 'url(a)', `a${'b'.repeat(300)}`, '{}'],
  'font-size': ['calc(1px + 9em)', '14px;', 'url(a) 14px', '14px url(a)'],
  'font-weight': ['60', '6000', 'bold;', ';bold', 'var(a)'],
  'text-align': ['center;', ';center', '', 'a'.repeat(31), 'url(a)'],
  'text-decoration': ['underline;', ';underline', 'url(a)', '', 'underline 1px'],
  'text-indent': ['-9999px', '12345px', 'px', '1.23456em', '12q'],
  border: ['1px solid url(a)', 'url(a) solid', '1px solid red 2px', '1px;', '1234px', 'rgb(url)'],
  display: ['flex', 'block fixed', 'run-in none', 'contents'],
  float: ['left;', ';right', 'inline'],
  margin: ['1px 2px 3px 4px 5px', '-1px', 'auto;', ';auto', '', '12.px'],
  width: ['expression(1)', '100% !important', '12px/**/', '.5px', '..5em'],
};
const droppedColours: Record<string, string[]> = {
  color: ['url(a)', '#12', '#123456789', '#xyz', 'x red', 'red x', 'rgb(a)', 'rgb()', 'hsl(url)'],
  background: ['red url(a)', 'url(a) red', 'hsl()', 'hsla(1;2)', 'rgb(1,2,3) x', 'x rgb(1,2,3)'],
};

const cases = (lists: Record<string, string[]>) =>
  Object.entries(lists).flatMap(([name, values]) => values.map((value) => [name, value] as const));

describe('styles of mails', () => {
  it.each(cases(keptStyles))('keep %s: %s, with or without colours', (name, value) => {
    expect([allows(name, value), allows(name, value, false)]).toEqual([true, true]);
  });

  it.each(cases(keptColours))('keep %s: %s only with colours', (name, value) => {
    expect([allows(name, value), allows(name, value, false)]).toEqual([true, false]);
  });

  it.each(cases({ ...droppedStyles, ...droppedColours }))('drop %s: %j', (name, value) => {
    expect(allows(name, value)).toBe(false);
  });

  it.each(['position', 'z-index', 'transform', 'opacity', 'content', 'cursor'])(
    'drop %s with any value',
    (name) => {
      expect(allowedStyles(true)).not.toHaveProperty(name);
    },
  );
});

const shownElements: Record<string, string>[] = [
  {},
  { style: '' },
  { style: 'display: block; visibility: visible; opacity: 1; max-height: 10px' },
  { style: 'display: none-such; visibility: unhidden; overflow: hidden' },
  { style: 'height: 0; overflow: visible' },
  { style: 'height: 0; overflow: clip-path' },
  { style: 'height: 10px; overflow: hidden' },
  { style: 'height: 10px; overflow: unclip' },
  { style: 'transform: scale(1); clip: auto; clip-path: inset(10%)' },
  { style: '/* display: none */' },
  { style: '/* display: none' },
  { style: `x: ${'a'.repeat(2_000)}; display: none` },
];
const hiddenElements: Record<string, string>[] = [
  { hidden: '' },
  { style: 'DISPLAY: NONE' },
  { style: 'color: red; display : none ! important' },
  { style: 'dis/* */play: no/**/ne' },
  { style: '\\64 isplay: none' },
  { style: '\\000064isplay: none' },
  { style: 'visibility: hidden' },
  { style: 'visibility: collapse' },
  { style: 'opacity: 0' },
  { style: 'opacity: .00' },
  { style: 'max-height: 000px' },
  { style: 'max-height: 0.000em' },
  { style: 'height: 0; overflow: hidden' },
  { style: 'height: 0px; overflow: clip' },
  { style: 'transform: scale(0)' },
  { style: 'transform: scalex( 0.1)' },
  { style: 'clip: rect(0 0 0 0)' },
  { style: 'clip-path: inset(50%)' },
  { style: 'clip-path: inset( 100%)' },
];

describe('an element', () => {
  it.each(shownElements)('with %j is shown', (attributes) => {
    expect(isHidden(attributes)).toBe(false);
  });

  it.each(hiddenElements)('with %j is hidden, also as a picture', (attributes) => {
    expect([isHidden(attributes), isPixel(attributes)]).toEqual([true, true]);
  });

  it('may contain an escape beyond Unicode', () => {
    expect(isHidden({ style: '\\110000 display: none' })).toBe(true);
    expect(isHidden({ style: '\\10ffff display: none' })).toBe(false);
  });
});

describe('a picture', () => {
  it.each<Record<string, string>>([
    {},
    { width: '600', height: '' },
    { width: '10', height: '10px' },
    { style: 'width: 11px; margin-left: -20px' },
  ])('with %j can be seen', (attributes) => {
    expect(isPixel(attributes)).toBe(false);
  });

  it.each<Record<string, string>>([
    { width: '1', height: '600' },
    { width: '600', height: '0' },
    { width: ' 1PX ' },
    { height: '0.75px' },
    { height: '.25' },
    { height: '1.00' },
    ...['width', 'height', 'max-width', 'max-height'].map((name) => ({ style: `${name}: 1px` })),
    ...['left', 'right', 'top', 'bottom', 'margin', 'margin-left', 'margin-top'].map((name) => ({
      style: `${name}: -999px`,
    })),
    { style: 'margin: 0 0 0 -9999px' },
  ])('with %j is too small, or too far outside, to be seen', (attributes) => {
    expect(isPixel(attributes)).toBe(true);
  });
});
