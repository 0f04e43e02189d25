import { pdfResources } from 'virtual:pdf-resources';
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
// pdf.js is used as published. In browsers that cannot run it, the page offers a download.
import pdfjsUrl from 'pdfjs-dist/legacy/build/pdf.min.mjs?url';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { button, element, problemNote, replaceContent, type ViewTexts } from './elements.ts';
import { fill } from './texts.ts';

/** Larger images are skipped: even a small file may contain one that exhausts a phone's memory. */
const maxImagePixels = 50_000_000;
const maxCanvasPixels = 4_000_000;

/** Shows a PDF page by page on one canvas. */
export function showPdf(
  container: HTMLElement,
  name: string,
  url: string,
  texts: ViewTexts,
): () => void {
  let isClosed = false;
  let closeReader: () => unknown = () => {};
  const load = async () => {
    const pdfjs: typeof import('pdfjs-dist') = await import(/* @vite-ignore */ pdfjsUrl);
    const response = await fetch(url, { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`${response.status}`);
    const data = await response.arrayBuffer();
    if (isClosed) return;
    const { document, close } = openPdf(pdfjs, data);
    closeReader = close;
    const pages = new Pages(await document, name, texts);
    if (isClosed) return;
    replaceContent(container, ...pages.nodes);
    await pages.draw();
  };
  load().catch((error: unknown) => {
    if (isClosed) return;
    const isEncrypted = error instanceof Error && error.name === 'PasswordException';
    replaceContent(container, problemNote(isEncrypted ? texts.locked : texts.failed));
  });
  return () => {
    isClosed = true;
    closeReader();
  };
}

/** Parses a PDF in a worker, without scripts, XFA forms and WebAssembly. */
function openPdf(pdfjs: typeof import('pdfjs-dist'), data: ArrayBuffer) {
  const base = new URL(pdfResources, window.location.origin).href;
  const port = new Worker(workerUrl, { type: 'module' });
  const verbosity = pdfjs.VerbosityLevel.ERRORS;
  const opening = pdfjs.getDocument({
    data,
    worker: pdfjs.PDFWorker.create({ port, verbosity }),
    cMapUrl: `${base}cmaps/`,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    useWasm: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    verbosity,
  });
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('PDF worker failed')));
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
  readonly #status = element('span', { class: 'note', role: 'status' });
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  #pageNumber = 1;
  #drawing: RenderTask | undefined;

  constructor(document: PDFDocumentProxy, name: string, texts: ViewTexts) {
    this.#document = document;
    this.#texts = texts;
    this.#canvas = element('canvas', { 'aria-label': name });
    this.#previous = button('quiet', texts.previous, () => this.#turn(-1));
    this.#next = button('quiet', texts.next, () => this.#turn(1));
    const pager = element('div', { class: 'turning' }, this.#previous, this.#status, this.#next);
    this.nodes = document.numPages > 1 ? [this.#canvas, pager] : [this.#canvas];
  }

  async draw(): Promise<void> {
    const { numPages: count } = this.#document;
    const pageNumber = this.#pageNumber;
    this.#status.textContent = fill(this.#texts.page, { page: `${pageNumber}`, count: `${count}` });
    // `disabled` would lose the keyboard focus.
    this.#previous.setAttribute('aria-disabled', `${pageNumber === 1}`);
    this.#next.setAttribute('aria-disabled', `${pageNumber === count}`);
    if (this.#drawing) this.#drawing.cancel();
    const page = await this.#document.getPage(pageNumber);
    const pageSize = page.getViewport({ scale: 1 });
    const wantedScale = (this.#canvas.clientWidth * window.devicePixelRatio) / pageSize.width;
    const maxScale = Math.sqrt(maxCanvasPixels / (pageSize.width * pageSize.height));
    const viewport = page.getViewport({ scale: Math.min(wantedScale, maxScale) });
    this.#canvas.width = Math.floor(viewport.width);
    this.#canvas.height = Math.floor(viewport.height);
    this.#drawing = page.render({ canvas: this.#canvas, viewport });
    await this.#drawing.promise;
    const { items } = await page.getTextContent();
    // Text alternative for screen readers.
    this.#canvas.textContent = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  }

  #turn(by: number): void {
    const pageNumber = this.#pageNumber + by;
    if (pageNumber < 1 || pageNumber > this.#document.numPages) return;
    this.#pageNumber = pageNumber;
    // Rendering is cancelled when another page is requested.
    this.draw().catch(() => {});
  }
}
