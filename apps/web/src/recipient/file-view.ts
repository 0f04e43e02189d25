import { element, problem, replaceContent, type ViewTexts } from './elements.ts';
import type { FileParts } from './view-context.ts';

/** Toggles a file, also while it is loading. */
export function fileToggle(
  { file, address, texts, may }: FileParts,
  press: HTMLElement,
  place: HTMLElement,
): () => void {
  let close: (() => void) | undefined;
  const open = async (): Promise<void> => {
    let isClosed = false;
    close = () => {
      isClosed = true;
    };
    place.append(element('p', { class: 'note', role: 'status' }, texts.view.opening));
    if ((await may()) && !isClosed) close = showFile(place, file, address, texts.view);
  };
  return () => {
    const isOpening = !close;
    if (close) close();
    close = undefined;
    place.textContent = '';
    press.textContent = isOpening ? texts.files.hide : texts.files.show;
    press.setAttribute('aria-expanded', `${isOpening}`);
    press.setAttribute('aria-label', `${press.textContent}: ${file.file_name}`);
    if (isOpening) open();
  };
}

/** Shows a picture, a text or a PDF. Returns a function that closes it. */
function showFile(
  place: HTMLElement,
  { file_name, mime_type }: { file_name: string; mime_type: string },
  address: string,
  texts: ViewTexts,
): () => void {
  if (/^image/.test(mime_type)) return showPicture(place, file_name, address, texts);
  let isClosed = false;
  let close = () => {
    isClosed = true;
  };
  const show = async () => {
    if (mime_type === 'text/plain') {
      const text = await readText(address);
      const region = { role: 'region', tabindex: '0', dir: 'auto', 'aria-label': file_name };
      if (!isClosed) replaceContent(place, element('div', region, text));
      return;
    }
    const { showPdf } = await import('./pdf-view.ts');
    if (!isClosed) close = showPdf(place, file_name, address, texts);
  };
  show().catch(() => {
    if (!isClosed) replaceContent(place, problem(texts.failed));
  });
  return () => close();
}

/** An `img` runs no scripts inside the file; its URL is always served as a download. */
function showPicture(
  place: HTMLElement,
  name: string,
  address: string,
  texts: ViewTexts,
): () => void {
  const picture = element('img', { class: 'photo', alt: name });
  picture.addEventListener('load', () => replaceContent(place, picture));
  picture.addEventListener('error', () => replaceContent(place, problem(texts.failed)));
  picture.src = address;
  return () => {
    picture.removeAttribute('src');
  };
}

/** UTF-8, UTF-16 with its mark, or else the encoding of Russian or Western Windows. */
async function readText(address: string): Promise<string> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const western = new TextDecoder('windows-1252').decode(bytes);
    // Three accented letters in a row are a Russian word.
    return /[À-ÿ]{3}/.test(western) ? new TextDecoder('windows-1251').decode(bytes) : western;
  }
}
