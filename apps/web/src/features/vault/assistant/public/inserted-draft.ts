import { type DraftFacts, headingOf } from '@zavet/contract/vault/reply-rules';

/** A text for an instruction, and what is known of its other fields. */
export interface InsertedDraft {
  text: string;
  facts: DraftFacts;
}

/** What a draft says about itself comes before what its first line seems to be. */
export function insertedDraft(text: string, facts: DraftFacts = {}): InsertedDraft {
  const title = facts.title ?? headingOf(text);
  return { text, facts: title === undefined ? facts : { ...facts, title } };
}
