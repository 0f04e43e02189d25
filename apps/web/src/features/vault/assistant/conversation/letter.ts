import type { AssistantView } from '@zavet/contract/vault/assistant-endpoints';
import { parseReply } from '@zavet/contract/vault/reply-rules';
import { type InsertedDraft, insertedDraft } from '../public/inserted-draft.ts';
import type { ChatMessage } from './messages.ts';

export interface LetterInHand extends InsertedDraft {
  /** The message it comes from. */
  id: string;
  /** The assistant has called it a draft; otherwise it still grows with the answers. */
  isWhole: boolean;
}

/**
 * The letter as it stands now. A language model's last draft holds until it writes another; what the
 * guide last said settles whether there is a letter at all, since one can go back or begin anew.
 */
export function letterIn(
  messages: readonly ChatMessage[],
  kind: AssistantView['kind'],
): LetterInHand | undefined {
  const replies = messages.filter(({ role, state }) => role === 'assistant' && state !== 'apology');
  const asked = kind === 'guide' ? replies.slice(-1) : replies;
  for (const reply of asked.toReversed()) {
    const said = draftIn(reply.content);
    const isWhole = said !== undefined && reply.state !== 'growing';
    const found = said ?? draftIn(reply.draft ?? '');
    if (found) return { ...found, id: reply.id, isWhole };
  }
  return undefined;
}

function draftIn(text: string): InsertedDraft | undefined {
  const draft = parseReply(text).findLast(({ kind }) => kind === 'draft');
  return draft && insertedDraft(draft.text, draft.facts);
}
