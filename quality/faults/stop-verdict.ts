import type { ArrivedMail } from '@zavet/smtp-stand-in/arrived-mail';
import type { Family } from './family.ts';
import type { Outcome } from './outcome.ts';
import type { Stack } from './stack.ts';
import { kindOf, unless } from './verdict.ts';

/** What must hold once an owner was told that a start is stopped; empty when all is well. */
export function violationsOfStop(
  { provider }: Stack,
  { owner, activator }: Family,
  { activations, payments, deliveries, contact_states, instruction_states }: Outcome,
  mails: readonly ArrivedMail[],
): string[] {
  const states = activations.map(({ status }) => status).join();
  const left = activations.filter(({ activated_at }) => activated_at !== null).length;
  const ids = new Set(payments.map(({ id }) => id));
  const charged = provider.control
    .payments()
    .filter(
      ({ metadata, status }) => ids.has(metadata?.payment_id ?? '') && status === 'succeeded',
    );
  const back = provider.control
    .refunds()
    .filter((refund) => charged.some(({ id }) => id === refund.payment_id));
  const told = (kind: string, to: string) =>
    new Set(
      mails
        .filter((mail) => mail.to === to && kindOf(mail) === kind)
        .map(({ message_id }) => message_id),
    ).size;
  return [
    ...unless(states === 'vetoed', `activations: ${states}`),
    ...unless(left === 0 && deliveries.length === 0, `${deliveries.length} letters after a stop`),
    ...unless(instruction_states.join() === 'outbox', `instructions: ${instruction_states.join()}`),
    ...unless(
      contact_states.join() === 'confirmed,confirmed,confirmed,pending',
      `contacts: ${contact_states.join()}`,
    ),
    ...unless(charged.length === 1, `charged ${charged.length}×`),
    ...unless(
      back.length === 1 && back[0]?.amount.value === charged[0]?.amount.value,
      `given back ${back.map(({ amount }) => amount.value).join() || 'nothing'}`,
    ),
    ...unless(
      payments.flatMap(({ refunds }) => refunds.map(({ status }) => status)).join() === 'succeeded',
      'refunds in the database are not one that succeeded',
    ),
    ...unless(told('stop_recorded', owner.email) === 1, 'the owner was not told once of the stop'),
    ...unless(
      told('start_stopped', activator.email) === 1,
      'the contact was not told once of the stop',
    ),
  ];
}
