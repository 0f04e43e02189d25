import type { Client } from '@zavet/contract/client';
import type { Locale } from '@zavet/contract/locales';
import { proposedWaitingHours } from '@zavet/contract/protocol/release-rules';
import { mailedToken } from './captured-mail.ts';
import { signUp } from './people.ts';
import { sampleIn, samplePassword, type WaitingSample } from './sample.ts';
import { visitorOf } from './visitor.ts';
import { agreeToStart, askToStart, startProtocol } from './visits.ts';
import { writeVault } from './write-vault.ts';

/** An owner who is there all the time, and whose letters leave in three days unless she stops them. */
export async function fillWithWaiting(
  address: string,
  language: Locale,
): Promise<WaitingSample & { stop_code: string }> {
  const { waiting } = sampleIn(language);
  const owner = await signUp(address, waiting.owner, language);
  const trusted = await signUp(address, waiting.trusted, language);
  const second = await signUp(address, waiting.second, language);
  await writeVault(address, owner, waiting, language);
  const stop_code = await protect(address, owner, waiting.owner.second_email);
  await askToStart(trusted);
  await agreeToStart(second);
  await startProtocol(address, waiting.trusted.email);
  return { ...waiting, stop_code };
}

/** Chooses everything that Settings → Protocol offers, and inactivity checks; tells the code on paper. */
async function protect(address: string, owner: Client, second_email: string): Promise<string> {
  await owner.setProtocolRules({
    body: { waiting_hours: proposedWaitingHours, needs_second: true },
  });
  await owner.setPresence({ body: { frequency: 'monthly' } });
  await owner.proveSession({ body: { current_password: samplePassword } });
  await owner.setSecondAddress({ body: { email: second_email } });
  const token = await mailedToken(address, second_email, '/second-address');
  await visitorOf(address).confirmSecondAddress({ body: { token } });
  const { code } = await owner.makeStopCode();
  return code;
}
