import { pdfResources } from 'virtual:pdf-resources';
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
// Unmodified build for browsers that support it; others offer a download.
import readerAddress from 'pdfjs-dist/legacy/build/pdf.min.mjs?url';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { button, element, problem, replaceContent, type ViewTexts } from './elements.ts';
import { fill } from './texts.ts';

/** Bigger images are skipped: a small file may contain one that exhausts the memory of a phone. */
const maxImagePixels = 50_000_000;
const maxCanvasPixels = 4_000_000;

/** A PDF, page by page on one canvas. */
export function showPdf(
  place: HTMLElement,
  name: string,
  address: string,
  texts: ViewTexts,
): () => void {
  let isClosed = false;
  let end: () => unknown = () => {};
  const show = async () => {
    const reader: typeof import('pdfjs-dist') = await import(/* @vite-ignore */ readerAddress);
    const response = await fetch(address, { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`${response.status}`);
    const data = await response.arrayBuffer();
    if (isClosed) return;
    const { document, close } = openPdf(reader, data);
    end = close;
    const pages = new Pages(await document, name, texts);
    if (isClosed) return;
    replaceContent(place, ...pages.nodes);
    await pages.draw();
  };
  show().catch((error: unknown) => {
    if (isClosed) return;
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    replaceContent(place, problem(isLocked ? texts.locked : texts.failed));
  });
  return () => {
    isClosed = true;
    end();
  };
}

/** Parsed in a worker, without scripts, XFA forms and WebAssembly. */
function openPdf(reader: typeof import('pdfjs-dist'), data: ArrayBuffer) {
  const base = new URL(pdfResources, window.location.origin).href;
  const port = new Worker(workerAddress, { type: 'module' });
  const verbosity = reader.VerbosityLevel.ERRORS;
  const opening = reader.getDocument({
    data,
    worker: reader.PDFWorker.create({ port, verbosity }),
    cMapUrl: `${base}cmaps/`,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    useWasm: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    verbosity,
  });
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('The reader did not come')));
  });
  return {
    document: Promise.race([opening.promise, failed]),
    close: () => opening.destroy().then(() => port.terminate()),
  };
}

class Pages {
  readonly nodes: Node[];
  readonly #document: PDFDocumentProxy;
  readonly #texts: ViewTexts;
  readonly #canvas: HTMLCanvasElement;
  readonly #where = element('span', { class: 'note', role: 'status' });
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  #number = 1;
  #drawing: RenderTask | undefined;

  constructor(document: PDFDocumentProxy, name: string, texts: ViewTexts) {
    this.#document = document;
    this.#texts = texts;
    this.#canvas = element('canvas', { 'aria-label': name });
    this.#previous = button('quiet', texts.previous, () => this.#turn(-1));
    this.#next = button('quiet', texts.next, () => this.#turn(1));
    const turning = element('div', { class: 'turning' }, this.#previous, this.#where, this.#next);
    this.nodes = document.numPages > 1 ? [this.#canvas, turning] : [this.#canvas];
  }

  async draw(): Promise<void> {
    const { numPages: count } = this.#document;
    const number = this.#number;
    this.#where.textContent = fill(this.#texts.page, { page: `${number}`, count: `${count}` });
    // `disabled` would drop the keyboard focus.
    this.#previous.setAttribute('aria-disabled', `${number === 1}`);
    this.#next.setAttribute('aria-disabled', `${number === count}`);
    if (this.#drawing) this.#drawing.cancel();
    const page = await this.#document.getPage(number);
    const whole = page.getViewport({ scale: 1 });
    const wanted = (this.#canvas.clientWidth * window.devicePixelRatio) / whole.width;
    const largest = Math.sqrt(maxCanvasPixels / (whole.width * whole.height));
    const viewport = page.getViewport({ scale: Math.min(wanted, largest) });
    this.#canvas.width = Math.floor(viewport.width);
    this.#canvas.height = Math.floor(viewport.height);
    this.#drawing = page.render({ canvas: this.#canvas, viewport });
    await this.#drawing.promise;
    const { items } = await page.getTextContent();
    // For screen readers.
    this.#canvas.textContent = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  }

  #turn(by: number): void {
    const number = this.#number + by;
    if (number < 1 || number > this.#document.numPages) return;
    this.#number = number;
    // The page was changed while it was rendered.
    this.draw().catch(() => {});
  }
}
