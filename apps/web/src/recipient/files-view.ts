import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { downloadLink, isConnectionSlow } from './downloads.ts';
import { button, element, problem } from './elements.ts';
import { sizeText } from './formats.ts';
import type { ViewContext } from './view-context.ts';

type LetterFile = DeliveryView['files'][number];

interface FilesParts extends ViewContext {
  delivery: DeliveryView;
}

/** Types and sizes a phone can show without another program. */
const shown = /^(image\/(jpeg|png|webp|gif)|application\/pdf|text\/plain)$/;
const largestShown = 25 * 1024 * 1024;
const largestText = 1024 * 1024;
/** Shown without being asked for. */
const shortText = 64 * 1024;

export function filesView(parts: FilesParts): HTMLElement {
  return element(
    'section',
    { class: 'files', 'aria-labelledby': 'files-title' },
    element('h2', { id: 'files-title' }, parts.texts.files.title),
    element('ul', {}, ...parts.delivery.files.map((file) => row(parts, file))),
  );
}

function row(parts: FilesParts, file: LetterFile): HTMLElement {
  const { delivery, texts, locale, source, mayDownload } = parts;
  const address = source.fileAddress(delivery.id, file.id);
  const name = element(
    'span',
    { class: 'file-name' },
    element('bdi', {}, file.file_name),
    ' ',
    element('span', { class: 'note' }, sizeText(file.size_bytes, locale, texts.files)),
  );
  const action = element('span', { class: 'file-action' }, texts.files.download);
  const may = () => mayDownload(delivery.id);
  return element(
    'li',
    {},
    downloadLink(address, { class: 'file' }, may, name, ' ', action),
    ...(isShowable(file) ? showing(parts, file, address) : []),
  );
}

function isShowable({ mime_type, size_bytes }: LetterFile): boolean {
  const largest = mime_type === 'text/plain' ? largestText : largestShown;
  return shown.test(mime_type) && size_bytes <= largest;
}

/** Photos and short texts are open from the beginning, unless the connection is slow. */
function showing(parts: FilesParts, file: LetterFile, address: string): HTMLElement[] {
  if (isConnectionSlow()) return toggled(parts, file, address);
  if (/^image/.test(file.mime_type)) return [photo(parts, file, address)];
  const isOpen = file.mime_type === 'text/plain' && file.size_bytes <= shortText;
  return toggled(parts, file, address, isOpen);
}

/** An `img` runs no scripts inside the file; its URL is always served as a download. */
function photo({ texts }: FilesParts, { file_name }: LetterFile, address: string): HTMLElement {
  const picture = element('img', { class: 'photo', alt: file_name, loading: 'lazy' });
  const place = element('div', {}, picture);
  picture.addEventListener('error', () => {
    place.textContent = '';
    place.append(problem(texts.view.failed));
  });
  picture.src = address;
  return place;
}

/** A button that shows and hides the file below. */
function toggled(
  { delivery, texts, mayDownload }: FilesParts,
  file: LetterFile,
  address: string,
  isOpen = false,
): HTMLElement[] {
  const place = element('div', { class: 'view' });
  let toggle: (() => void) | undefined;
  const press = button('plain show', texts.files.show, async () => {
    try {
      if (!toggle) {
        const { fileToggle } = await import('./file-view.ts');
        toggle = fileToggle({
          press,
          place,
          file,
          address,
          texts,
          may: () => mayDownload(delivery.id),
        });
      }
      toggle();
    } catch {
      place.textContent = texts.view.failed;
    }
  });
  // Reserves the height of a text that is still loading.
  press.setAttribute('aria-expanded', `${isOpen}`);
  press.setAttribute('aria-label', `${texts.files.show}: ${file.file_name}`);
  if (file.mime_type === 'text/plain') place.className = 'view text';
  if (isOpen) press.click();
  return [press, place];
}
