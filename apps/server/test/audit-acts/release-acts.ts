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
    retryLetter: async ({ postal, product }) => {
      const { id, entry } = await withRefusedLetter(postal);
      const operator = await operatorAtDesk(product);
      await operator.browser.retryLetter({ params: { id } });
      return byOperator(operator, { ...entry, facts: { tries: 1 } });
    },
  },
  activation_payment_started: {
    startActivation: async ({ product }) => {
      const { owner, first } = await ownerWithTwoContacts(product);
      await start(owner, first);
      const subject_id = await activationOf(product, owner);
      return byContact(first, { owner_id: owner.userId, subject_id });
    },
  },
  activation_agreed: {
    answerAgreement: async ({ product }) => {
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
    raiseDoubt: async ({ product }) => (await doubted(product)).entry,
  },
  doubt_withdrawn: {
    withdrawDoubt: async ({ product }) => {
      const { doubter, id, entry } = await doubted(product);
      await doubter.browser.withdrawDoubt({ params: { id } });
      return entry;
    },
  },
  doubt_dismissed: {
    decideDoubt: ({ product }) => decided(product, 'dismissed'),
  },
  doubt_upheld: {
    decideDoubt: ({ product }) => decided(product, 'upheld'),
  },
  activation_waiting: {
    beginWaiting: async ({ product }) => {
      const { owner, id } = await waiting(product);
      const facts = { waiting_hours: 24 };
      return bySystem({ owner_id: owner.userId, subject_id: id, facts });
    },
  },
  release_postponed: {
    postponeRelease: async ({ product }) => {
      const { owner, id } = await waiting(product);
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
    stopActivations: async ({ product }) => {
      const { owner, id } = await waiting(product);
      await owner.browser.vetoOwnProtocol();
      return byOwner(owner, { subject_id: id, facts: { way: 'screen' } });
    },
  },
  protocol_activated: {
    takeEffect: async ({ product }) => {
      const { owner, id } = await released(product);
      return bySystem({ owner_id: owner.userId, subject_id: id, facts: { letters: 1 } });
    },
  },
  protocol_rearmed: {
    rearmProtocol: async ({ product }) => {
      const { owner, id } = await released(product);
      await owner.browser.rearmProtocol();
      return byOwner(owner, { subject_id: id });
    },
  },
  letters_closed: {
    closeLetters: async ({ product }) => {
      const { owner, id } = await released(product);
      await owner.browser.closeLetters();
      return byOwner(owner, { subject_id: id, facts: { letters: 1 } });
    },
  },
  delivery_address_corrected: {
    correctAddress: async ({ postal }) => {
      const { id, activator, entry } = await withRefusedLetter(postal);
      const body = { recipient_email: newAddress() };
      await activator.browser.correctAddress({ params: { id }, body });
      return byContact(activator, entry);
    },
    correctLetterAddress: async ({ postal, product }) => {
      const { id, activator, entry } = await withRefusedLetter(postal);
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
      const { owner, id } = await handoverEnded(product);
      return bySystem({
        ...{ owner_id: owner.userId, subject_id: id },
        facts: expect.objectContaining({ deliveries: 1, owner_lives: false }),
      });
    },
  },
  contacts_deleted: {
    forgetContacts: async ({ product }) => {
      const { owner, id } = await handoverEnded(product);
      product.clock.advance(31 * day);
      await endHandovers(product.ctx);
      return bySystem({ owner_id: owner.userId, subject_id: id, facts: { contacts: 1 } });
    },
  },
};

/** A waiting activation that the other contact doubts. */
async function doubted(product: TestProduct) {
  const { owner, first, second } = await ownerWithTwoContacts(product);
  await setReleaseRules(product, owner, 24);
  await payFor(owner, first);
  const id = await activationOf(product, owner);
  await second.browser.answerAgreement({ params: { id }, body: { agrees: false } });
  const about = { owner_id: owner.userId, subject_id: id };
  const facts = { contact_id: second.contactId };
  return { doubter: second, id, about, entry: byContact(second, { ...about, facts }) };
}

async function decided(product: TestProduct, verdict: 'dismissed' | 'upheld') {
  const { id, about } = await doubted(product);
  const operator = await operatorAtDesk(product);
  await decideListedDoubt(operator, id, verdict);
  return byOperator(operator, { ...about, facts: { doubts: 1 } });
}

/** A protocol with a refused letter to the additional recipient. */
async function withRefusedLetter(postal: ProductWithMailServer) {
  const one = await postal.activated();
  postal.standIn.answer(one.recipient, { code: 550, unknown: true });
  await postal.work(one);
  const { envelope_id: id } = await postal.letterToRecipient(one);
  return { ...one, id, entry: { owner_id: one.owner.userId, subject_id: id } };
}

/** A family with a waiting activation. */
async function waiting(product: TestProduct) {
  const { owner, contacts } = await family(product);
  await setReleaseRules(product, owner, 24);
  await payFor(owner, onlyContact(contacts));
  return { owner, id: await activationOf(product, owner) };
}

async function activationOf(
  { database }: TestProduct,
  { userId }: Pick<Person, 'userId'>,
): Promise<string> {
  const [row] = await database.rows<{ id: string }>(sql`
    select id from activation_requests where deceased_user_id = ${userId}`);
  return row?.id ?? '';
}

async function released(product: TestProduct) {
  const { owner, contacts } = await family(product);
  await payFor(owner, onlyContact(contacts));
  return { owner, id: await activationOf(product, owner) };
}

/** An owner whose letters were released a year ago and who has not signed in since. */
async function handoverEnded(product: TestProduct) {
  const one = await released(product);
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
