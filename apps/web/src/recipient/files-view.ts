import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { downloadLink } from './downloads.ts';
import { button, element } from './elements.ts';
import { sizeText } from './formats.ts';
import type { ViewContext } from './view-context.ts';

type LetterFile = DeliveryView['files'][number];

interface FilesParts extends ViewContext {
  delivery: DeliveryView;
}

/** Types and sizes a phone can show without another program. */
const shown = /^(image\/(jpeg|png|webp|gif)|application\/pdf)$/;
const largestShown = 25 * 1024 * 1024;

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
    ...(shown.test(file.mime_type) && file.size_bytes <= largestShown
      ? showing(parts, file, address)
      : []),
  );
}

/** A button that shows and hides the file below. Loads nothing before it is pressed. */
function showing({ delivery, texts, mayDownload }: FilesParts, file: LetterFile, address: string) {
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
  press.setAttribute('aria-expanded', 'false');
  press.setAttribute('aria-label', `${texts.files.show}: ${file.file_name}`);
  return [press, place];
}
