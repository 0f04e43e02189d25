import type { ChatTurn } from '@zavet/contract/assistant/assistant-endpoints';

/** What a language model gets to hear of a conversation: its last turns, and not too many words. */
const mostTurns = 40;
const mostCharacters = 40_000;

export function latestTurns(turns: readonly ChatTurn[]): ChatTurn[] {
  let characters = 0;
  const kept = turns.slice(-mostTurns);
  const first = kept.findLastIndex(({ content }) => {
    characters += content.length;
    return characters > mostCharacters;
  });
  return kept.slice(first + 1);
}
