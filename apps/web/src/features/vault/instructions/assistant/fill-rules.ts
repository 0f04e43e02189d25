import type { DraftFacts } from '@zavet/contract/vault/reply-rules';
import type { InstructionValues } from '../form/instruction-values.ts';

interface Contact {
  id: string;
  name: string;
}

/**
 * What a draft can fill in of the fields that are still empty. Whom it is for is a trusted contact
 * where exactly one has that name, otherwise the further recipient. What somebody chose or typed
 * stays.
 */
export function filledFrom(
  values: InstructionValues,
  facts: DraftFacts,
  contacts: readonly Contact[],
): Partial<InstructionValues> {
  const named = facts.recipient ?? facts.addressee;
  const contact = named === undefined ? undefined : contactNamed(named, contacts);
  const isTaken = values.recipient_name.trim() !== '' || values.recipient_email.trim() !== '';
  return {
    ...(facts.title && values.title.trim() === '' && { title: facts.title }),
    ...(facts.category && values.category === '' && { category: facts.category }),
    ...(contact &&
      values.trusted_contact_ids.length === 0 && { trusted_contact_ids: [contact.id] }),
    ...(facts.recipient && !contact && !isTaken && { recipient_name: facts.recipient }),
  };
}

/** The only one whose name holds all of these; several could be meant, so then nobody is. */
function contactNamed(said: string, contacts: readonly Contact[]): Contact | undefined {
  const found = contacts.filter(({ name }) => {
    const own = wordsOf(name);
    return wordsOf(said).every((word) => own.some((other) => isSameName(word, other)));
  });
  return found.length === 1 ? found[0] : undefined;
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
}

/** The longest endings of cases: «Орлов-а», «Орлов-ой»; «Liisa», «Liisa-lle». */
const mostEnding = 2;
const finnishEnding = /^(?:lle|lta|ltä|lla|llä)$/;

/** «Анна» and «Анне»: the same beginning, and endings as cases have them. */
function isSameName(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const endings = [one.slice(same), other.slice(same)];
  if (same < 3) return one === other;
  return endings.every((ending) => ending.length <= mostEnding || finnishEnding.test(ending));
}
