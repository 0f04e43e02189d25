import { fillWithSample, fillWithWaiting } from './fill.ts';
import { type SampleLanguage, sampleLanguages, samplePassword } from './sample.ts';

const address = process.env.DEMO_ADDRESS ?? 'http://localhost:3000';
const language = languageOf(process.argv[2] ?? 'ru');

const { owner, trusted } = await fillWithSample(address, language);
const waiting = await fillWithWaiting(address, language);
const second = waiting.second.first_name;
console.log(`
The product with sample data is running at ${address}

  owner            ${owner.email}
  trusted contact  ${trusted.email}
  password         ${samplePassword}, for every account of the sample

1. Sign in as the trusted contact, open ${address}/trusted-legacies,
   press the button three times and pay. No money moves.
2. Read the letters at ${address}/dev/mailbox and follow a link in one.
3. Sign out, sign in as the owner: the dashboard and Mail show the state of every letter.

Another owner is alive, and her protocol has just been started. Its waiting period is three days.

  owner            ${waiting.owner.email}
  started by       ${waiting.trusted.email}, with the agreement of ${waiting.second.email}
  code on paper    ${waiting.veto_code}

4. Sign in as ${waiting.trusted.email} and open ${address}/trusted-legacies: the day of release.
5. Sign in as ${waiting.owner.email}: a notice fills the window; its button is a veto.
   So are the link in her mail and the code on paper at ${address}/stop.
6. Read the notifications at ${address}/dev/mailbox, and look again as
   ${waiting.trusted.email}: vetoed, and the fee is refunded. Her rules are in Settings → Protocol.
   If she lets ${waiting.trusted.first_name} start again there, ${second} is asked again as well.

Ctrl-C ends the demo and removes its data.
`);

function languageOf(text: string): SampleLanguage {
  const found = sampleLanguages.find((one) => one === text);
  if (found) return found;
  throw new Error(`There is no sample in ${text}; there are ${sampleLanguages.join(' and ')}.`);
}
