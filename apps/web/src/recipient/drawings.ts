const namespace = 'http://www.w3.org/2000/svg';

type Shape = ['path' | 'rect' | 'circle', Record<string, string | number>];

const sealed: Shape[] = [
  ['rect', { x: 2, y: 2, width: 108, height: 76, rx: 10, class: 'paper' }],
  ['path', { d: 'M6 74L40 45M106 74L72 45' }],
  ['path', { d: 'M6 6L49 42Q56 48 63 42L106 6' }],
  ['circle', { cx: 56, cy: 43, r: 9.5, class: 'seal' }],
];
const opened: Shape[] = [
  ['path', { d: 'M20 30V8a5 5 0 0 1 5-5H87a5 5 0 0 1 5 5V30', class: 'leaf' }],
  ['path', { d: 'M34 18H78M34 29H66', class: 'words' }],
  ['path', { d: 'M3 26V68a9 9 0 0 0 9 9H100a9 9 0 0 0 9-9V26L64 54Q56 59 48 54Z', class: 'paper' }],
];

/** A letter, as the whole product draws it. */
export function envelope(isOpened: boolean): SVGElement {
  return drawing('envelope', '0 0 112 80', isOpened ? opened : sealed);
}

export function downloadSign(): SVGElement {
  return drawing('sign', '0 0 24 24', [['path', { d: 'M12 4v11M7 10.5l5 5 5-5M5 20h14' }]]);
}

function drawing(look: string, viewBox: string, shapes: Shape[]): SVGElement {
  const made = shaped('svg', { class: look, viewBox, 'aria-hidden': 'true' });
  for (const [tag, attributes] of shapes) made.appendChild(shaped(tag, attributes));
  return made;
}

function shaped(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(namespace, tag) as SVGElement;
  for (const name of Object.keys(attributes)) made.setAttribute(name, `${attributes[name]}`);
  return made;
}
