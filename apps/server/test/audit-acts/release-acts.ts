import { addYears } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { endHandovers } from '../../src/features/service/retention/run-retention.ts';
import {
  decideListedDoubt,
  onlyContact,
  ownerWithTwoContacts,
  processWaiting,
  setReleaseRules,
  simulateDowntime,
  start,
} from '../activations.ts';
import { hour } from '../durations.ts';
import type { ProductWithMailServer } from '../letters.ts';
import { operatorAtDesk } from '../operators.ts';
import { newAddress, type Person } from '../people.ts';
import { family, payFor } from '../protocol.ts';
import type { TestProduct } from '../test-product.ts';
import { byContact, byOperator, byOwner, bySystem, day, type WritersOf } from './world.ts';

type ReleaseAct =
  | 'letter_retried'
  | 'activation_payment_started'
  | 'activation_agreed'
  | 'activation_doubted'
  | 'doubt_withdrawn'
  | 'doubt_dismissed'
  | 'doubt_upheld'
  | 'activation_waiting'
  | 'release_postponed'
  | 'activation_vetoed'
  | 'protocol_activated'
  | 'protocol_rearmed'
  | 'letters_closed'
  | 'delivery_address_corrected'
  | 'handover_ended'
  | 'contacts_deleted';

export const releaseWriters: WritersOf<ReleaseAct> = {
  letter_retried: {
    retryLetter: async ({ mailProduct, product }) => {
      const { id, entry } = await refuseLetter(mailProduct);
      const operator = await operatorAtDesk(product);
      await operator.browser.retryLetter({ params: { id } });
      return byOperator(operator, { ...entry, facts: { tries: 1 } });
    },
  },
  activation_payment_started: {
    startActivation: async ({ product }) => {
      const { owner, first } = await ownerWithTwoContacts(product);
      await start(owner, first);
      const subject_id = await activationIdOf(product, owner);
      return byContact(first, { owner_id: owner.userId, subject_id });
    },
  },
  activation_agreed: {
    agreeToActivation: async ({ product }) => {
      const { owner, first, second } = await ownerWithTwoContacts(product);
      await setReleaseRules(product, owner, 24, true);
      const { activation_id: id } = await first.browser.requestAgreement({
        body: { deceased_user_id: owner.userId, trusted_contact_id: first.contactId },
      });
      await second.browser.answerAgreement({ params: { id }, body: { agrees: true } });
      return {
        ...{ actor_kind: 'contact', actor_id: null, owner_id: owner.userId, subject_id: id },
        facts: { contact_id: second.contactId },
      };
    },
  },
  activation_doubted: {
    raiseDoubt: async ({ product }) => (await startDoubtedActivation(product)).entry,
  },
  doubt_withdrawn: {
    withdrawDoubt: async ({ product }) => {
      const { doubter, id, entry } = await startDoubtedActivation(product);
      await doubter.browser.withdrawDoubt({ params: { id } });
      return entry;
    },
  },
  doubt_dismissed: {
    decideDoubt: ({ product }) => decideNewDoubt(product, 'dismissed'),
  },
  doubt_upheld: {
    decideDoubt: ({ product }) => decideNewDoubt(product, 'upheld'),
  },
  activation_waiting: {
    startWaiting: async ({ product }) => {
      const { owner, id } = await startWaitingActivation(product);
      const facts = { waiting_hours: 24 };
      return bySystem({ owner_id: owner.userId, subject_id: id, facts });
    },
  },
  release_postponed: {
    postponeRelease: async ({ product }) => {
      const { owner, id } = await startWaitingActivation(product);
      await processWaiting(product);
      await simulateDowntime(product, 20 * hour);
      await processWaiting(product);
      return bySystem({
        ...{ owner_id: owner.userId, subject_id: id },
        facts: { before: expect.any(String), release_at: expect.any(String) },
      });
    },
  },
  activation_vetoed: {
    vetoOwnProtocol: async ({ product }) => {
      const { owner, id } = await startWaitingActivation(product);
      await owner.browser.vetoOwnProtocol();
      return byOwner(owner, { subject_id: id, facts: { way: 'screen' } });
    },
  },
  protocol_activated: {
    releaseLetters: async ({ product }) => {
      const { owner, id } = await releaseNewProtocol(product);
      return bySystem({ owner_id: owner.userId, subject_id: id, facts: { letters: 1 } });
    },
  },
  protocol_rearmed: {
    rearmProtocol: async ({ product }) => {
      const { owner, id } = await releaseNewProtocol(product);
      await owner.browser.rearmProtocol();
      return byOwner(owner, { subject_id: id });
    },
  },
  letters_closed: {
    closeLetters: async ({ product }) => {
      const { owner, id } = await releaseNewProtocol(product);
      await owner.browser.closeLetters();
      return byOwner(owner, { subject_id: id, facts: { letters: 1 } });
    },
  },
  delivery_address_corrected: {
    correctAddress: async ({ mailProduct }) => {
      const { id, activator, entry } = await refuseLetter(mailProduct);
      const body = { recipient_email: newAddress() };
      await activator.browser.correctAddress({ params: { id }, body });
      return byContact(activator, entry);
    },
    correctAddressAsOperator: async ({ mailProduct, product }) => {
      const { id, activator, entry } = await refuseLetter(mailProduct);
      await activator.browser.deleteAccount({
        body: { current_password: activator.password, confirmation_word: 'УДАЛИТЬ' },
      });
      const operator = await operatorAtDesk(product);
      const body = { code: operator.code(), recipient_email: newAddress() };
      await operator.browser.correctLetterAddress({ params: { id }, body });
      return byOperator(operator, entry);
    },
  },
  handover_ended: {
    endHandover: async ({ product }) => {
      const { owner, id } = await endNewHandover(product);
      return bySystem({
        ...{ owner_id: owner.userId, subject_id: id },
        facts: expect.objectContaining({ deliveries: 1, owner_lives: false }),
      });
    },
  },
  contacts_deleted: {
    deleteHandoverContacts: async ({ product }) => {
      const { owner, id } = await endNewHandover(product);
      product.clock.advance(31 * day);
      await endHandovers(product.ctx);
      return bySystem({ owner_id: owner.userId, subject_id: id, facts: { contacts: 1 } });
    },
  },
};

