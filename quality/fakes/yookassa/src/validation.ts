import { z } from 'zod';
import { invalidRequest, kopecksOf } from './protocol.ts';

export type PaymentRequest = z.output<typeof paymentRequest>;
export type RefundRequest = z.output<typeof refundRequest>;

const amount = z.strictObject({
  value: z
    .string()
    .regex(/^\d{1,10}\.\d{2}$/)
    .refine((value) => Number(value) > 0, 'must be above zero'),
  currency: z.literal('RUB'),
});

const receiptItem = z.strictObject({
  description: z.string().min(1).max(128),
  quantity: z.string().regex(/^\d{1,5}(\.\d{1,3})?$/),
  amount,
  vat_code: z.int().min(1).max(12),
  payment_mode: z.enum(['full_payment', 'full_prepayment']),
  payment_subject: z.literal('service'),
});

const receipt = z.strictObject({
  customer: z
    .strictObject({
      email: z.email().optional(),
      phone: z
        .string()
        .regex(/^\d{10,15}$/)
        .optional(),
    })
    .refine(({ email, phone }) => email ?? phone, 'needs an email or a phone'),
  items: z.array(receiptItem).min(1).max(100),
});

const metadata = z
  .record(z.string().min(1).max(32), z.string().max(512))
  .refine((record) => Object.keys(record).length <= 16, 'has more than 16 keys');

/** Stricter than the provider: refuses unknown fields, so that misspelled ones are noticed. */
export const paymentRequest = z
  .strictObject({
    amount,
    capture: z.boolean().default(false),
    confirmation: z
      .strictObject({ type: z.literal('redirect'), return_url: z.url().max(2048) })
      .optional(),
    payment_method_id: z.string().min(1).optional(),
    save_payment_method: z.boolean().default(false),
    merchant_customer_id: z.string().max(200).optional(),
    description: z.string().max(128).optional(),
    metadata: metadata.optional(),
    receipt,
  })
  .refine(({ confirmation, payment_method_id }) => confirmation ?? payment_method_id, {
    path: ['confirmation'],
    error: 'needs a confirmation or a saved payment method',
  })
  .refine(receiptAddsUp, { path: ['receipt', 'items'], error: 'do not add up to the amount' });

export const refundRequest = z
  .strictObject({
    payment_id: z.string().min(1),
    amount,
    description: z.string().max(250).optional(),
    receipt: receipt.optional(),
  })
  .refine(receiptAddsUp, { path: ['receipt', 'items'], error: 'do not add up to the amount' });

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const listQuery = z.strictObject({
  'created_at.gte': instant.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  cursor: z.string().optional(),
});

export const refundListQuery = z.strictObject({
  payment_id: z.string().min(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const parameter = issue?.path.join('.') ?? '';
  throw invalidRequest(`Invalid request parameter: ${issue?.message}`, parameter);
}

interface WithReceipt {
  amount: z.output<typeof amount>;
  receipt?: z.output<typeof receipt> | undefined;
}

function receiptAddsUp({ amount: total, receipt: given }: WithReceipt): boolean {
  if (!given) return true;
  const sum = given.items.reduce(
    (kopecks, item) => kopecks + Math.round(kopecksOf(item.amount) * Number(item.quantity)),
    0,
  );
  return sum === kopecksOf(total);
}
