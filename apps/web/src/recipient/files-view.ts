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

export function filesView(parts: FilesParts): HTMLElement {
  const { files } = parts.delivery;
  const { title } = parts.texts.files;
  const isLight = files.length <= fewFiles || 'loading' in Image.prototype;
  const isOpen = isLight && !isConnectionSlow();
  return element(
    'section',
    { class: 'files', 'aria-label': title },
    element('h2', {}, title),
    element('ul', {}, ...files.map((file) => row(parts, file, isOpen))),
  );
}

function row(parts: FilesParts, file: LetterFile, isOpen: boolean): HTMLElement {
  const { delivery, texts, locale, source, mayDownload } = parts;
  const { id, file_name } = file;
  const note = id ? sizeText(file.size_bytes, locale, texts.files) : texts.files.lost;
  const name = element(
    'span',
    { class: 'file-name' },
    element('bdi', {}, file_name),
    ' ',
    element('span', { class: 'note' }, note),
  );
  if (!id) return element('li', { class: 'file' }, name);
  const address = source.fileAddress(delivery.id, id);
  const may = () => mayDownload(delivery.id);
  const action = element('span', { class: 'file-action' }, texts.files.download);
  return element(
    'li',
    {},
    downloadLink(address, { class: 'file' }, may, name, ' ', action),
    ...(isShowable(file) ? showing({ file, address, texts, may }, isOpen) : []),
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
