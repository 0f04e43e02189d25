import { expireStaleActivations } from '../../src/features/protocol/activation/stale-activations.ts';
import { onlyContact } from '../activations.ts';
import { operatorAtDesk } from '../operators.ts';
import { family } from '../protocol.ts';
import {
  addDocument,
  approve,
  askForDocument,
  confirm,
  fileRequest,
  propose,
  reject,
} from '../requests.ts';
import type { TestProduct } from '../test-product.ts';
import { byContact, byOperator, byOwner, bySystem, day, type WritersOf } from './world.ts';

type RequestAct =
  | 'request_filed'
  | 'certificate_proposed'
  | 'certificate_withdrawn'
  | 'certificate_lapsed'
  | 'request_approved'
  | 'request_rejected'
  | 'request_answered'
  | 'request_document_viewed'
  | 'request_document_asked'
  | 'activation_stale';

export const requestWriters: WritersOf<RequestAct> = {
  request_filed: {
    fileRequest: async ({ product }) => {
      const { contact, entry } = await fileNewRequest(product);
      return byContact(contact, { ...entry, facts: { reason: 'pin' } });
    },
  },
  certificate_proposed: {
    proposeCertificate: async ({ product }) => {
      const { operator, entry } = await proposeApproval(product);
      return byOperator(operator, { ...entry, facts: { documents: 1 } });
    },
  },
  certificate_withdrawn: {
    withdrawCertificate: async ({ product }) => {
      const { operator, id, entry } = await proposeApproval(product);
      const body = { code: operator.code() };
      await operator.browser.withdrawCertificate({ params: { id }, body });
      return byOperator(operator, entry);
    },
  },
  certificate_lapsed: {
    addDocument: async ({ product }) => {
      const { contact, id, entry } = await proposeApproval(product);
      await addDocument(contact, id, 'ещё.pdf');
      return byContact(contact, entry);
    },
    removeDocument: async ({ product }) => {
      const { contact, id, document, entry } = await proposeApproval(product);
      const params = { id, document_id: document.id };
      await contact.browser.removeRequestDocument({ params });
      return byContact(contact, entry);
    },
  },
  request_approved: {
    approveByCertificate: async ({ product }) => {
      const { id, entry } = await proposeApproval(product);
      const operator = await operatorAtDesk(product);
      await confirm(operator, id);
      return byOperator(operator, { ...entry, facts: { basis: 'death_certificate' } });
    },
    approveRequest: async ({ product }) => {
      const { id, entry } = await fileNewRequest(product);
      const operator = await operatorAtDesk(product);
      await approve(operator, id);
      return byOperator(operator, { ...entry, facts: { basis: 'other' } });
    },
  },
  request_rejected: {
    rejectRequest: async ({ product }) => {
      const { id, entry } = await fileNewRequest(product);
      const operator = await operatorAtDesk(product);
      await reject(operator, id);
      return byOperator(operator, { ...entry, facts: { reason: 'documents_unreadable' } });
    },
  },
  request_answered: {
    'vetoOwnProtocol of a request': async ({ product }) => {
      const { owner, id } = await fileNewRequest(product);
      await owner.browser.vetoOwnProtocol();
      return byOwner(owner, { subject_id: id, facts: { way: 'screen' } });
    },
  },
  request_document_viewed: {
    downloadReviewDocument: async ({ product }) => {
      const { contact, id, entry } = await fileNewRequest(product);
      const document = await addDocument(contact, id);
      const operator = await operatorAtDesk(product);
      await operator.browser.downloadReviewDocument({
        params: { id, document_id: document.id },
      });
      return byOperator(operator, { ...entry, facts: { document_id: document.id } });
    },
  },
  request_document_asked: {
    askForDocument: async ({ product }) => {
      const { id, entry } = await fileNewRequest(product);
      const operator = await operatorAtDesk(product);
      await askForDocument(operator, id);
      return byOperator(operator, entry);
    },
  },
  activation_stale: {
    expireStaleActivations: async ({ product }) => {
      const { id, entry } = await fileNewRequest(product);
      await approve(await operatorAtDesk(product), id);
      for (const days of [60, 23, 7]) {
        product.clock.advance(days * day);
        await expireStaleActivations(product.ctx, new AbortController().signal);
      }
      return bySystem(entry);
    },
  },
};

/** Files a request of a contact who does not know the PIN. */
async function fileNewRequest(product: TestProduct) {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  const { password: current_password } = owner;
  await owner.browser.setPin({ body: { pin: '471100', current_password } });
  const { id } = await fileRequest(owner, contact);
  return { owner, contact, id, entry: { owner_id: owner.userId, subject_id: id } };
}

/** Files a request with a document and proposes its approval by certificate. */
async function proposeApproval(product: TestProduct) {
  const request = await fileNewRequest(product);
  const document = await addDocument(request.contact, request.id);
  const operator = await operatorAtDesk(product);
  await propose(operator, request.id);
  return { ...request, document, operator };
}
