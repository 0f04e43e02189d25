import { fillWithSample } from './fill.ts';
import { type SampleLanguage, sampleLanguages, samplePassword } from './sample.ts';

const address = process.env.DEMO_ADDRESS ?? 'http://localhost:3000';
const language = languageOf(process.argv[2] ?? 'ru');

const { owner, trusted } = await fillWithSample(address, language);
console.log(`
A filled sample is running at ${address}

  owner            ${owner.email.padEnd(22)} ${samplePassword}
  trusted contact  ${trusted.email.padEnd(22)} ${samplePassword}

1. Sign in as the trusted contact, open ${address}/trusted-legacies,
   press the button three times and pay. No money moves.
2. Read the letters that go out at ${address}/dev/mailbox and follow a link in one.
3. Sign out, sign in as the owner: the dashboard and Mail tell what became of every letter.

Ctrl-C ends it and forgets everything.
`);

function languageOf(text: string): SampleLanguage {
  const found = sampleLanguages.find((one) => one === text);
  if (found) return found;
  throw new Error(`There is no sample in ${text}; there are ${sampleLanguages.join(' and ')}.`);
}
