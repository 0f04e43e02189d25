import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enqueuedMails, errorCodeOf, onlyContact, start } from '../../../../test/activations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { activationsOf, family, type TrustedPerson } from '../../../../test/protocol.ts';
import {
  addDocument,
  auditOf,
  confirm,
  fileRequest,
  propose,
  vetoTokenFor,
} from '../../../../test/requests.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';
import { dismissOperator } from '../../identity/operators/appoint-operator.ts';
import { activationAnnounced } from '../emails/announcement-mail.ts';

let product: TestProduct;
let anna: TestOperator;
let boris: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
beforeEach(async () => {
  await product.database.rows(sql`delete from operators`);
  anna = await operatorAtDesk(product);
  boris = await operatorAtDesk(product);
});
afterAll(() => product.stop());

async function fileRequestWithDocuments(documents = 1) {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  const { password: current_password } = owner;
  await owner.browser.setPin({ body: { pin: '471100', current_password } });
  const { id } = await fileRequest(owner, contact);
  for (let n = 1; n <= documents; n++) await addDocument(contact, id, `справка-${n}.pdf`);
  return { owner, contact, id };
}
const statuses = (owner: { userId: string }) => activationsOf(product.database, owner);
const documentIds = async (contact: TrustedPerson, id: string) => {
  const { request } = await contact.browser.getRequest({ params: { id } });
  return request.documents.map((document) => document.id);
};
const withdraw = (operator: TestOperator, id: string) =>
  operator.browser.withdrawCertificate({ params: { id }, body: { code: operator.code() } });
const stepOf = async (operator: TestOperator, id: string) =>
  (await operator.browser.getReview({ params: { id } })).review.certificate?.step;
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const nextDay = async (operator: TestOperator) => {
  product.clock.advance(requestTerms.certificatePause);
  await operator.browser.refreshSession();
  await operator.openDesk();
};

