import type { ClosingParts } from './closing-question.ts';
import { button, element, replaceContent } from './elements.ts';

/** First a quiet question; what it means and the choice are fetched only when it is asked for. */
export function closingView({ closeLink, ...parts }: ClosingParts): HTMLElement {
  const words = parts.texts.closing;
  const place = element('section', { class: 'closing' });
  const ask = button('plain', words.ask, async () => {
    const back = () => {
      replaceContent(place, ask);
      ask.focus();
    };
    try {
      const { closingQuestion } = await import('./closing-question.ts');
      if (closeLink) closingQuestion({ ...parts, closeLink, place, back });
    } catch {
      const { title } = parts.texts.troubles.network;
      replaceContent(place, ask, element('p', { class: 'problem', role: 'alert' }, title));
    }
  });
  ask.disabled = !closeLink;
  place.append(ask);
  return place;
}
