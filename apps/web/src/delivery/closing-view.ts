import { button, element, replaceContent } from './elements.ts';
import { type DeliveryTexts, fill } from './texts.ts';
import type { Trouble } from './trouble.ts';

interface ClosingParts {
  emailHint: string;
  texts: DeliveryTexts;
  /** Undefined where there is nothing to close. */
  closeLink: (() => Promise<Trouble | undefined>) | undefined;
}

/** First a quiet question; what it means and the choice follow only when it is asked for. */
export function closingView({ emailHint, texts, closeLink }: ClosingParts): HTMLElement {
  const words = texts.closing;
  const place = element('section', { class: 'closing' });
  const ask = button('plain', words.ask, () => {
    replaceContent(place, question);
    cancel.focus();
  });
  if (!closeLink) {
    ask.disabled = true;
    return element('section', { class: 'closing' }, ask);
  }
  const cancel = button('quiet', words.cancel, () => {
    replaceContent(place, ask);
    ask.focus();
  });
  const problem = element('div', { role: 'alert' });
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
      // An address that cannot be read any more has no hint.
      emailHint !== '' && element('p', {}, fill(words.renewal, { email: emailHint })),
    ),
    problem,
    element('div', { class: 'choice' }, cancel, confirm),
  );
  replaceContent(place, ask);
  return place;
}
