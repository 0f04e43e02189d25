import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import type { ClosingInput } from './closing-question.ts';
import { downloadLink } from './downloads.ts';
import { downloadIcon } from './drawings.ts';
import { button, element, replaceContent } from './elements.ts';
import { dateText, sizeText } from './formats.ts';
import type { CompleteDownload } from './letter-loader.ts';
import { fill } from './texts.ts';
import type { ViewContext } from './view-context.ts';

interface AsideInput extends ViewContext {
  delivery: DeliveryView;
  download: CompleteDownload;
}

/** Shown beside or below a letter: its actions and its expiry. */
export function asideView(input: AsideInput, ...actions: Node[]): HTMLElement {
  const { delivery, texts, locale, closeLink } = input;
  return element(
    'aside',
    { class: 'side' },
    element('div', { class: 'actions' }, ...saveNodes(input), ...actions),
    element(
      'div',
      { class: 'after' },
      element('p', {}, fill(texts.expires, { date: dateText(delivery.expires_at, locale) })),
      closingView({
        emailHint: delivery.recipient_email_hint,
        texts,
        closeLink: closeLink && (() => closeLink(delivery)),
      }),
    ),
  );
}

/** The download link with a note. One letter without files is a PDF; otherwise an archive. */
function saveNodes({ delivery, download, texts, locale, source, mayDownload }: AsideInput): Node[] {
  const words = texts.archive;
  const size = sizeText(download.bytes, locale, texts.files);
  const address = source.archiveAddress(delivery.id);
  const label = address && download.isArchive ? fill(words.saveSized, { size }) : words.save;
  const link = downloadLink(
    address || '',
    { class: 'button primary', 'aria-describedby': 'save-note' },
    () => mayDownload(delivery.id),
    downloadIcon(),
    label,
  );
  if (!address) {
    // A preview cannot be saved.
    link.removeAttribute('href');
    link.setAttribute('aria-disabled', 'true');
  }
  const note = { class: 'note', id: 'save-note' };
  if (!download.isArchive) return [link, element('p', note, words.paper)];
  const onPhone = element('span', { class: 'on-phone' }, ` ${words.phone}`);
  return [link, element('p', note, words.archive, onPhone)];
}

/** A button to close the link. The confirmation is loaded when the button is pressed. */
function closingView({ closeLink, ...input }: ClosingInput): HTMLElement {
  const words = input.texts.closing;
  const container = element('section', { class: 'closing' });
  const opener = button('plain', words.ask, async () => {
    const goBack = () => {
      replaceContent(container, opener);
      opener.focus();
    };
    try {
      const { showClosingQuestion } = await import('./closing-question.ts');
      if (closeLink) showClosingQuestion({ ...input, closeLink, slot: container, back: goBack });
    } catch {
      const { title } = input.texts.troubles.network;
      replaceContent(container, opener, element('p', { class: 'problem', role: 'alert' }, title));
    }
  });
  opener.disabled = !closeLink;
  container.append(opener);
  return container;
}
