import type { SupportInput } from '@zavet/contract/desk/support-endpoints';
import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { limits } from '@zavet/contract/limits';
import { categoryOf, type SupportTopic } from './support-rules.ts';

/** What the form holds. */
export type SupportValues = Omit<SupportInput, 'draft_id'>;

export function emptyValues(writer: Pick<ProfileView, 'full_name' | 'user_email'>): SupportValues {
  return {
    name: (writer.full_name ?? '').slice(0, limits.nameMaxLength),
    userEmail: writer.user_email,
    category: categoryOf(undefined),
    subject: '',
    message: '',
  };
}

export function withTopic(
  empty: SupportValues,
  topic: SupportTopic,
  subject: string,
): SupportValues {
  return { ...empty, category: categoryOf(topic), subject };
}

/** A message that was begun comes before what another screen asks for. */
export function startingValues(
  empty: SupportValues,
  ofTopic: SupportValues | undefined,
  kept: Partial<SupportValues> | undefined,
): SupportValues {
  if (ofTopic && !kept?.message) return ofTopic;
  return { ...empty, ...kept };
}

/** What was typed over the other values. */
export function changedValues(
  values: SupportValues,
  other: SupportValues,
): Partial<SupportValues> | undefined {
  const names = Object.keys(values) as (keyof SupportValues)[];
  const changed = names.filter((name) => values[name] !== other[name]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

/** Only what was sent is gone from the form: somebody may have typed on meanwhile. */
export function valuesAfterSending(
  now: SupportValues,
  sent: SupportValues,
  empty: SupportValues,
): SupportValues {
  return { ...empty, ...changedValues(now, sent) };
}

/** One text on its way to the support, under the id that makes a second try the same request. */
export interface Attempt {
  draft_id: string;
  values: SupportValues;
}

export function attemptFor(
  values: SupportValues,
  last: Attempt | undefined,
  newId: () => string,
): Attempt {
  return last && isAttemptOf(last, values) ? last : { draft_id: newId(), values };
}

export function isAttemptOf(attempt: Attempt, values: SupportValues): boolean {
  return changedValues(values, attempt.values) === undefined;
}
