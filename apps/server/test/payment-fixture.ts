import type { PlanProduct, PriceEditions } from '@zavet/contract/billing/plan-catalogue';
import {
  type StandInOptions,
  startStandIn,
  type YookassaStandIn,
} from '@zavet/yookassa-stand-in/stand-in';
import { readConfiguration } from '../src/config/configuration.ts';
import type { Context } from '../src/context.ts';
import { generatedKeyPath } from '../src/platform/encryption/key-file.ts';
import { loadMasterKeys } from '../src/platform/encryption/master-keys.ts';
import { createProduct } from '../src/product.ts';
import type { Person } from './people.ts';
import { startTestProduct, type TestProduct } from './test-product.ts';

/** The product with a fake payment provider. */
export interface PayingProduct extends TestProduct {
  standIn: YookassaStandIn;
}

interface PayingOptions extends StandInOptions {
  /** Sends mail to this server instead of capturing it. */
  smtpUrl?: string;
  runsJobs?: boolean;
  prices?: PriceEditions;
}

export async function startPayingProduct({
  smtpUrl = '',
  runsJobs = true,
  prices,
  ...options
}: PayingOptions = {}): Promise<PayingProduct> {
  let now = () => new Date();
  const standIn = await startStandIn({ clock: () => now(), ...options });
  const environment = {
    PAYMENTS: 'yookassa',
    YOOKASSA_SHOP_ID: standIn.shopId,
    YOOKASSA_SECRET_KEY: standIn.secretKey,
    YOOKASSA_API_URL: standIn.url,
    SMTP_URL: smtpUrl,
  };
  const product = await startTestProduct(environment, {
    runsJobs,
    ...(prices && { prices }),
  });
  now = () => product.clock.now();
  standIn.control.setWebhooks({ url: `${product.url}/api/payments/yookassa/notification` });
  const stop = async () => {
    await standIn.stop();
    await product.stop();
  };
  return { ...product, standIn, stop };
}

/** Request body for the currently offered price. */
export async function paymentInput({ browser, userId }: Person, plan_id: PlanProduct) {
  const { offers } = await browser.getPlan();
  const offer = offers.find((one) => one.plan_id === plan_id);
  if (!offer) throw new Error(`nothing offered for ${plan_id}`);
  const [, period] = plan_id.match(/_(\w+)$/) ?? [];
  return {
    amount: offer.amount,
    currency: 'RUB',
    plan_id,
    user_id: userId,
    description: 'Тариф',
    return_url: `http://zavet.test/yookassa-return?plan_id=${plan_id}&period=${period}`,
  };
}

/** Opens a payment and returns its id at the provider. */
export async function openPayment(
  { standIn }: Pick<PayingProduct, 'standIn'>,
  person: Person,
  plan_id: PlanProduct,
): Promise<{ payment_id: string; provider_id: string; confirmation_url: string }> {
  const opened = await person.browser.createPayment({ body: await paymentInput(person, plan_id) });
  return { ...opened, provider_id: providerIdOf(standIn, opened.payment_id) };
}

function providerIdOf({ control }: YookassaStandIn, paymentId: string): string {
  const found = control.payments().find(({ metadata }) => metadata?.payment_id === paymentId);
  if (!found) throw new Error(`the provider has no payment for ${paymentId}`);
  return found.id;
}

/** Refreshes a payment as the return page does. */
export function refreshPayment({ browser }: Person, plan_id: PlanProduct) {
  return browser.refreshPaymentStatus({ body: { action: 'refresh-payment-status', plan_id } });
}

/** Buys and pays a plan. */
export async function buy(
  product: PayingProduct,
  person: Person,
  plan_id: PlanProduct,
): Promise<string> {
  const { payment_id, provider_id } = await openPayment(product, person, plan_id);
  product.standIn.control.pay(provider_id);
  const { is_paid } = await refreshPayment(person, plan_id);
  if (!is_paid) throw new Error(`${plan_id} was not paid`);
  return payment_id;
}

/** Context of the same database with a production configuration. */
export function productionContextOf({ database, clock, log, dataDir }: PayingProduct): Context {
  const configuration = readConfiguration({
    NODE_ENV: 'production',
    MASTER_KEY_FILE: generatedKeyPath(dataDir),
    PUBLIC_URL: 'https://zavet.test',
    SMTP_URL: 'smtp://127.0.0.1:2',
    SUPPORT_EMAIL: 'support@zavet.test',
    PAYMENTS: 'yookassa',
    YOOKASSA_SHOP_ID: '1',
    YOOKASSA_SECRET_KEY: 'live_secret',
  });
  const masterKeys = loadMasterKeys(configuration.masterKey);
  return createProduct(configuration, masterKeys, database, clock, log).ctx;
}
