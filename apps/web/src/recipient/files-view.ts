import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { downloadLink, isConnectionSlow } from './downloads.ts';
import { button, element, problem } from './elements.ts';
import { sizeText } from './formats.ts';
import type { FileParts, LetterFile, ViewContext } from './view-context.ts';

interface FilesParts extends ViewContext {
  delivery: DeliveryView;
}

/** Types and sizes a phone can show without another program. */
const shown = /^(image\/(jpeg|png|gif)|application\/pdf|text\/plain)$/;
const largestShown = 25 * 1024 * 1024;
const largestText = 1024 * 1024;
/** Shown without being asked for. */
const shortText = 64 * 1024;
/** Shown unasked by browsers that load every photo immediately. */
const fewFiles = 4;

export function filesView(parts: FilesParts): HTMLElement | false {
  const { files, lost_files } = parts.delivery;
  if (!files.length && !lost_files.length) return false;
  const isLight = files.length <= fewFiles || 'loading' in Image.prototype;
  const isOpen = isLight && !isConnectionSlow();
  return element(
    'section',
    { class: 'files', 'aria-labelledby': 'files-title' },
    element('h2', { id: 'files-title' }, parts.texts.files.title),
    element(
      'ul',
      {},
      ...files.map((file) => row(parts, file, isOpen)),
      ...lost_files.map((name) =>
        element('li', { class: 'file' }, named(name, parts.texts.files.lost)),
      ),
    ),
  );
}

function row(parts: FilesParts, file: LetterFile, isOpen: boolean): HTMLElement {
  const { delivery, texts, locale, source, mayDownload } = parts;
  const address = source.fileAddress(delivery.id, file.id);
  const may = () => mayDownload(delivery.id);
  const name = named(file.file_name, sizeText(file.size_bytes, locale, texts.files));
  const action = element('span', { class: 'file-action' }, texts.files.download);
  return element(
    'li',
    {},
    downloadLink(address, { class: 'file' }, may, name, ' ', action),
    ...(isShowable(file) ? showing({ file, address, texts, may }, isOpen) : []),
  );
}

function named(name: string, note: string): HTMLElement {
  return element(
    'span',
    { class: 'file-name' },
    element('bdi', {}, name),
    ' ',
    element('span', { class: 'note' }, note),
  );
}

function isShowable(file: LetterFile): boolean {
  return (
    shown.test(file.mime_type) && file.size_bytes <= (isText(file) ? largestText : largestShown)
  );
}

const isText = ({ mime_type }: LetterFile) => mime_type === 'text/plain';

/** Photos and short texts may be open from the beginning. */
function showing(parts: FileParts, isOpen: boolean): Node[] {
  const { file } = parts;
  if (isOpen && /^image/.test(file.mime_type)) return [photo(parts)];
  return toggled(parts, isOpen && isText(file) && file.size_bytes <= shortText);
}

/** An `img` runs no scripts inside the file; its URL is always served as a download. */
function photo({ file, address: src, texts }: FileParts): HTMLElement {
  const picture = element('img', { class: 'photo', alt: file.file_name, loading: 'lazy', src });
  picture.addEventListener('error', () => picture.replaceWith(problem(texts.view.failed)));
  return picture;
}

/** A button that shows and hides the file below. */
function toggled(parts: FileParts, isOpen: boolean): Node[] {
  const { file, texts } = parts;
  const place = element('div', isText(file) ? { class: 'text' } : {});
  let toggle: (() => void) | undefined;
  const press = button('plain show', texts.files.show, async () => {
    try {
      if (!toggle) {
        const { fileToggle } = await import('./file-view.ts');
        toggle = fileToggle(parts, press, place);
      }
      toggle();
    } catch {
      place.textContent = texts.view.failed;
    }
  });
  // Reserves the height of a text that is still loading.
  press.setAttribute('aria-expanded', `${isOpen}`);
  press.setAttribute('aria-label', `${texts.files.show}: ${file.file_name}`);
  if (isOpen) press.click();
  return [press, place];
}
