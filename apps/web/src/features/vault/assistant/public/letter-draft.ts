import type { AssistantView } from '@zavet/contract/vault/assistant-endpoints';
import { type DraftFacts, headingOf, parseReply } from '@zavet/contract/vault/reply-rules';
import type { ChatMessage } from '../conversation/message-rules.ts';

/** The text of an instruction with the known values of its other fields. */
export interface LetterDraft {
  text: string;
  facts: DraftFacts;
}

/** Creates a draft. Its title defaults to the heading of the text. */
export function createLetterDraft(text: string, facts: DraftFacts = {}): LetterDraft {
  const title = facts.title ?? headingOf(text);
  return { text, facts: title === undefined ? facts : { ...facts, title } };
}

export interface CurrentDraft extends LetterDraft {
  /** The id of the message that contains the draft. */
  id: string;
  isComplete: boolean;
}

/**
 * Returns the current letter: the last draft of a language model, or the draft of the guide's last
 * reply, because the user can go back or restart in the guide.
 */
export function findCurrentDraft(
  messages: readonly ChatMessage[],
  kind: AssistantView['kind'],
): CurrentDraft | undefined {
  const replies = messages.filter(({ role, state }) => role === 'assistant' && state !== 'apology');
  const candidates = kind === 'guide' ? replies.slice(-1) : replies;
  for (const reply of candidates.toReversed()) {
    const shown = findDraft(reply.content);
    const isComplete = shown !== undefined && reply.state !== 'growing';
    const draft = shown ?? findDraft(reply.draft ?? '');
    if (draft) return { ...draft, id: reply.id, isComplete };
  }
  return undefined;
}

function findDraft(text: string): LetterDraft | undefined {
  const draft = parseReply(text).findLast(({ kind }) => kind === 'draft');
  return draft && createLetterDraft(draft.text, draft.facts);
}
