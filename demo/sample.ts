import { readFileSync } from 'node:fs';
import type { Locale } from '@zavet/contract/locales';
import type { ContactCategory } from '@zavet/contract/people/contact-rules';
import type {
  InstructionCategory,
  InstructionPriority,
} from '@zavet/contract/vault/instruction-values';

export const sampleLanguages = ['ru', 'en'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/** The password of every account of the sample. */
export const samplePassword = 'Sample-2026';

export interface Sample extends SampleVault {
  owner: SamplePerson & { phone: string };
  /** The trusted contact who has an account and can start the protocol. */
  trusted: SamplePerson;
  waiting: WaitingSample;
}

/** A living owner whose protocol was started. */
export interface WaitingSample extends SampleVault {
  owner: SamplePerson & { second_email: string };
  /** The trusted contact who starts the protocol. */
  trusted: SamplePerson;
  /** The second contact, who agrees. */
  second: SamplePerson;
}

export interface SamplePerson {
  email: string;
  first_name: string;
  last_name: string;
  date_of_birth?: string;
}

export interface SampleVault {
  contacts: SampleContact[];
  instructions: SampleInstruction[];
}

interface SampleContact {
  name: string;
  email: string;
  relationship: string;
  category: ContactCategory;
  /** False if the invitation is still pending. */
  is_confirmed: boolean;
}

interface SampleInstruction {
  title: string;
  category: InstructionCategory;
  priority: InstructionPriority;
  paragraphs: string[];
  recipient_name?: string;
  recipient_email?: string;
  /** Addresses of contacts. */
  contacts: string[];
  /** `file` is in the folder `files`; `name` is its name in the product. */
  files?: { name: string; file: string }[];
}

/** The sample exists in two languages; other locales get the English one. */
export function sampleIn(locale: Locale): Sample {
  const language = sampleLanguages.find((one) => one === locale) ?? 'en';
  const path = new URL(`samples/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Sample;
}

export function sampleFile(file: string): Blob {
  return new Blob([readFileSync(new URL(`files/${file}`, import.meta.url))]);
}
