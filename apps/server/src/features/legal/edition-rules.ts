import { addDays, type Day } from '@zavet/contract/days';
import {
  type Editions,
  editionInForce,
  type LegalDocument,
  legalDocumentNames,
} from '@zavet/contract/legal/editions';
import { serviceTerms } from '@zavet/contract/legal/service-terms';

/** What a person has to do with one edition of one document. */
export interface Knowledge {
  accepted_at: Date | null;
  told_on: Day | null;
}

export interface PersonalEdition {
  document: LegalDocument;
  edition: Day;
  holds_from: Day;
  accepted_at: Date | null;
}

export interface PersonalEditions {
  in_force: PersonalEdition[];
  coming: PersonalEdition[];
}

/** The editions of every document as they concern one person. */
export function personalEditions(
  editions: Editions,
  knowledgeOf: (document: LegalDocument, edition: Day) => Knowledge,
  today: Day,
): PersonalEditions {
  const in_force: PersonalEdition[] = [];
  const coming: PersonalEdition[] = [];
  for (const document of legalDocumentNames) {
    const known = editions[document].map((edition, index) => {
      const knowledge = knowledgeOf(document, edition);
      const holds_from = index === 0 ? edition : holdsFrom(edition, knowledge, today);
      return { document, edition, holds_from, accepted_at: knowledge.accepted_at };
    });
    const present = Math.max(
      0,
      known.findLastIndex(({ holds_from }) => holds_from <= today),
    );
    in_force.push(...known.slice(present, present + 1));
    coming.push(...known.slice(present + 1).filter(isNotOvertaken));
  }
  return { in_force, coming };
}

/** From when an edition, but the first one, holds for a person. */
function holdsFrom(edition: Day, { told_on, accepted_at }: Knowledge, today: Day): Day {
  if (told_on) return promisedFrom(edition, told_on);
  // A person who came with it, or accepted it before any notice, needs none.
  return accepted_at ? edition : promisedFrom(edition, today);
}

/** What a notice of this day promises. */
export function promisedFrom(edition: Day, toldOn: Day): Day {
  const noticeEnds = addDays(toldOn, serviceTerms.changeNoticeDays);
  return edition > noticeEnds ? edition : noticeEnds;
}

/** Documents that change on the same day, and are announced together. */
export interface Announcement {
  edition: Day;
  documents: LegalDocument[];
}

/** Of what people have to be told by now: what comes, and what has begun and is still the newest. */
export function announcementsOn(editions: Editions, today: Day): Announcement[] {
  const byDay = new Map<Day, LegalDocument[]>();
  for (const document of legalDocumentNames) {
    const newest = editionInForce(editions[document], today);
    // The first edition changes nothing for anybody.
    for (const edition of editions[document].slice(1).filter((one) => one >= newest)) {
      byDay.set(edition, [...(byDay.get(edition) ?? []), document]);
    }
  }
  return Array.from(byDay, ([edition, documents]) => ({ edition, documents })).sort((one, other) =>
    one.edition < other.edition ? -1 : 1,
  );
}

/** An edition that a newer one replaces before it holds will never hold. */
function isNotOvertaken(one: PersonalEdition, index: number, all: PersonalEdition[]): boolean {
  return all.slice(index + 1).every(({ holds_from }) => holds_from > one.holds_from);
}
