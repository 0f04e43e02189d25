import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import { draftOf, offersChoice } from '@zavet/contract/vault/reply-rules';
import { type ChatMessage, isBlank } from './messages.ts';

/** Whether the guide waits to hear for whom the letter is: at first, as long as it asks, after a draft. */
export function isChoosingIn(messages: readonly ChatMessage[]): boolean {
  const last = messages.findLast((message) => message.role === 'assistant' && !isBlank(message));
  if (!last) return true;
  const { content } = last;
  return draftOf(content) !== undefined || offersChoice(content, instructionCategories.length);
}
