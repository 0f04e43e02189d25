import type { Client } from '@zavet/contract/client';
import { moscowDay } from '@zavet/contract/days';
import { editionsInForce, legalEditions } from '@zavet/contract/legal/editions';
import type { Locale } from '@zavet/contract/locales';
import { mailedToken } from './captured-mail.ts';
import { type SamplePerson, samplePassword } from './sample.ts';
import { visitorOf } from './visitor.ts';

/** Opens an account, confirms its address and gives it a name. */
export async function signUp(
  address: string,
  person: SamplePerson,
  language: Locale,
): Promise<Client> {
  const { email, first_name, last_name, date_of_birth = null } = person;
  const visitor = visitorOf(address);
  await visitor.signUp({
    body: {
      email,
      password: samplePassword,
      confirm_password: samplePassword,
      accepted: editionsInForce(legalEditions, moscowDay(new Date())),
      preferred_language: language,
    },
  });
  const token = await mailedToken(address, email, '/verify');
  await visitor.verifyEmail({ body: { token } });
  await visitor.updateBasicInfo({ body: { first_name, last_name, date_of_birth } });
  return visitor;
}
