import { button, element, replaceContent } from './elements.ts';
import { type DeliveryTexts, fill } from './texts.ts';
import type { Trouble } from './trouble.ts';

export interface ClosingInput {
  emailHint: string;
  texts: DeliveryTexts;
  /** Undefined in a preview, which has no link to close. */
  closeLink: (() => Promise<Trouble | undefined>) | undefined;
}

interface QuestionInput extends ClosingInput {
  closeLink: NonNullable<ClosingInput['closeLink']>;
  slot: HTMLElement;
  back: () => void;
}

/** Explains the consequences of closing a link and asks for a confirmation. */
export function showClosingQuestion(input: QuestionInput): void {
  const { emailHint, texts, slot, back } = input;
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
      // The hint is empty if the address cannot be read.
      emailHint !== '' && element('p', {}, fill(words.renewal, { email: emailHint })),
    ),
    problem,
    element('div', { class: 'choice' }, cancel, confirmButton(input, problem)),
  );
  replaceContent(slot, question);
  cancel.focus();
}

function confirmButton({ texts, closeLink }: QuestionInput, problem: Element): HTMLElement {
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