/** Starts a waiting activation that the other contact doubts. */
async function startDoubtedActivation(product: TestProduct) {
  const { owner, first, second } = await ownerWithTwoContacts(product);
  await setReleaseRules(product, owner, 24);
  await payFor(owner, first);
  const id = await activationIdOf(product, owner);
  await second.browser.answerAgreement({ params: { id }, body: { agrees: false } });
  const about = { owner_id: owner.userId, subject_id: id };
  const facts = { contact_id: second.contactId };
  return { doubter: second, id, about, entry: byContact(second, { ...about, facts }) };
}

async function decideNewDoubt(product: TestProduct, verdict: 'dismissed' | 'upheld') {
  const { id, about } = await startDoubtedActivation(product);
  const operator = await operatorAtDesk(product);
  await decideListedDoubt(operator, id, verdict);
  return byOperator(operator, { ...about, facts: { doubts: 1 } });
}

/** Releases a protocol whose letter to the further recipient is refused. */
async function refuseLetter(mailProduct: ProductWithMailServer) {
  const one = await mailProduct.releaseProtocol();
  mailProduct.standIn.answer(one.recipient, { code: 550, unknown: true });
  await mailProduct.sendDueLetters(one);
  const { envelope_id: id } = await mailProduct.letterToRecipient(one);
  return { ...one, id, entry: { owner_id: one.owner.userId, subject_id: id } };
}

/** Creates a family with a waiting activation. */
async function startWaitingActivation(product: TestProduct) {
  const { owner, contacts } = await family(product);
  await setReleaseRules(product, owner, 24);
  await payFor(owner, onlyContact(contacts));
  return { owner, id: await activationIdOf(product, owner) };
}

async function activationIdOf(
  { database }: TestProduct,
  { userId }: Pick<Person, 'userId'>,
): Promise<string> {
  const [row] = await database.rows<{ id: string }>(sql`
    select id from activation_requests where deceased_user_id = ${userId}`);
  return row?.id ?? '';
}

async function releaseNewProtocol(product: TestProduct) {
  const { owner, contacts } = await family(product);
  await payFor(owner, onlyContact(contacts));
  return { owner, id: await activationIdOf(product, owner) };
}

/** Ends the handover of an owner who has not signed in since the release a year ago. */
async function endNewHandover(product: TestProduct) {
  const one = await releaseNewProtocol(product);
  // No worker runs here, and a queued letter would keep the handover open.
  await product.database.rows(
    sql`update envelopes set state = 'accepted' where activation_id = ${one.id}`,
  );
  await product.database.rows(
    sql`update deliveries set state = 'accepted' where activation_id = ${one.id}`,
  );
  const { clock } = product;
  clock.advance(addYears(clock.now(), 1).getTime() + day - clock.now().getTime());
  await endHandovers(product.ctx);
  return one;
}
