import type { AssistantInput } from '@zavet/contract/assistant/assistant-endpoints';
import { markedAsDraft } from '@zavet/contract/assistant/reply-rules';
import { positionIn } from './conversation-rules.ts';
import { guideWords } from './guide-words.ts';
import { factsOf, writeBeginning } from './write-draft.ts';

/**
 * What the answers have become while the guide still asks, to be read beside its questions. Null
 * while there is nothing of the person's own in it, and once the guide has said the whole draft.
 */
export function letterSoFar(input: AssistantInput, { state } = positionIn(input)): string | null {
  if (state.step !== 'asking' || state.answers.every((answer) => answer === null)) return null;
  const t = guideWords(input.language);
  return markedAsDraft(
    writeBeginning(t, state.category, state.answers),
    factsOf(t, state, input.language),
  );
}
