import { expect, it } from 'vitest';
import { codeOfError } from '../../src/product.ts';

/** As the drivers tell of a row that points to nothing. */
const broken = (constraint: string) =>
  new Error('query failed', {
    cause: Object.assign(new Error('violates'), { code: '23503', constraint }),
  });

it('what was written for an account that is being deleted is answered like a session that ended', () => {
  expect(codeOfError(broken('user_profiles_user_id_users_id_fk'))).toBe('session_missing');
});

it('another broken reference stays a mistake of ours', () => {
  expect(codeOfError(broken('instructions_have_a_key'))).toBeUndefined();
  expect(codeOfError(new Error('violates'))).toBeUndefined();
});
