import type { Client } from '@zavet/contract/client';
import type { Locale } from '@zavet/contract/locales';
import { signUp } from './people.ts';
import { rehearse } from './rehearse.ts';
import { type Sample, sampleIn } from './sample.ts';
import { writeVault } from './write-vault.ts';

/** Fills an empty product with the sample, the way people would: sign up, invite, confirm, write, pay, rehearse. */
export async function fillWithSample(address: string, language: Locale): Promise<Sample> {
  const sample = sampleIn(language);
  const owner = await signUp(address, sample.owner, language);
  await owner.updateContactInfo({ body: { phone: sample.owner.phone } });
  await signUp(address, sample.trusted, language);
  await buyPlan(address, owner);
  await writeVault(address, owner, sample, language);
  await rehearse(address, owner, sample);
  return sample;
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
