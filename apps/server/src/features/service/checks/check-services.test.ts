import { startLanguageModelStandIn } from '@zavet/language-model-stand-in/stand-in';
import { startStandIn } from '@zavet/yookassa-stand-in/stand-in';
import { afterEach, describe, expect, it } from 'vitest';
import { checkWebService } from '../../../platform/doctor/check-web.ts';
import { modelService, paymentService } from './check-services.ts';

const never = new AbortController().signal;
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

describe('the payment provider', () => {
  async function check(other: Partial<Parameters<typeof paymentService>[0]> = {}) {
    const provider = await startStandIn();
    cleanUps.push(() => provider.stop());
    const { url: apiUrl, shopId, secretKey } = provider;
    const service = paymentService({ apiUrl, shopId, secretKey, ...other });
    const [finding] = await checkWebService(service, never);
    return finding;
  }

  it('that lets us in is fine', async () => {
    expect(await check()).toMatchObject({ about: 'Payments', state: 'ok' });
  });

  it('that refuses the key is wrong, and the key is not repeated', async () => {
    const finding = await check({ secretKey: 'secret-word' });
    expect(finding).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('does not let us in (401)'),
      todo: expect.stringContaining('YOOKASSA_SECRET_KEY'),
    });
    expect(JSON.stringify(finding)).not.toContain('secret-word');
  });

  it('that is away is wrong', async () => {
    expect(await check({ apiUrl: 'http://127.0.0.1:9/v3' })).toMatchObject({
      state: 'wrong',
      says: '127.0.0.1:9 refuses connections',
    });
  });
});

describe('the language model', () => {
  async function start() {
    const model = await startLanguageModelStandIn();
    cleanUps.push(() => model.stop());
    const check = (other: Partial<Parameters<typeof modelService>[0]> = {}) => {
      const settings = { baseUrl: model.url, apiKey: 'secret-word', model: 'small', ...other };
      return checkWebService(modelService(settings), never);
    };
    return { model, check };
  }

  it('that has the model is fine, and is told no words', async () => {
    const { model, check } = await start();
    expect(await check()).toMatchObject([{ about: 'Assistant', state: 'ok' }]);
    expect(model.asked).toEqual([]);
  });

  it('that does not list the model is worth a warning', async () => {
    const { check } = await start();
    expect(await check({ model: 'large' })).toMatchObject([
      { state: 'warning', todo: 'Look at AI_MODEL.' },
    ]);
  });

  it('that refuses the key is wrong, and the key is not repeated', async () => {
    const { model, check } = await start();
    model.next({ status: 401 });
    const found = await check();
    expect(found).toMatchObject([{ state: 'wrong', todo: 'Look at AI_API_KEY.' }]);
    expect(JSON.stringify(found)).not.toContain('secret-word');
  });

  it('that is overloaded is worth a warning', async () => {
    const { model, check } = await start();
    model.next({ status: 503 });
    expect(await check()).toMatchObject([{ state: 'warning' }]);
  });

  it('need not know which models it has', async () => {
    const { model, check } = await start();
    expect(await check({ baseUrl: `${model.url}/other` })).toMatchObject([{ state: 'ok' }]);
  });
});
