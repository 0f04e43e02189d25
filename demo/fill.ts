import { randomUUID } from 'node:crypto';
import type { Client } from '@zavet/contract/client';
import type { Locale } from '@zavet/contract/locales';
import { proposedWaitingHours } from '@zavet/contract/protocol/release-rules';
import {
  type Sample,
  type SampleVault,
  sampleFile,
  sampleIn,
  samplePassword,
  type WaitingSample,
} from './sample.ts';
import { mailedToken, visitorOf } from './visitor.ts';
import { giveAgreement, requestAgreement, signUp, startProtocol } from './visits.ts';

/** Fills an empty product with the sample through the API: sign up, invite, confirm, write, pay, rehearse. */
export async function fillWithSample(address: string, language: Locale): Promise<Sample> {
  const sample = sampleIn(language);
  const owner = await signUp(address, sample.owner, language);
  await owner.updateContactInfo({ body: { phone: sample.owner.phone } });
  await signUp(address, sample.trusted, language);
  await buyPlan(address, owner);
  await fillVault(address, owner, sample, language);
  await rehearse(address, owner, sample);
  return sample;
}

/** Payments are mocked: the payment page would only redirect back. */
async function buyPlan(address: string, owner: Client): Promise<void> {
  const plan_id = 'storage_500_yearly';
  const { offers } = await owner.getPlan();
  const offer = offers.find((one) => one.plan_id === plan_id);
  if (!offer) throw new Error(`${plan_id} is not offered.`);
  const { user_id } = await owner.getProfile();
  const { payment_id } = await owner.createPayment({
    body: {
      amount: offer.amount,
      currency: 'RUB',
      plan_id,
      user_id,
      description: plan_id,
      return_url: `${address}/yookassa-return?plan_id=${plan_id}&period=yearly`,
    },
  });
  await owner.refreshPaymentStatus({
    body: { action: 'refresh-payment-status', plan_id, payment_id, status: 'succeeded' },
  });
}

/** Adds a living owner whose letters are released in three days unless she vetoes. */
export async function fillWithWaiting(
  address: string,
  language: Locale,
): Promise<WaitingSample & { veto_code: string }> {
  const { waiting } = sampleIn(language);
  const owner = await signUp(address, waiting.owner, language);
  const trusted = await signUp(address, waiting.trusted, language);
  const second = await signUp(address, waiting.second, language);
  await fillVault(address, owner, waiting, language);
  const veto_code = await chooseProtection(address, owner, waiting.owner.second_email);
  await requestAgreement(trusted);
  await giveAgreement(second);
  await startProtocol(address, waiting.trusted.email);
  return { ...waiting, veto_code };
}

/** Enables everything that Settings → Protocol offers, and check-ins. Returns the paper code. */
async function chooseProtection(
  address: string,
  owner: Client,
  second_email: string,
): Promise<string> {
  await owner.setProtocolRules({
    body: { waiting_hours: proposedWaitingHours, needs_second: true },
  });
  await owner.setCheckInFrequency({ body: { frequency: 'monthly' } });
  await owner.proveSession({ body: { current_password: samplePassword } });
  await owner.setSecondAddress({ body: { email: second_email } });
  const token = await mailedToken(address, second_email, '/second-address');
  await visitorOf(address).confirmSecondAddress({ body: { token } });
  const { code } = await owner.createPaperCode();
  return code;
}

/** Adds the contacts of an owner, confirms them and creates the instructions. */
async function fillVault(
  address: string,
  owner: Client,
  vault: SampleVault,
  language: Locale,
): Promise<void> {
  const contactIds = await addContacts(address, owner, vault, language);
  await createInstructions(owner, vault, contactIds);
}

async function addContacts(
  address: string,
  owner: Client,
  { contacts }: SampleVault,
  language: Locale,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { name, email, relationship, category, is_confirmed } of contacts) {
    const { contact } = await owner.createContact({
      body: {
        name,
        email,
        relationship,
        category,
        phone: '',
        notes: '',
        address: '',
        preferred_language: language,
        is_minor: false,
        has_guardian_consent: false,
      },
    });
    ids.set(email, contact.id);
    if (!is_confirmed) continue;
    const token = await mailedToken(address, email, '/invitation');
    await visitorOf(address).acceptInvitation({ body: { token } });
  }
  return ids;
}

async function createInstructions(
  owner: Client,
  { instructions }: SampleVault,
  contactIds: Map<string, string>,
): Promise<void> {
  for (const { paragraphs, contacts, files = [], ...rest } of instructions) {
    const { id } = await owner.createInstruction({
      body: {
        draft_id: randomUUID(),
        recipient_name: '',
        recipient_email: '',
        ...rest,
        content: paragraphs.join('\n\n'),
        trusted_contact_ids: contacts.map((email) => contactIds.get(email) ?? email),
      },
    });
    for (const { name, file } of files) {
      await owner.attachFile({
        params: { id },
        headers: { 'x-file-name': encodeURIComponent(name) },
        body: sampleFile(file),
      });
    }
  }
}

/** A rehearsal that every confirmed contact has answered. */
async function rehearse(
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
