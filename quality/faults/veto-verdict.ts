import type { ArrivedMail } from '@zavet/smtp-stand-in/stand-in';
import type { Household } from './household.ts';
import type { Outcome } from './outcome.ts';
import type { Stack } from './stack.ts';
import { kindOf, violationUnless } from './verdict.ts';

/** Violations after an acknowledged veto. */
export function vetoViolations(
  { provider }: Stack,
  { owner, activator }: Household,
  { activations, payments, deliveries, contact_states, instruction_states }: Outcome,
  mails: readonly ArrivedMail[],
): string[] {
  const states = activations.map(({ status }) => status).join();
  const released = activations.filter(({ activated_at }) => activated_at !== null).length;
  const ids = new Set(payments.map(({ id }) => id));
  const charged = provider.control
    .payments()
    .filter(
      ({ metadata, status }) => ids.has(metadata?.payment_id ?? '') && status === 'succeeded',
    );
  const refunded = provider.control
    .refunds()
    .filter((refund) => charged.some(({ id }) => id === refund.payment_id));
  const mailCount = (kind: string, to: string) =>
    new Set(
      mails
        .filter((mail) => mail.to === to && kindOf(mail) === kind)
        .map(({ message_id }) => message_id),
    ).size;
  return [
    ...violationUnless(states === 'vetoed', `activations: ${states}`),
    ...violationUnless(
      released === 0 && deliveries.length === 0,
      `${deliveries.length} letters after a veto`,
    ),
    ...violationUnless(
      instruction_states.join() === 'outbox',
      `instructions: ${instruction_states.join()}`,
    ),
    ...violationUnless(
      contact_states.join() === 'confirmed,confirmed,confirmed,pending',
      `contacts: ${contact_states.join()}`,
    ),
    ...violationUnless(charged.length === 1, `${charged.length} charges`),
    ...violationUnless(
      refunded.length === 1 && refunded[0]?.amount.value === charged[0]?.amount.value,
      `refunded ${refunded.map(({ amount }) => amount.value).join() || 'nothing'}`,
    ),
    ...violationUnless(
      payments.flatMap(({ refunds }) => refunds.map(({ status }) => status)).join() === 'succeeded',
      'not exactly one successful refund in the database',
    ),
    ...violationUnless(
      mailCount('stop_recorded', owner.email) === 1,
      'the owner did not get one notification of the veto',
    ),
    ...violationUnless(
      mailCount('start_stopped', activator.email) === 1,
      'the contact did not get one notification of the veto',
    ),
  ];
}
