import { pdfResources } from 'virtual:pdf-resources';
// The legacy build, because the modern one requires the latest browsers.
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Larger images are skipped: a small file can contain one that exhausts the memory. */
const maxImagePixels = 100_000_000;
const maxCanvasPixels = 16_000_000;

/** Opens a PDF in a worker, without scripts, XFA forms and WebAssembly. */
export function openPdf(bytes: ArrayBuffer) {
  const base = new URL(pdfResources, location.origin).href;
  // A dedicated worker, because the library never retries loading its shared one.
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
      // Only errors inside the worker have a message; a worker that was not loaded has none.
      reject(event.message ? new Error(event.message) : new TypeError('Not loaded')),
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

/** Returns the ratio of height to width of a page. */
export async function measurePage(document: PDFDocumentProxy, pageNumber: number): Promise<number> {
  const { width, height } = (await document.getPage(pageNumber)).getViewport({ scale: 1 });
  return height / width;
}

/** Draws a page at the width of its canvas. The returned task can be cancelled. */
export function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement) {
  const original = page.getViewport({ scale: 1 });
  const wantedScale = (canvas.clientWidth * devicePixelRatio) / original.width;
  const maxScale = Math.sqrt(maxCanvasPixels / (original.width * original.height));
  const viewport = page.getViewport({ scale: Math.min(wantedScale, maxScale) });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  return page.render({ canvas, viewport });
}

/** Returns the text of a page for screen readers. */
export async function readPageText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    .join('');
}
