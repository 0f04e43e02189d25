import { button, element, replaceContent } from './elements.ts';
import { type DeliveryTexts, fill } from './texts.ts';
import type { Trouble } from './trouble.ts';

export interface ClosingParts {
  emailHint: string;
  texts: DeliveryTexts;
  /** Undefined if there is nothing to close. */
  closeLink: (() => Promise<Trouble | undefined>) | undefined;
}

interface QuestionParts extends ClosingParts {
  closeLink: NonNullable<ClosingParts['closeLink']>;
  place: HTMLElement;
  back: () => void;
}

/** The consequences of closing a link, and the choice. */
export function closingQuestion(parts: QuestionParts): void {
  const { emailHint, texts, place, back } = parts;
  const words = texts.closing;
  const cancel = button('quiet', words.cancel, back);
  const problem = element('div', { role: 'alert' });
  const question = element(
    'div',
    {
      class: 'question',
      role: 'group',
      'aria-labelledby': 'closing-title',
      'aria-describedby': 'closing-text',
    },
    element('h2', { id: 'closing-title' }, words.title),
    element(
      'div',
      { id: 'closing-text' },
      element('p', {}, words.text),
      // An unreadable address has no hint.
      emailHint !== '' && element('p', {}, fill(words.renewal, { email: emailHint })),
    ),
    problem,
    element('div', { class: 'choice' }, cancel, confirmButton(parts, problem)),
  );
  replaceContent(place, question);
  cancel.focus();
}

function confirmButton({ texts, closeLink }: QuestionParts, problem: Element): HTMLElement {
  const words = texts.closing;
  let isBusy = false;
  const confirm = button('danger', words.confirm, async () => {
    if (isBusy) return;
    isBusy = true;
    problem.textContent = '';
    confirm.textContent = words.busy;
    confirm.setAttribute('aria-busy', 'true');
    const trouble = await closeLink();
    isBusy = false;
    if (trouble === undefined) return;
    confirm.textContent = words.confirm;
    confirm.removeAttribute('aria-busy');
    problem.append(
      element(
        'p',
        { class: 'problem' },
        element('strong', {}, `${words.failed}. `),
        texts.troubles[trouble].text,
      ),
    );
  });
  return confirm;
}
