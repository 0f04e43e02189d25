import { element, problemNote, replaceContent, type ViewTexts } from './elements.ts';
import type { FileInput } from './view-context.ts';

/** Returns a function that shows and hides a file, also while it is loading. */
export function createFileToggle(
  { file, address, texts, may }: FileInput,
  toggleButton: HTMLElement,
  container: HTMLElement,
): () => void {
  let close: (() => void) | undefined;
  const open = async (): Promise<void> => {
    let isClosed = false;
    close = () => {
      isClosed = true;
    };
    container.append(element('p', { class: 'note', role: 'status' }, texts.view.opening));
    if ((await may()) && !isClosed) close = showFile(container, file, address, texts.view);
  };
  return () => {
    const isOpening = !close;
    if (close) close();
    close = undefined;
    container.textContent = '';
    toggleButton.textContent = isOpening ? texts.files.hide : texts.files.show;
    toggleButton.setAttribute('aria-expanded', `${isOpening}`);
    toggleButton.setAttribute('aria-label', `${toggleButton.textContent}: ${file.file_name}`);
    if (isOpening) open();
  };
}

/** Shows a picture, a text or a PDF. Returns a function that closes it. */
function showFile(
  container: HTMLElement,
  { file_name, mime_type }: { file_name: string; mime_type: string },
  address: string,
  texts: ViewTexts,
): () => void {
  if (/^image/.test(mime_type)) return showPicture(container, file_name, address, texts);
  let isClosed = false;
  let close = () => {
    isClosed = true;
  };
  const show = async () => {
    if (mime_type === 'text/plain') {
      const text = await readText(address);
      const region = { role: 'region', tabindex: '0', dir: 'auto', 'aria-label': file_name };
      if (!isClosed) replaceContent(container, element('div', region, text));
      return;
    }
    const { showPdf } = await import('./pdf-view.ts');
    if (!isClosed) close = showPdf(container, file_name, address, texts);
  };
  show().catch(() => {
    if (!isClosed) replaceContent(container, problemNote(texts.failed));
  });
  return () => close();
}

/** An `img` runs no scripts of the file, and its URL is always served as a download. */
function showPicture(
  container: HTMLElement,
  name: string,
  address: string,
  texts: ViewTexts,
): () => void {
  const picture = element('img', { class: 'photo', alt: name });
  picture.addEventListener('load', () => replaceContent(container, picture));
  picture.addEventListener('error', () => replaceContent(container, problemNote(texts.failed)));
  picture.src = address;
  return () => {
    picture.removeAttribute('src');
  };
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1251 or Windows-1252. */
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
    // Three accented letters in a row indicate Cyrillic text.
    return /[À-ÿ]{3}/.test(western) ? new TextDecoder('windows-1251').decode(bytes) : western;
  }
}
