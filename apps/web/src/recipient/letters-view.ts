import type { DeliveryView, RecipientLetter } from '@zavet/contract/protocol/delivery-endpoints';
import { asideView } from './aside-view.ts';
import { envelope } from './drawings.ts';
import { element, screenHeading } from './elements.ts';
import { countText, dateText, excerptOf } from './formats.ts';
import type { CompleteDownload } from './letter-loader.ts';
import { greetingOf, starterView } from './letter-view.ts';
import { letterPathOf } from './link.ts';
import { fill } from './texts.ts';
import type { ViewContext } from './view-context.ts';

interface LettersInput extends ViewContext {
  /** The letter whose link was opened; the others follow. */
  first: DeliveryView;
  letters: RecipientLetter[];
  home: string;
  download: CompleteDownload;
}

/** Several letters to one person: an excerpt of the first, and the others as envelopes. */
export function lettersView(input: LettersInput): Node[] {
  const { first, letters, texts, locale } = input;
  const number = texts.numbers[`${letters.length}` as '2'] || `${letters.length}`;
  const others = letters.filter(({ id }) => id !== first.id);
  return [
    element(
      'header',
      { class: 'head' },
      screenHeading(countText(letters.length, locale, texts.letters, 'title', { number })),
      greetingOf(first, texts, texts.letters.noHurry),
      starterView(first, texts),
    ),
    element(
      'div',
      { class: 'columns' },
      element(
        'div',
        {},
        firstLetterView(input),
        element('ul', { class: 'rows' }, ...others.map((letter) => letterRow(input, letter))),
      ),
      asideView({ ...input, delivery: first }),
    ),
  ];
}

function firstLetterView(input: LettersInput): HTMLElement {
  const { first, texts, home, go } = input;
  const href = letterPathOf(home, first.id);
  const link = element('a', { class: 'button plain', href }, texts.letters.readOn);
  const excerpt = excerptOf(first.content);
  return element(
    'article',
    { class: 'sheet' },
    element('h2', { dir: 'auto' }, first.title),
    excerpt !== '' &&
      element('p', { class: /…$/.test(excerpt) ? 'letter cut' : 'letter', dir: 'auto' }, excerpt),
    element('div', { class: 'further' }, go(link), filesNote(input, first.files.length)),
  );
}

function letterRow(input: LettersInput, { id, title, file_count, opened_at }: RecipientLetter) {
  const { texts, locale, home, go } = input;
  const words = texts.letters;
  const state = opened_at
    ? fill(words.opened, { date: dateText(opened_at, locale) })
    : words.sealed;
  const files = filesNote(input, file_count);
  const link = element(
    'a',
    { class: 'row', href: letterPathOf(home, id) },
    envelope(opened_at !== null),
    element(
      'span',
      {},
      element('b', { dir: 'auto' }, title === null ? words.damaged : title),
      ' ',
      element('span', { class: 'note' }, state, files && ' · ', files),
    ),
  );
  return element('li', {}, go(link));
}

function filesNote({ texts, locale }: LettersInput, count: number): HTMLElement | false {
  if (count === 0) return false;
  return element('span', { class: 'note' }, countText(count, locale, texts.files, 'count'));
}
