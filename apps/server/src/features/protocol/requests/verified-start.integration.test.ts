import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  enqueuedMails,
  errorCodeOf,
  mailStagesOf,
  onlyContact,
  ownerWithTwoContacts,
  processWaiting,
  releaseAtOf,
  setReleaseRules,
  start,
} from '../../../../test/activations.ts';
import { hour } from '../../../../test/durations.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { activationsOf, family, payFor } from '../../../../test/protocol.ts';
import {
  addDocument,
  approve,
  auditOf,
  fileRequest,
  reject,
  vetoTokenFor,
} from '../../../../test/requests.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { recheckAfterDeparture } from '../activation/on-departure.ts';
import { activationProgress } from '../emails/progress-mails.ts';

let product: TestProduct;
let operator: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ ACTIVATION_MODE: 'verified' }, { runsJobs: false });
});
// A new session per test: tests advance the clock, and a desk session ends after eight hours.
beforeEach(async () => {
  operator = await operatorAtDesk(product);
});
afterAll(() => product.stop());

async function pair() {
  const { owner, contacts } = await family(product);
  return { owner, contact: onlyContact(contacts) };
}
const cardOf = async (contact: { browser: { listLegacies(): Promise<{ legacies: unknown[] }> } }) =>
  (await contact.browser.listLegacies()).legacies[0];
const namesOf = async (id: string) => (await mailStagesOf(product, id)).sort();

