import type { RequestDocument, RequestView } from '@zavet/contract/protocol/request-endpoints';
import { sql } from 'drizzle-orm';
import type { TestOperator } from './operators.ts';
import type { Person } from './people.ts';
import type { TrustedPerson } from './protocol.ts';
import { samples } from './sample-files.ts';
import type { TestProduct } from './test-product.ts';

/** Files a request with the operators. */
export async function fileRequest(
  owner: Pick<Person, 'userId'>,
  contact: TrustedPerson,
  explanation = 'Мама умерла в среду.',
): Promise<RequestView> {
  const { request } = await contact.browser.fileRequest({
    body: { deceased_user_id: owner.userId, trusted_contact_id: contact.contactId, explanation },
  });
  return request;
}

export async function addDocument(
  contact: Person,
  requestId: string,
  name = 'справка.pdf',
  content: Buffer = samples.pdf,
): Promise<RequestDocument> {
  const { document } = await contact.browser.addRequestDocument({
    params: { id: requestId },
    headers: { 'x-file-name': encodeURIComponent(name) },
    body: new Blob([new Uint8Array(content)]),
  });
  return document;
}

export const approve = (
  operator: TestOperator,
  id: string,
  basis: 'incapacity' | 'other' = 'other',
) =>
  operator.browser.approveReview({
    params: { id },
    body: { code: operator.code(), basis, note: '' },
  });

export const askForDocument = (
  operator: TestOperator,
  id: string,
  text = 'Пришлите вторую страницу.',
) => operator.browser.askForDocument({ params: { id }, body: { code: operator.code(), text } });

/** Documents of a request as the desk shows them. */
async function documentsOf(operator: TestOperator, id: string): Promise<string[]> {
  const { review } = await operator.browser.getReview({ params: { id } });
  return review.documents.map((document) => document.id);
}

export const propose = async (operator: TestOperator, id: string, note = '') =>
  operator.browser.proposeCertificate({
    params: { id },
    body: { code: operator.code(), document_ids: await documentsOf(operator, id), note },
  });

export const confirm = async (operator: TestOperator, id: string, note = '') =>
  operator.browser.approveByCertificate({
    params: { id },
    body: { code: operator.code(), document_ids: await documentsOf(operator, id), note },
  });

/** Performs both steps of an approval by death certificate, with a document of the contact. */
export async function certify(
  [first, second]: readonly [TestOperator, TestOperator],
  contact: Person,
  id: string,
): Promise<void> {
  await addDocument(contact, id);
  await propose(first, id);
  await confirm(second, id);
}

export const reject = (operator: TestOperator, id: string, note = '') =>
  operator.browser.rejectReview({
    params: { id },
    body: { code: operator.code(), reason: 'documents_unreadable', note },
  });

/** Audit entries about an owner, oldest first. */
export async function auditOf({ database }: TestProduct, owner: Pick<Person, 'userId'>) {
  const rows = await database.rows<{ act: string; actor_kind: string }>(sql`
    select act, actor_kind from audit_entries where owner_id = ${owner.userId} order by at, id`);
  return rows.map(({ act, actor_kind }) => `${actor_kind} ${act}`);
}

/** Token of the veto link in the mail to the owner. */
export async function vetoTokenFor(
  { database, ctx }: TestProduct,
  activationId: string,
): Promise<string> {
  const [link] = await database.rows<{ id: string }>(sql`
    select id from veto_links where activation_id = ${activationId} and address = 'first'`);
  return ctx.linkTokens.tokenOf(link?.id ?? '');
}
