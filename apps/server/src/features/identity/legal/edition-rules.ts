import { addDays, type Day } from '@zavet/contract/days';
import {
  type Editions,
  editionInForce,
  type LegalDocument,
  legalDocumentNames,
} from '@zavet/contract/identity/editions';
import { serviceTerms } from '@zavet/contract/service-terms';

export interface EditionStatus {
  accepted_at: Date | null;
  notified_on: Day | null;
}

export interface PersonalEdition {
  document: LegalDocument;
  edition: Day;
  applies_from: Day;
  accepted_at: Date | null;
}

export interface PersonalEditions {
  in_force: PersonalEdition[];
  coming: PersonalEdition[];
}

/** Editions of all documents that apply to one user today, and upcoming ones. */
export function classifyEditions(
  editions: Editions,
  statusOf: (document: LegalDocument, edition: Day) => EditionStatus,
  today: Day,
): PersonalEditions {
  const in_force: PersonalEdition[] = [];
  const coming: PersonalEdition[] = [];
  for (const document of legalDocumentNames) {
    const all = editions[document].map((edition, index) => {
      const status = statusOf(document, edition);
      const applies_from = index === 0 ? edition : firstDayInForce(edition, status, today);
      return { document, edition, applies_from, accepted_at: status.accepted_at };
    });
    const current = findCurrentIndex(all, today);
    in_force.push(...all.slice(current, current + 1));
    coming.push(...all.slice(current + 1).filter(isNotSuperseded));
  }
  return { in_force, coming };
}

/** Index of the edition in force on a day; 0 before the first edition. */
export function findCurrentIndex(editions: readonly { applies_from: Day }[], day: Day): number {
  return Math.max(
    0,
    editions.findLastIndex(({ applies_from }) => applies_from <= day),
  );
}

/**
 * First day on which the edition applies to a user. Not for the first edition, which needs no
 * notice.
 */
function firstDayInForce(
  edition: Day,
  { notified_on, accepted_at }: EditionStatus,
  today: Day,
): Day {
  if (notified_on) return effectiveFrom(edition, notified_on);
  // An edition accepted at sign-up or before any notice needs no notice.
  return accepted_at ? edition : effectiveFrom(edition, today);
}

/** First day in force, as promised by a notice. */
export function effectiveFrom(edition: Day, notifiedOn: Day): Day {
  const noticeEnds = addDays(notifiedOn, serviceTerms.changeNoticeDays);
  return edition > noticeEnds ? edition : noticeEnds;
}

/** Documents that change on the same day. */
export interface Announcement {
  edition: Day;
  documents: LegalDocument[];
}

/** Upcoming editions, and the newest edition in force. */
export function listDueAnnouncements(editions: Editions, today: Day): Announcement[] {
  const byDay = new Map<Day, LegalDocument[]>();
  for (const document of legalDocumentNames) {
    for (const edition of listEditionsToAnnounce(editions[document], today)) {
      byDay.set(edition, [...(byDay.get(edition) ?? []), document]);
    }
  }
  return Array.from(byDay, ([edition, documents]) => ({ edition, documents })).sort((one, other) =>
    one.edition < other.edition ? -1 : 1,
  );
}

export interface EditionChange extends Announcement {
  applies_from: Day;
}

/** Content of a notice, without editions superseded before they apply. */
export function changesInNotice(
  announcements: readonly Announcement[],
  today: Day,
): EditionChange[] {
  const changes = announcements.map((one) => ({
    ...one,
    applies_from: effectiveFrom(one.edition, today),
  }));
  return changes
    .map((change, index) => {
      const replaced = changes
        .slice(index + 1)
        .filter(({ applies_from }) => applies_from <= change.applies_from)
        .flatMap(({ documents }) => documents);
      return { ...change, documents: change.documents.filter((one) => !replaced.includes(one)) };
    })
    .filter(({ documents }) => documents.length > 0);
}

export function listEditionsToAnnounce(editions: readonly [Day, ...Day[]], today: Day): Day[] {
  const newest = editionInForce(editions, today);
  // The first edition applies without a notice.
  return editions.slice(1).filter((edition) => edition >= newest);
}

/** An edition superseded before its day never applies. */
function isNotSuperseded(one: PersonalEdition, index: number, all: PersonalEdition[]): boolean {
  return all.slice(index + 1).every(({ applies_from }) => applies_from > one.applies_from);
}
