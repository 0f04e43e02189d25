import { addYears, moscowDay } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { createAccount } from '../../src/features/identity/account/account-repository.ts';
import { createProfile } from '../../src/features/identity/account/profile/profile-repository.ts';
import { watchInactiveOwners } from '../../src/features/service/retention/watch-inactive-owners.ts';
import { onlyContact } from '../activations.ts';
import { failureOf } from '../failure-of.ts';
import { operatorAtDesk } from '../operators.ts';
import { newAddress, signedInPerson } from '../people.ts';
import { family } from '../protocol.ts';
import type { TestProduct } from '../test-product.ts';
import { aboutAccount, byOperator, byOwner, bySystem, day, type WritersOf } from './world.ts';

type AccountAct =
  | 'account_suspended'
  | 'suspension_lifted'
  | 'account_deleted_for_violation'
  | 'custom_plan_granted'
  | 'contact_erased'
  | 'support_answered'
  | 'support_settled'
  | 'account_viewed'
  | 'confirmation_resent'
  | 'sign_in_delay_lifted'
  | 'basic_info_corrected'
  | 'consent_withdrawn'
  | 'account_deleted_for_inactivity';

export const accountWriters: WritersOf<AccountAct> = {
  account_suspended: {
    suspendAccount: async ({ product }) => {
      const { operator, person } = await suspendNewPerson(product);
      return byOperator(operator, { ...aboutAccount(person), facts: { reason: 'harm' } });
    },
  },
  suspension_lifted: {
    liftSuspension: async ({ product }) => {
      const { operator, person, operatorInput } = await suspendNewPerson(product);
      await operator.browser.liftSuspension(operatorInput());
      return byOperator(operator, aboutAccount(person));
    },
  },
  account_deleted_for_violation: {
    deleteSuspendedAccount: async ({ product }) => {
      const { person } = await suspendNewPerson(product);
      product.clock.advance(30 * day);
      const operator = await operatorAtDesk(product);
      const params = { id: person.userId };
      await operator.browser.deleteSuspendedAccount({ params, body: { code: operator.code() } });
      return byOperator(operator, { ...aboutAccount(person), facts: { reason: 'harm' } });
    },
  },
  custom_plan_granted: {
    grantCustomPlan: async ({ product }) => {
      const person = await signedInPerson(product);
      const operator = await operatorAtDesk(product);
      const valid_until = moscowDay(new Date(product.clock.now().getTime() + 90 * day));
      const facts = { storage_mb: 5000, valid_until };
      await operator.browser.grantCustomPlan({
        params: { id: person.userId },
        body: { ...facts, code: operator.code() },
      });
      return byOperator(operator, { ...aboutAccount(person), facts });
    },
  },
  contact_erased: {
    eraseContact: async ({ product }) => {
      const { owner, contacts } = await family(product);
      const operator = await operatorAtDesk(product);
      const { email } = onlyContact(contacts);
      await operator.browser.eraseContact({ body: { email, code: operator.code() } });
      return byOperator(operator, aboutAccount(owner));
    },
  },
  support_answered: {
    answerSupportRequest: async ({ product }) => {
      const { person, id } = await requestSupport(product);
      const operator = await operatorAtDesk(product);
      const body = { text: 'Попробуйте ещё раз.', seen_messages: 0 };
      await operator.browser.answerSupportRequest({ params: { id }, body });
      return byOperator(operator, { owner_id: person.userId, subject_id: id });
    },
  },
  support_settled: {
    settleSupportRequest: async ({ product }) => {
      const { person, id } = await requestSupport(product);
      const operator = await operatorAtDesk(product);
      await operator.browser.settleSupportRequest({ params: { id } });
      return byOperator(operator, { owner_id: person.userId, subject_id: id });
    },
  },
  account_viewed: {
    viewAccount: async ({ product }) => {
      const person = await signedInPerson(product);
      const operator = await operatorAtDesk(product);
      await operator.browser.getAccount({ params: { id: person.userId } });
      return byOperator(operator, aboutAccount(person));
    },
  },
  confirmation_resent: {
    sendConfirmationAgain: async ({ product }) => {
      const { database, clock } = product;
      const id = await createAccount(database, newAddress(), 'no password', clock.now());
      await createProfile(database, id, 'ru', clock.now());
      const operator = await operatorAtDesk(product);
      await operator.browser.resendConfirmation({ params: { id } });
      return byOperator(operator, aboutAccount({ userId: id }));
    },
  },
  sign_in_delay_lifted: {
    liftSignInDelay: async ({ product }) => {
      const { email, userId } = await signedInPerson(product);
      const body = { email, password: 'Wrong-horse-12' };
      const elsewhere = product.browser();
      for (let tries = 0; tries < 5; tries++) await failureOf(elsewhere.signIn({ body }));
      const operator = await operatorAtDesk(product);
      const code = operator.code();
      await operator.browser.liftSignInDelay({ params: { id: userId }, body: { code } });
      return byOperator(operator, aboutAccount({ userId }));
    },
  },
  basic_info_corrected: {
    correctBasicInfoOnProof: async ({ product }) => {
      const person = await signedInPerson(product);
      const basicInfo = { first_name: 'Анна', last_name: 'Иванова', date_of_birth: '1980-05-17' };
      await person.browser.updateBasicInfo({ body: basicInfo });
      const operator = await operatorAtDesk(product);
      const proof = { proof: 'passport', reference: '45 10 998877' } as const;
      await operator.browser.correctBasicInfo({
        params: { id: person.userId },
        body: { ...basicInfo, last_name: 'Петрова', ...proof, code: operator.code() },
      });
      const facts = { fields: 'last_name', proof: 'passport' };
      return byOperator(operator, { ...aboutAccount(person), facts });
    },
  },
  consent_withdrawn: {
    deleteAccount: async ({ product }) => {
      const person = await signedInPerson(product);
      await person.browser.deleteAccount({
        body: {
          current_password: person.password,
          confirmation_word: 'УДАЛИТЬ',
          withdraws_consent: true,
        },
      });
      const facts = { document: 'personal_data_consent', edition: null };
      return byOwner(person, { facts });
    },
  },
  account_deleted_for_inactivity: {
    watchInactiveOwners: async ({ product }) => {
      const owner = await signedInPerson(product);
      const { clock, ctx } = product;
      clock.advance(addYears(clock.now(), 3).getTime() - clock.now().getTime());
      // Marks all other owners as active, because the job would otherwise warn them as well.
      await product.database.rows(sql`
        update users set seen_at = ${clock.now().toISOString()} where id <> ${owner.userId}`);
      // A warning that no mail server accepted counts once its retries are exhausted.
      for (let step = 0; step < 4; step++) {
        clock.advance(60 * day);
        await watchInactiveOwners(ctx);
      }
      return bySystem(aboutAccount(owner));
    },
  },
};

async function requestSupport(product: TestProduct) {
  const person = await signedInPerson(product);
  const body = { userEmail: person.email, message: 'Не открывается файл.' };
  const { request } = await person.browser.sendSupportEmail({ body });
  return { person, ...request };
}

async function suspendNewPerson(product: TestProduct) {
  const person = await signedInPerson(product);
  const operator = await operatorAtDesk(product);
  const params = { id: person.userId };
  await operator.browser.suspendAccount({
    params,
    body: { reason: 'harm', code: operator.code() },
  });
  return { person, operator, operatorInput: () => ({ params, body: { code: operator.code() } }) };
}
