import { addDays, type Day } from '@zavet/contract/days';
import {
  type Editions,
  editionInForce,
  type LegalDocument,
  legalDocumentNames,
} from '@zavet/contract/identity/editions';
import { serviceTerms } from '@zavet/contract/service-terms';

/** What a person has to do with one edition of one document. */
export interface EditionStatus {
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
  statusOf: (document: LegalDocument, edition: Day) => EditionStatus,
  today: Day,
): PersonalEditions {
  const in_force: PersonalEdition[] = [];
  const coming: PersonalEdition[] = [];
  for (const document of legalDocumentNames) {
    const known = editions[document].map((edition, index) => {
      const knowledge = statusOf(document, edition);
      const holds_from = index === 0 ? edition : holdsFrom(edition, knowledge, today);
      return { document, edition, holds_from, accepted_at: knowledge.accepted_at };
    });
    const present = currentIndex(known, today);
    in_force.push(...known.slice(present, present + 1));
    coming.push(...known.slice(present + 1).filter(isNotSuperseded));
  }
  return { in_force, coming };
}

/** Which of the editions of one thing holds on a day, by its place; before the first, the first. */
export function currentIndex(known: readonly { holds_from: Day }[], day: Day): number {
  return Math.max(
    0,
    known.findLastIndex(({ holds_from }) => holds_from <= day),
  );
}

/** From when an edition, but the first one, holds for a person. */
function holdsFrom(edition: Day, { told_on, accepted_at }: EditionStatus, today: Day): Day {
  if (told_on) return effectiveFrom(edition, told_on);
  // A person who came with it, or accepted it before any notice, needs none.
  return accepted_at ? edition : effectiveFrom(edition, today);
}

/** What a notice of this day promises. */
export function effectiveFrom(edition: Day, toldOn: Day): Day {
  const noticeEnds = addDays(toldOn, serviceTerms.changeNoticeDays);
  return edition > noticeEnds ? edition : noticeEnds;
}

/** Documents that change on the same day, and are announced together. */
export interface Announcement {
  edition: Day;
  documents: LegalDocument[];
}

/** Of what people have to be told by now: what comes, and what has begun and is still the newest. */
export function dueAnnouncements(editions: Editions, today: Day): Announcement[] {
  const byDay = new Map<Day, LegalDocument[]>();
  for (const document of legalDocumentNames) {
    for (const edition of editionsToAnnounce(editions[document], today)) {
      byDay.set(edition, [...(byDay.get(edition) ?? []), document]);
    }
  }
  return Array.from(byDay, ([edition, documents]) => ({ edition, documents })).sort((one, other) =>
    one.edition < other.edition ? -1 : 1,
  );
}

/** What changes for a reader on one day. */
export interface Change extends Announcement {
  holds_from: Day;
}

/** What a notice of this day says, without the editions that a newer one of it replaces at once. */
export function changesInNotice(announcements: readonly Announcement[], today: Day): Change[] {
  const changes = announcements.map((one) => ({
    ...one,
    holds_from: effectiveFrom(one.edition, today),
  }));
  return changes
    .map((change, index) => {
      const replaced = changes
        .slice(index + 1)
        .filter(({ holds_from }) => holds_from <= change.holds_from)
        .flatMap(({ documents }) => documents);
      return { ...change, documents: change.documents.filter((one) => !replaced.includes(one)) };
    })
    .filter(({ documents }) => documents.length > 0);
}

/** The editions of one thing that people have to be told of by now. */
export function editionsToAnnounce(editions: readonly [Day, ...Day[]], today: Day): Day[] {
  const newest = editionInForce(editions, today);
  // The first edition changes nothing for anybody.
  return editions.slice(1).filter((edition) => edition >= newest);
}

/** An edition that a newer one replaces before it holds will never hold. */
function isNotSuperseded(one: PersonalEdition, index: number, all: PersonalEdition[]): boolean {
  return all.slice(index + 1).every(({ holds_from }) => holds_from > one.holds_from);
}
