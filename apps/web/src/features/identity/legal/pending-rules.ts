import type { Day } from '@zavet/contract/days';
import type { LegalDocument } from '@zavet/contract/identity/editions';
import type { DocumentsView, DocumentView } from '@zavet/contract/identity/legal-endpoints';

type AcceptedEditions = Partial<Record<LegalDocument, Day>>;

export interface PendingEditions {
  status: 'in_force' | 'coming';
  /** At most one edition per document. */
  documents: DocumentView[];
}

/** Documents to accept: those in force first, otherwise the announced ones. */
export function pendingEditionsOf({
  in_force,
  coming,
}: DocumentsView): PendingEditions | undefined {
  const inForce = in_force.filter(isPending);
  if (inForce.length > 0) return { status: 'in_force', documents: inForce };
  const announced = nextEditionPerDocument(coming.filter(isPending));
  return announced.length > 0 ? { status: 'coming', documents: announced } : undefined;
}

export function acceptanceOf({ documents }: PendingEditions): AcceptedEditions {
  return Object.fromEntries(documents.map(({ document, edition }) => [document, edition]));
}

/** Identifies exactly these editions, so that newer ones are announced again. */
export function pendingKeyOf({ documents }: PendingEditions): string {
  return documents.map(({ document, edition }) => `${document} ${edition}`).join();
}

function isPending({ accepted_at }: DocumentView): boolean {
  return accepted_at === null;
}

function nextEditionPerDocument(views: DocumentView[]): DocumentView[] {
  const byEdition = views.toSorted((one, other) => one.edition.localeCompare(other.edition));
  return byEdition.filter(
    ({ document }, index) => byEdition.findIndex((view) => view.document === document) === index,
  );
}
