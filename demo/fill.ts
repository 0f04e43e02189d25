import { randomUUID } from 'node:crypto';
import type { Client } from '@zavet/contract/client';
import { moscowDay } from '@zavet/contract/days';
import { editionsInForce, legalEditions } from '@zavet/contract/legal/editions';
import { mailedToken } from './captured-mail.ts';
import {
  type Sample,
  type SampleLanguage,
  sampleFile,
  sampleIn,
  samplePassword,
} from './sample.ts';
import { visitorOf } from './visitor.ts';

/** Fills an empty product with the sample, the way people would: sign up, invite, confirm, write, pay. */
export async function fillWithSample(address: string, language: SampleLanguage): Promise<Sample> {
  const sample = sampleIn(language);
  const owner = await signUp(address, sample.owner.email, language);
  await owner.updateBasicInfo({ body: basicInfoOf(sample.owner) });
  await owner.updateContactInfo({ body: { phone: sample.owner.phone } });
  const trusted = await signUp(address, sample.trusted.email, language);
  await trusted.updateBasicInfo({ body: basicInfoOf(sample.trusted) });
  await buyPlan(address, owner);
  const contactIds = await nameContacts(address, owner, sample, language);
  await writeInstructions(owner, sample, contactIds);
  return sample;
}

async function signUp(address: string, email: string, language: SampleLanguage): Promise<Client> {
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
  return visitor;
}

function basicInfoOf(person: { first_name: string; last_name: string; date_of_birth?: string }) {
  const { first_name, last_name, date_of_birth = null } = person;
  return { first_name, last_name, date_of_birth };
}

/** Payments are imitated: the page behind the address would only send the browser back. */
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

async function nameContacts(
  address: string,
  owner: Client,
  { contacts }: Sample,
  language: SampleLanguage,
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

async function writeInstructions(
  owner: Client,
  { instructions }: Sample,
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
