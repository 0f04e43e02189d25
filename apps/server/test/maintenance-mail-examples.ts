import type { MailWords } from '../src/platform/mail/templates/mail-words.ts';
import type { MailExample } from './mail-example.ts';

const facts = { begins_at: '2027-03-01T22:00:00.000Z', ends_at: '2027-03-02T02:30:00.000Z' };
const says = ({ moment }: MailWords) => [moment(facts.begins_at), moment(facts.ends_at)];

export const maintenanceMailExamples: Record<string, MailExample[]> = {
  maintenance_planned: [{ facts, links: [], says }],
  maintenance_called_off: [{ facts, links: [], says }],
};