describe('in verified mode', () => {
  it('a request that is rejected, filed again and approved leads to payment, waiting period and letters', async () => {
    const { owner, contact } = await pair();
    await setReleaseRules(product, owner, 24);
    expect(await errorCodeOf(start(owner, contact))).toBe('review_required');
    const needed = { reason: 'review', is_needed: true };
    expect(await cardOf(contact)).toMatchObject({ request: { ...needed, not_before: null } });

    const first = await fileRequest(owner, contact);
    expect(first).toMatchObject({ status: 'requested', reason: 'review', documents: [] });
    expect((await fileRequest(owner, contact)).id).toBe(first.id);
    expect(await namesOf(first.id)).toEqual([
      'activation_announced requested',
      'activation_progress received',
    ]);
    expect(await cardOf(contact)).toMatchObject({
      activation: { id: first.id, status: 'requested', is_mine: true },
      request: null,
    });
    expect(await errorCodeOf(start(owner, contact))).toBe('review_required');

    await reject(operator, first.id, 'Снимок не в фокусе.');
    const { request } = await contact.browser.getRequest({ params: { id: first.id } });
    expect(request).toMatchObject({
      status: 'rejected',
      rejection: 'documents_unreadable',
      note: 'Снимок не в фокусе.',
    });
    expect(await namesOf(first.id)).toEqual([
      'activation_announced requested',
      'activation_attempt_ended',
      'activation_progress received',
      'activation_progress rejected',
    ]);
    const card = await cardOf(contact);
    expect(card).toMatchObject({
      activation: { status: 'rejected', rejection: 'documents_unreadable' },
      request: { ...needed, not_before: expect.any(String) },
    });
    expect(await errorCodeOf(fileRequest(owner, contact))).toBe('review_too_soon');
    product.clock.advance(requestTerms.pause);
    await contact.browser.refreshSession();
    await operator.browser.refreshSession();
    await operator.openDesk();

    const second = await fileRequest(owner, contact);
    await addDocument(contact, second.id);
    await approve(operator, second.id);
    expect(await cardOf(contact)).toMatchObject({
      activation: { status: 'approved' },
      request: null,
      asks_for_pin: false,
    });
    await payFor(owner, contact);
    expect(await activationsOf(product.database, owner)).toEqual(['rejected', 'waiting']);
    expect(await releaseAtOf(product, owner)).toBeDefined();
    product.clock.advance(25 * hour);
    await processWaiting(product);
    expect(await activationsOf(product.database, owner)).toEqual(['rejected', 'activated']);
    expect(await auditOf(product, owner)).toEqual([
      'contact request_filed',
      'operator request_rejected',
      'contact request_filed',
      'operator request_approved',
      'contact activation_payment_started',
      'system activation_waiting',
      'system protocol_activated',
    ]);
  });

  it('shows the same deadline on form, card, page and mail, until it has passed', async () => {
    const { owner, contact } = await pair();
    const form = (await cardOf(contact)) as { answer_by: string };
    const filing = product.clock.now().getTime();
    expect(Date.parse(form.answer_by) - filing).toBeLessThanOrEqual(requestTerms.answerWithin);
    const { id, filed_at, answer_by } = await fileRequest(owner, contact);
    const due = new Date(new Date(filed_at).getTime() + requestTerms.answerWithin).toISOString();
    expect(answer_by).toBe(due);
    expect(await cardOf(contact)).toMatchObject({ answer_by: due });
    const mail = await activationProgress.find(product.ctx, {
      activation_id: id,
      step: 'received',
    });
    expect(mail).toMatchObject({ facts: { answer_by: due } });
    product.clock.advance(requestTerms.answerWithin);
    await contact.browser.refreshSession();
    expect(await cardOf(contact)).toMatchObject({ answer_by: null });
  });

  it('mails the explanation of a rejection, and stores it sealed', async () => {
    const { owner, contact } = await pair();
    const { id } = await fileRequest(owner, contact);
    await reject(operator, id, 'Снимок не в фокусе.');
    const mail = await activationProgress.find(product.ctx, {
      activation_id: id,
      step: 'rejected',
    });
    expect(mail).toMatchObject({
      to: contact.email,
      facts: { rejection: 'documents_unreadable', note: 'Снимок не в фокусе.' },
    });
    expect(await tablesHolding(product.database, ['Снимок не в фокусе.'])).toEqual([]);
  });

  it('an approval still counts after a canceled payment, and one activation is open at a time', async () => {
    const { owner, contact } = await pair();
    const { id } = await fileRequest(owner, contact);
    await approve(operator, id);
    await payFor(owner, contact, 'canceled');
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled']);
    expect(await errorCodeOf(fileRequest(owner, contact))).toBe('review_not_needed');
    await payFor(owner, contact);
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled', 'activated']);
    expect(await errorCodeOf(fileRequest(owner, contact))).toBe('protocol_already_active');
  });

  it('a second contact is asked to agree after the approval, in the same activation', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    await setReleaseRules(product, owner, 0, true);
    const named = { deceased_user_id: owner.userId, trusted_contact_id: first.contactId };
    expect(await errorCodeOf(first.browser.requestAgreement({ body: named }))).toBe(
      'review_required',
    );
    const { id } = await fileRequest(owner, first);
    // Filing a request does not count as agreeing to another start.
    await fileRequest(owner, second);
    await approve(operator, id);
    expect(await errorCodeOf(start(owner, first))).toBe('agreement_required');
    expect(await first.browser.requestAgreement({ body: named })).toEqual({ activation_id: id });
    expect(await activationsOf(product.database, owner)).toEqual([
      'agreement_pending',
      'requested',
    ]);
    await second.browser.answerAgreement({ params: { id }, body: { agrees: true } });
    await payFor(owner, first);
    expect(await activationsOf(product.database, owner)).toEqual(['activated', 'payment_canceled']);
    expect(await auditOf(product, owner)).toContain('contact activation_agreed');
  });

  it('the other contacts learn nothing of a request', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    const { id } = await fileRequest(owner, first);
    expect(await cardOf(second)).toMatchObject({ activation: null });
    await product.browser().vetoProtocol({ body: { token: await vetoTokenFor(product, id) } });
    expect(await cardOf(second)).toMatchObject({ activation: null });
    const mails = await enqueuedMails(product, id);
    expect(mails.filter((mail) => 'contact_id' in mail)).toEqual([]);
  });

  it('the owner’s veto rejects a request and blocks its contact', async () => {
    const { owner, contact } = await pair();
    const { id } = await fileRequest(owner, contact);
    const token = await vetoTokenFor(product, id);
    const stranger = product.browser();
    expect(await stranger.describeVeto({ body: { token } })).toMatchObject({
      attempts: [{ status: 'requested' }],
      needs_sign_in: false,
      is_vetoed: false,
    });
    expect((await contact.browser.getRequest({ params: { id } })).request.status).toBe('requested');
    const vetoed = { is_vetoed: true, attempts: [] };
    expect(await stranger.vetoProtocol({ body: { token } })).toMatchObject(vetoed);
    expect(await stranger.vetoProtocol({ body: { token } })).toMatchObject(vetoed);
    expect(await cardOf(contact)).toMatchObject({
      is_vetoed: true,
      activation: { status: 'rejected', end_reason: 'vetoed', rejection: 'owner_answered' },
    });
    const mailed = [
      'activation_announced requested',
      'activation_attempt_ended',
      'activation_ended',
      'activation_progress received',
    ];
    expect(await namesOf(id)).toEqual(mailed);
    expect(await errorCodeOf(approve(operator, id))).toBe('review_closed');
    expect(await auditOf(product, owner)).toEqual([
      'contact request_filed',
      'owner request_answered',
    ]);
    expect(await errorCodeOf(fileRequest(owner, contact))).toBe('review_too_soon');
  });

  it('the removal of a contact ends their request', async () => {
    const { owner, contact } = await pair();
    const { id } = await fileRequest(owner, contact);
    await owner.browser.deleteContact({ params: { id: contact.contactId }, query: {} });
    expect(await errorCodeOf(approve(operator, id))).toBe('review_closed');
    await recheckAfterDeparture(product.ctx, owner.userId);
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled']);
  });
});