describe('an approval by death certificate', () => {
  it('requires a document at the first step, and that the operator has seen all of them', async () => {
    const { owner, contact, id } = await fileRequestWithDocuments(0);
    expect(await errorCodeOf(propose(anna, id))).toBe('certificate_needs_document');
    await addDocument(contact, id);
    const seen = { code: anna.code(), document_ids: [], note: '' };
    const unseen = anna.browser.proposeCertificate({ params: { id }, body: seen });
    expect(await errorCodeOf(unseen)).toBe('documents_changed');
    expect(await stepOf(anna, id)).toBe('propose');
    expect(await auditOf(product, owner)).toEqual(['contact request_filed']);
  });

  it('is not possible in one step', async () => {
    const { owner, id } = await fileRequestWithDocuments();
    const body = { code: anna.code(), basis: 'death_certificate' as 'other', note: '' };
    const refused = await failureOf(anna.browser.approveReview({ params: { id }, body }));
    expect(refused).toMatchObject({ code: 'invalid_input', fields: { basis: 'invalid' } });
    expect(await errorCodeOf(confirm(anna, id))).toBe('certificate_not_proposed');
    expect(await statuses(owner)).toEqual(['requested']);
    await expect(
      product.database.rows(sql`
        update activation_requests set status = 'approved', approval_basis = 'death_certificate',
          decided_at = now(), certificate_proposed_at = now(),
          certificate_proposed_by = ${anna.userId}, certificate_approved_by = ${anna.userId}
        where id = ${id}`),
    ).rejects.toThrow();
  });

  it('has no effect after the first step: a mailed link still vetoes the request', async () => {
    const { owner, contact, id } = await fileRequestWithDocuments();
    await propose(anna, id, 'Примите соболезнования.');
    expect(await statuses(owner)).toEqual(['requested']);
    expect((await contact.browser.getRequest({ params: { id } })).request.note).toBeNull();
    expect(await enqueuedMails(product, id)).toContainEqual({
      name: 'activation_announced',
      stage: 'certificate',
      activation_id: id,
      address: 'first',
    });
    const ids = { activation_id: id, stage: 'certificate', address: 'first' } as const;
    const mail = await activationAnnounced.find(product.ctx, ids);
    expect(mail).toMatchObject({ to: owner.email, facts: { veto_token: expect.any(String) } });
    const token = await vetoTokenFor(product, id);
    await product.browser().vetoProtocol({ body: { token } });
    expect(await statuses(owner)).toEqual(['rejected']);
    expect(await errorCodeOf(confirm(boris, id))).toBe('review_closed');
    expect(await activationAnnounced.find(product.ctx, ids)).toBeUndefined();
    expect((await contact.browser.getRequest({ params: { id } })).request.note).toBeNull();
  });

  it('does not replace the PIN before the second step', async () => {
    const { owner, contact, id } = await fileRequestWithDocuments();
    await propose(anna, id);
    expect(await errorCodeOf(start(owner, contact))).toBe('pin_required');
  });

  it('is confirmed by another operator only, and the owner is mailed the basis of the approval', async () => {
    const { owner, id } = await fileRequestWithDocuments();
    await propose(anna, id);
    expect(await stepOf(anna, id)).toBe('another_operator');
    expect(await errorCodeOf(confirm(anna, id))).toBe('second_operator_required');
    expect(await errorCodeOf(propose(boris, id))).toBe('certificate_already_proposed');
    expect(await stepOf(boris, id)).toBe('confirm');
    await confirm(boris, id);
    expect(await statuses(owner)).toEqual(['approved']);
    const mail = await activationAnnounced.find(product.ctx, {
      stage: 'approved',
      activation_id: id,
      address: 'first',
    });
    expect(mail).toMatchObject({ facts: { has_documents: true, is_by_certificate: true } });
    expect(await auditOf(product, owner)).toEqual([
      'contact request_filed',
      'operator certificate_proposed',
      'operator request_approved',
    ]);
  });

  it('is confirmed by a sole operator a day later', async () => {
    const { owner, id } = await fileRequestWithDocuments();
    await addContact(owner, boris.email);
    await propose(anna, id);
    expect(await stepOf(anna, id)).toBe('later');
    const early = await failureOf(confirm(anna, id));
    expect(early).toMatchObject({
      code: 'certificate_too_soon',
      facts: { from: expect.any(String) },
    });
    expect(await errorCodeOf(confirm(boris, id))).toBe('operator_involved');
    await nextDay(anna);
    const colleague = await operatorAtDesk(product);
    expect(await errorCodeOf(confirm(anna, id))).toBe('second_operator_required');
    await dismissOperator(product.ctx, colleague.email);
    await confirm(anna, id);
    expect(await statuses(owner)).toEqual(['approved']);
  });

  it('starts over when documents change, and when it is withdrawn', async () => {
    const { owner, contact, id } = await fileRequestWithDocuments();
    await propose(anna, id);
    await addDocument(contact, id, 'ещё.pdf');
    expect(await errorCodeOf(confirm(boris, id))).toBe('certificate_not_proposed');
    await propose(anna, id);
    const [document_id = ''] = await documentIds(contact, id);
    await contact.browser.removeRequestDocument({ params: { id, document_id } });
    expect(await errorCodeOf(confirm(boris, id))).toBe('certificate_not_proposed');
    await propose(boris, id);
    await withdraw(anna, id);
    expect(await errorCodeOf(confirm(anna, id))).toBe('certificate_not_proposed');
    expect(await errorCodeOf(withdraw(anna, id))).toBe('certificate_not_proposed');
    expect((await auditOf(product, owner)).slice(1)).toEqual([
      'operator certificate_proposed',
      'contact certificate_lapsed',
      'operator certificate_proposed',
      'contact certificate_lapsed',
      'operator certificate_proposed',
      'operator certificate_withdrawn',
    ]);
    expect(await statuses(owner)).toEqual(['requested']);
  });

  it('is void where the proposing operator was dismissed', async () => {
    const { id } = await fileRequestWithDocuments();
    await propose(anna, id);
    await dismissOperator(product.ctx, anna.email);
    expect(await stepOf(boris, id)).toBe('propose');
    expect(await errorCodeOf(confirm(boris, id))).toBe('certificate_not_proposed');
    await propose(boris, id);
  });
});

describe('concurrently', () => {
  const rounds = [1, 2];

  it('two operators take the first step, and one succeeds', async () => {
    for (const _ of rounds) {
      const { id } = await fileRequestWithDocuments();
      const ends = await Promise.all([outcomeOf(propose(anna, id)), outcomeOf(propose(boris, id))]);
      expect(ends.toSorted()).toEqual(['certificate_already_proposed', 'done']);
    }
  });

  it('a document is removed and an operator confirms: no approval without it', async () => {
    for (const _ of rounds) {
      const { owner, contact, id } = await fileRequestWithDocuments();
      await propose(anna, id);
      const [document_id = ''] = await documentIds(contact, id);
      const body = { code: boris.code(), document_ids: [document_id], note: '' };
      const [confirmed, removed] = await Promise.all([
        outcomeOf(boris.browser.approveByCertificate({ params: { id }, body })),
        outcomeOf(contact.browser.removeRequestDocument({ params: { id, document_id } })),
      ]);
      const isApproved = confirmed === 'done';
      expect([confirmed, removed]).toEqual(
        isApproved ? ['done', 'review_closed'] : ['certificate_not_proposed', 'done'],
      );
      expect(await statuses(owner)).toEqual([isApproved ? 'approved' : 'requested']);
      expect(await documentIds(contact, id)).toHaveLength(isApproved ? 1 : 0);
    }
  });
});
