import type { Client } from '@zavet/contract/client';
import { mailedToken } from './captured-mail.ts';
import { type SampleVault, samplePassword } from './sample.ts';
import { visitorOf } from './visitor.ts';

/** A rehearsal to which everybody who was asked has answered. */
export async function rehearse(
  address: string,
  owner: Client,
  { contacts }: Pick<SampleVault, 'contacts'>,
): Promise<void> {
  await owner.proveSession({ body: { current_password: samplePassword } });
  await owner.startRehearsal({ body: { mails_recipients: false } });
  for (const { email, is_confirmed } of contacts) {
    if (!is_confirmed) continue;
    const token = await mailedToken(address, email, '/rehearsal-answer');
    await visitorOf(address).answerRehearsal({ body: { token } });
  }
}
