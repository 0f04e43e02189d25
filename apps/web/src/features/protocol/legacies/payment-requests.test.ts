import { activationInput } from '@zavet/contract/protocol/legacy-schemas';
import { expect, test } from 'vitest';
import { legacyFixture } from '../../../../test/legacy-fixture.ts';
import { activationInputOf, createClientReturnToken } from './payment-requests.ts';

test('an activation request contains both users and the return token, as the contract requires', () => {
  const legacy = legacyFixture({});
  const initiatorId = '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2a13';
  const clientReturnToken = createClientReturnToken();
  const request = activationInputOf({
    legacy,
    initiatorId,
    pin: '123456',
    clientReturnToken,
    origin: 'https://zavet.example',
  });
  expect(activationInput.parse(request)).toEqual({
    product_id: 'protocol_activation',
    amount: 7000,
    return_url: `https://zavet.example/yookassa-return?type=protocol_activation&deceased_user_id=${legacy.user_id}&crt=${clientReturnToken}`,
    metadata: {
      client_return_token: clientReturnToken,
      product_id: 'protocol_activation',
      deceased_user_id: legacy.user_id,
      trusted_contact_id: legacy.trusted_contact_id,
      initiator_user_id: initiatorId,
    },
    pin: '123456',
  });
});

test('a return token has 32 random bytes in URL-safe characters', () => {
  const tokens = Array.from({ length: 50 }, createClientReturnToken);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(50);
});
