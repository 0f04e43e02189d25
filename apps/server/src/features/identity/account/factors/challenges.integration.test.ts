import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../../test/people.ts';
import {
  addPasskey,
  createSoftwareAuthenticator,
  passPassword,
  type SoftwareAuthenticator,
} from '../../../../../test/second-factors.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import type { PendingSignIn } from './factor-repository.ts';
import type { ChallengePurpose } from './webauthn.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** Without a signature counter, only the challenge prevents replay. */
const noCounter = { counter: 0 };

/** Returns a call that sends the same answer each time, with every other check disabled. */
type PrepareAnswer = (
  person: Person,
  device: SoftwareAuthenticator,
) => Promise<() => Promise<unknown>>;

const answersByPurpose: Record<ChallengePurpose, PrepareAnswer> = {
  sign_in: async (_, device) => {
    const browser = product.browser();
    const passkey = device.use(await browser.startPasskeySignIn(), noCounter);
    return () => browser.signInWithPasskey({ body: { passkey } });
  },
  second_step: async (person, device) => {
    const browser = product.browser();
    const { passkey: request } = await passPassword(browser, person);
    if (!request) throw new Error('no passkey was asked for');
    const passkey = device.use(request, noCounter);
    const cookies = new Map(browser.cookies);
    const [pending] = await product.database.rows<PendingSignIn>(
      sql`select * from pending_sign_ins where user_id = ${person.userId}`,
    );
    if (!pending) throw new Error('no sign-in is pending');
    return async () => {
      const again = product.browser();
      for (const [name, value] of cookies) again.cookies.set(name, value);
      await product.database.rows(sql`
        insert into pending_sign_ins (id, user_id, device_digest, created_at, expires_at)
        values (${pending.id}, ${pending.user_id}, ${pending.device_digest}, ${pending.created_at},
          ${pending.expires_at}) on conflict do nothing`);
      return again.completeSecondStep({ body: { passkey } });
    };
  },
  proof: async ({ browser }, device) => {
    const passkey = device.use(await browser.startPasskeyProof(), noCounter);
    return () => browser.proveSession({ body: { passkey } });
  },
  register: async ({ browser }) => {
    const passkey = createSoftwareAuthenticator().create(await browser.startPasskeyCreation());
    return async () => {
      await browser.addPasskey({ body: { passkey, name: 'Повтор' } });
      const added = (await browser.getFactors()).passkeys.find(({ name }) => name === 'Повтор');
      await browser.removePasskey({ params: { id: added?.id ?? '' } });
    };
  },
};

describe('a challenge', () => {
  it.each(Object.entries(answersByPurpose))(
    'is accepted once, even without a counter: %s',
    async (_, prepare) => {
      const person = await signedInPerson(product);
      const { device } = await addPasskey(person);
      const answer = await prepare(person, device);
      await answer();
      expect((await failureOf(answer())).code).toBe('passkey_refused');
    },
  );

  it.each(Object.entries(answersByPurpose))(
    'accepts only one of several concurrent answers: %s',
    async (_, prepare) => {
      const person = await signedInPerson(product);
      const { device } = await addPasskey(person);
      const answer = await prepare(person, device);
      const results = await Promise.allSettled([answer(), answer(), answer()]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    },
  );
});
