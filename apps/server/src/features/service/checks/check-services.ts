import type { WebService } from '../../../platform/doctor/check-web.ts';
import { warning } from '../../../platform/doctor/finding.ts';

interface PaymentAccess {
  apiUrl: string;
  shopId: string;
  secretKey: string;
}

interface ModelAccess {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

/** The payment provider, asked for one payment at most: nothing is charged or changed. */
export function paymentService({ apiUrl, shopId, secretKey }: PaymentAccess): WebService {
  const credentials = Buffer.from(`${shopId}:${secretKey}`).toString('base64');
  return {
    about: 'Payments',
    url: `${apiUrl.replace(/\/+$/, '')}/payments?limit=1`,
    headers: { authorization: `Basic ${credentials}` },
    addressVariable: 'YOOKASSA_API_URL',
    accessVariables: 'YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY',
  };
}

/** The language model, asked which models it has. */
export function modelService({ baseUrl, apiKey, model }: ModelAccess): WebService {
  const about = 'Assistant';
  return {
    about,
    url: `${baseUrl.replace(/\/+$/, '')}/models`,
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    addressVariable: 'AI_BASE_URL',
    accessVariables: 'AI_API_KEY',
    isQuestionOptional: true,
    judge: (text) => {
      const models = modelsIn(text);
      if (models.length === 0 || models.includes(model)) return undefined;
      const says = `the service does not list the model ${model}`;
      return warning(about, says, 'Look at AI_MODEL.');
    },
  };
}

/** Their names, so far as the answer has the usual shape. */
function modelsIn(text: string): unknown[] {
  try {
    const { data } = JSON.parse(text) as { data?: { id?: unknown }[] };
    return Array.isArray(data) ? data.map(({ id }) => id) : [];
  } catch {
    return [];
  }
}
