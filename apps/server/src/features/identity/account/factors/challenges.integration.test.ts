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
const uncounted = { counter: 0 };

/** Replays an answer with every other check disabled. */
type Repeated = (person: Person, device: SoftwareAuthenticator) => Promise<() => Promise<unknown>>;

const uses: Record<ChallengePurpose, Repeated> = {
  sign_in: async (_, device) => {
    const browser = product.browser();
    const passkey = device.use(await browser.beginPasskeySignIn(), uncounted);
    return () => browser.signInWithPasskey({ body: { passkey } });
  },
  second_step: async (person, device) => {
    const browser = product.browser();
    const { passkey: request } = await passPassword(browser, person);
    if (!request) throw new Error('no passkey was asked for');
    const passkey = device.use(request, uncounted);
    const cookies = new Map(browser.cookies);
    const [begun] = await product.database.rows<PendingSignIn>(
      sql`select * from pending_sign_ins where user_id = ${person.userId}`,
    );
    if (!begun) throw new Error('no sign-in was begun');
    return async () => {
      const again = product.browser();
      for (const [name, value] of cookies) again.cookies.set(name, value);
      await product.database.rows(sql`
        insert into pending_sign_ins (id, user_id, device_digest, created_at, expires_at)
        values (${begun.id}, ${begun.user_id}, ${begun.device_digest}, ${begun.created_at},
          ${begun.expires_at}) on conflict do nothing`);
      return again.completeSecondStep({ body: { passkey } });
    };
  },
  proof: async ({ browser }, device) => {
    const passkey = device.use(await browser.beginPasskeyProof(), uncounted);
    return () => browser.proveSession({ body: { passkey } });
  },
  register: async ({ browser }) => {
    const passkey = createSoftwareAuthenticator().create(await browser.beginPasskey());
    return async () => {
      await browser.addPasskey({ body: { passkey, name: 'Повтор' } });
      const added = (await browser.getFactors()).passkeys.find(({ name }) => name === 'Повтор');
      await browser.removePasskey({ params: { id: added?.id ?? '' } });
    };
  },
};

describe('a challenge', () => {
  it.each(Object.entries(uses))(
    'is accepted once, also without a counter: %s',
    async (_, prepare) => {
      const person = await signedInPerson(product);
      const { device } = await addPasskey(person);
      const give = await prepare(person, device);
      await give();
      expect((await failureOf(give())).code).toBe('passkey_refused');
    },
  );

  it.each(Object.entries(uses))(
    'is accepted once of several concurrent answers: %s',
    async (_, prepare) => {
      const person = await signedInPerson(product);
      const { device } = await addPasskey(person);
      const give = await prepare(person, device);
      const results = await Promise.allSettled([give(), give(), give()]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    },
  );
});
