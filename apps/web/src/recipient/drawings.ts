const namespace = 'http://www.w3.org/2000/svg';

type Shape = ['path' | 'rect' | 'circle', Record<string, string | number>];

const sealedShapes: Shape[] = [
  ['rect', { x: 2, y: 2, width: 108, height: 76, rx: 10, class: 'paper' }],
  ['path', { d: 'M6 74L40 45M106 74L72 45' }],
  ['path', { d: 'M6 6L49 42Q56 48 63 42L106 6' }],
  ['circle', { cx: 56, cy: 43, r: 9.5, class: 'seal' }],
];
const openedShapes: Shape[] = [
  ['path', { d: 'M20 30V8a5 5 0 0 1 5-5H87a5 5 0 0 1 5 5V30', class: 'leaf' }],
  ['path', { d: 'M34 18H78M34 29H66', class: 'words' }],
  ['path', { d: 'M3 26V68a9 9 0 0 0 9 9H100a9 9 0 0 0 9-9V26L64 54Q56 59 48 54Z', class: 'paper' }],
];

/** Same drawing as the `Envelope` component of the application. */
export function envelope(isOpened: boolean): SVGElement {
  return createDrawing('envelope', '0 0 112 80', isOpened ? openedShapes : sealedShapes);
}

export function downloadIcon(): SVGElement {
  return createDrawing('sign', '0 0 24 24', [['path', { d: 'M12 4v11M7 10.5l5 5 5-5M5 20h14' }]]);
}

function createDrawing(className: string, viewBox: string, shapes: Shape[]): SVGElement {
  const node = createNode('svg', { class: className, viewBox, 'aria-hidden': 'true' });
  for (const [tag, attributes] of shapes) node.appendChild(createNode(tag, attributes));
  return node;
}

function createNode(tag: string, attributes: Record<string, string | number>): SVGElement {
  const node = document.createElementNS(namespace, tag) as SVGElement;
  for (const name of Object.keys(attributes)) node.setAttribute(name, `${attributes[name]}`);
  return node;
}
