import type { DeliveryView } from '@zavet/contract/protocol/delivery-schemas';
import { asideView } from './aside-view.ts';
import { downloadLink } from './download-link.ts';
import { downloadSign } from './drawings.ts';
import { button, element, screenHeading } from './elements.ts';
import { filesView } from './files-view.ts';
import { dateText, sizeText } from './formats.ts';
import { greetingOf, starterView } from './greeting.ts';
import type { Savable } from './reading.ts';
import type { Surroundings } from './surroundings.ts';
import { fill } from './texts.ts';

interface LetterParts extends Surroundings {
  delivery: DeliveryView;
  /** Where the other letters are, if there are any. */
  home: string | undefined;
  savable: Savable | undefined;
}

export function letterView(parts: LetterParts): Node[] {
  const { delivery, texts, locale, home, go, source, mayDownload } = parts;
  const content = delivery.content.trim();
  const bytes = delivery.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const size = sizeText(bytes, locale, texts.files);
  const letter = element(
    'article',
    { class: 'sheet' },
    heading(parts),
    content !== '' && element('div', { class: 'letter', dir: 'auto' }, delivery.content),
    delivery.files.length > 0 && filesView(parts),
  );
  const side = asideView(
    parts,
    // Of this letter alone, where everything is more than that.
    home !== undefined &&
      delivery.files.length > 1 &&
      downloadLink(
        source.archiveAddress(delivery.id),
        { class: 'button quiet' },
        () => mayDownload(delivery.id),
        downloadSign(),
        fill(texts.files.downloadAll, { size }),
      ),
    button('plain', texts.print, () => window.print()),
  );
  const columns = element('div', { class: 'columns' }, letter, side);
  if (!home) return [columns];
  const back = element('a', { class: 'button plain back', href: home }, texts.letters.all);
  return [go(back), columns];
}

function heading({ delivery, texts, locale }: LetterParts): HTMLElement {
  const date = dateText(delivery.written_at, locale);
  return element(
    'header',
    {},
    element('p', { class: 'intro' }, texts.intro),
    screenHeading(delivery.title),
    greetingOf(delivery, texts, fill(texts.written, { date })),
    starterView(delivery, texts),
  );
}
