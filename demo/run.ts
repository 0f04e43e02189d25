import { fillWithSample } from './fill.ts';
import { fillWithWaiting } from './fill-waiting.ts';
import { type SampleLanguage, sampleLanguages, samplePassword } from './sample.ts';

const address = process.env.DEMO_ADDRESS ?? 'http://localhost:3000';
const language = languageOf(process.argv[2] ?? 'ru');

const { owner, trusted } = await fillWithSample(address, language);
const waiting = await fillWithWaiting(address, language);
const second = waiting.second.first_name;
console.log(`
A filled sample is running at ${address}

  owner            ${owner.email}
  trusted contact  ${trusted.email}
  password         ${samplePassword}, of everybody here

1. Sign in as the trusted contact, open ${address}/trusted-legacies,
   press the button three times and pay. No money moves.
2. Read the letters that go out at ${address}/dev/mailbox and follow a link in one.
3. Sign out, sign in as the owner: the dashboard and Mail tell what became of every letter.

Somebody else is alive, and her protocol was started a moment ago. It waits for three days.

  owner            ${waiting.owner.email}
  started by       ${waiting.trusted.email}, with the agreement of ${waiting.second.email}
  code on paper    ${waiting.stop_code}

4. Sign in as ${waiting.trusted.email} and open ${address}/trusted-legacies: the day of release.
5. Sign in as ${waiting.owner.email}: a notice fills the window; its button stops everything.
   So does the link in her mail, and the code on paper at ${address}/stop.
6. Read at ${address}/dev/mailbox what everybody is told, and look again as
   ${waiting.trusted.email}: stopped, and the fee goes back. Her rules are in Settings → Protocol.
   If she lets ${waiting.trusted.first_name} start again there, ${second} is asked again as well.

Ctrl-C ends it and forgets everything.
`);

function languageOf(text: string): SampleLanguage {
  const found = sampleLanguages.find((one) => one === text);
  if (found) return found;
  throw new Error(`There is no sample in ${text}; there are ${sampleLanguages.join(' and ')}.`);
}
