import { generateSync } from 'otplib';
import { appointOperator } from '../src/features/identity/operators/appoint-operator.ts';
import { operatorCodes } from '../src/features/identity/operators/operator-codes.ts';
import { type Person, signedInPerson } from './people.ts';
import type { TestProduct } from './test-product.ts';

export interface TestOperator extends Person {
  /** A code that was not used yet; half a minute passes for it. */
  code(): string;
  openDesk(): Promise<void>;
}

/** A code counts once, and there is another one every half minute. */
const stepMs = 30_000;

/** Somebody who may sit at the desk, signed in, with the desk still closed. */
export async function newOperator(product: TestProduct): Promise<TestOperator> {
  const person = await signedInPerson(product);
  const given = await appointOperator(product.ctx, operatorCodes(product.ctx), person.email);
  if (!given) throw new Error('somebody with an account was not made an operator');
  const code = () => {
    product.clock.advance(stepMs);
    return generateSync({
      secret: given.secret,
      epoch: Math.floor(product.clock.now().getTime() / 1000),
    });
  };
  return {
    ...person,
    code,
    openDesk: async () => {
      await person.browser.openDesk({ body: { code: code() } });
    },
  };
}

/** Somebody at an open desk. */
export async function operatorAtDesk(product: TestProduct): Promise<TestOperator> {
  const operator = await newOperator(product);
  await operator.openDesk();
  return operator;
}
