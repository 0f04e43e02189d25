import type { AssistantView } from '@zavet/contract/vault/assistant-endpoints';
import { type DraftFacts, headingOf, parseReply } from '@zavet/contract/vault/reply-rules';
import type { ChatMessage } from '../conversation/message-rules.ts';

/** A text for an instruction, and what is known of its other fields. */
export interface LetterDraft {
  text: string;
  facts: DraftFacts;
}

/** What a draft says about itself comes before what its first line seems to be. */
export function letterDraft(text: string, facts: DraftFacts = {}): LetterDraft {
  const title = facts.title ?? headingOf(text);
  return { text, facts: title === undefined ? facts : { ...facts, title } };
}

export interface CurrentDraft extends LetterDraft {
  /** The message it comes from. */
  id: string;
  /** The assistant has called it a draft; otherwise it still grows with the answers. */
  isWhole: boolean;
}

/**
 * The letter as it stands now. A language model's last draft holds until it writes another; what the
 * guide last said settles whether there is a letter at all, since one can go back or begin anew.
 */
export function currentDraft(
  messages: readonly ChatMessage[],
  kind: AssistantView['kind'],
): CurrentDraft | undefined {
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

function draftIn(text: string): LetterDraft | undefined {
  const draft = parseReply(text).findLast(({ kind }) => kind === 'draft');
  return draft && letterDraft(draft.text, draft.facts);
}
