import { generateSync } from 'otplib';
import { appointOperator } from '../src/features/identity/operators/appoint-operator.ts';
import { operatorCodes } from '../src/features/identity/operators/operator-codes.ts';
import { type Person, signedInPerson } from './people.ts';
import type { TestProduct } from './test-product.ts';

export interface TestOperator extends Person {
  /** Returns a fresh code; advances the clock to the start of the next half minute. */
  code(): string;
  openDesk(): Promise<void>;
}

/** Codes are single-use and change every half minute. */
const stepMs = 30_000;

/** A signed-in operator whose desk session is not open yet. */
export async function newOperator(product: TestProduct): Promise<TestOperator> {
  const person = await signedInPerson(product);
  const given = await appointOperator(product.ctx, operatorCodes(product.ctx), person.email);
  if (!given) throw new Error('an account was not made an operator');
  const code = () => {
    // Starts at a full half minute, so that a code of another operator stays valid until the next.
    product.clock.advance(stepMs - (product.clock.now().getTime() % stepMs));
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

export async function operatorAtDesk(product: TestProduct): Promise<TestOperator> {
  const operator = await newOperator(product);
  await operator.openDesk();
  return operator;
}
