import { pdfResources } from 'virtual:pdf-resources';
// The edition for older browsers: the other one needs features that came this year.
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Bigger pictures are left out: a small file can hold one that fills the memory. */
const maxImagePixels = 100_000_000;
const maxCanvasPixels = 16_000_000;

/** Reads a PDF in a worker. Scripts, forms that need them and WebAssembly are not even loaded. */
export function openPdf(bytes: ArrayBuffer) {
  const base = new URL(pdfResources, location.origin).href;
  // A worker of our own: the library never asks again for one that once failed to come.
  const port = new Worker(workerUrl, { type: 'module' });
  const opening = getDocument({
    data: bytes,
    worker: PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS }),
    cMapUrl: `${base}cmaps/`,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    useWasm: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    verbosity: VerbosityLevel.ERRORS,
  });
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener('error', (event) =>
      // What goes wrong inside comes with a message, a file that did not come without one.
      reject(event.message ? new Error(event.message) : new TypeError('No answer')),
    );
  });
  return {
    document: Promise.race([opening.promise, failed]),
    close: () => void opening.destroy().finally(() => port.terminate()),
  };
}

type PdfProblem = 'locked' | 'broken';

export function pdfProblemOf(error: unknown): PdfProblem {
  return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken';
}

/** Height of a page for a width of 1. */
export async function pageShape(document: PDFDocumentProxy, pageNumber: number): Promise<number> {
  const { width, height } = (await document.getPage(pageNumber)).getViewport({ scale: 1 });
  return height / width;
}

/** Draws a page as wide as its canvas is shown. Returns what stops the drawing, and when it is done. */
export function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement) {
  const whole = page.getViewport({ scale: 1 });
  const wanted = (canvas.clientWidth * devicePixelRatio) / whole.width;
  const largest = Math.sqrt(maxCanvasPixels / (whole.width * whole.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, largest) });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  return page.render({ canvas, viewport });
}

/** The words of a page, for those who cannot see it drawn. */
export async function pageText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    .join('');
}
