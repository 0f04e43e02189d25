import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { downloadLink, isConnectionSlow } from './downloads.ts';
import { button, element, problemNote } from './elements.ts';
import { sizeText } from './formats.ts';
import type { FileInput, LetterFile, ViewContext } from './view-context.ts';

interface FilesInput extends ViewContext {
  delivery: DeliveryView;
}

/** Types and sizes that a phone can show without another application. */
const showableTypes = /^(image\/(jpeg|png|gif)|application\/pdf|text\/plain)$/;
const maxShownBytes = 25 * 1024 * 1024;
const maxTextBytes = 1024 * 1024;
/** Texts up to this size are shown without a click. */
const maxOpenTextBytes = 64 * 1024;
/** Browsers without lazy loading show up to this number of files without a click. */
const maxEagerFiles = 4;

export function filesView(input: FilesInput): HTMLElement {
  const { files } = input.delivery;
  const { title } = input.texts.files;
  const canLoadEagerly = files.length <= maxEagerFiles || 'loading' in Image.prototype;
  const isOpen = canLoadEagerly && !isConnectionSlow();
  return element(
    'section',
    { class: 'files', 'aria-label': title },
    element('h2', {}, title),
    element('ul', {}, ...files.map((file) => fileRow(input, file, isOpen))),
  );
}

function fileRow(input: FilesInput, file: LetterFile, isOpen: boolean): HTMLElement {
  const { delivery, texts, locale, source, mayDownload } = input;
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
    ...(isShowable(file) ? fileContent({ file, address, texts, may }, isOpen) : []),
  );
}

function isShowable(file: LetterFile): boolean {
  return (
    showableTypes.test(file.mime_type) &&
    file.size_bytes <= (isText(file) ? maxTextBytes : maxShownBytes)
  );
}

const isText = ({ mime_type }: LetterFile) => mime_type === 'text/plain';

/** The content of a file. Only photos and short texts can be open initially. */
function fileContent(input: FileInput, isOpen: boolean): Node[] {
  const { file } = input;
  if (isOpen && /^image/.test(file.mime_type)) return [photo(input)];
  return toggleWithContent(input, isOpen && isText(file) && file.size_bytes <= maxOpenTextBytes);
}

/** An `img` runs no scripts of the file, and its URL is always served as a download. */
function photo({ file, address: src, texts }: FileInput): HTMLElement {
  const picture = element('img', { class: 'photo', alt: file.file_name, loading: 'lazy', src });
  picture.addEventListener('error', () => picture.replaceWith(problemNote(texts.view.failed)));
  return picture;
}

/** A button that shows and hides the file below. */
function toggleWithContent(input: FileInput, isOpen: boolean): Node[] {
  const { file, texts } = input;
  const container = element('div', isText(file) ? { class: 'text' } : {});
  let toggle: (() => void) | undefined;
  const toggleButton = button('plain show', texts.files.show, async () => {
    try {
      if (!toggle) {
        const { createFileToggle } = await import('./file-view.ts');
        toggle = createFileToggle(input, toggleButton, container);
      }
      toggle();
    } catch {
      container.textContent = texts.view.failed;
    }
  });
  // The styles use `aria-expanded` to reserve the height of a text that is still loading.
  toggleButton.setAttribute('aria-expanded', `${isOpen}`);
  toggleButton.setAttribute('aria-label', `${texts.files.show}: ${file.file_name}`);
  if (isOpen) toggleButton.click();
  return [toggleButton, container];
}
