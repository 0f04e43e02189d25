import { z } from 'zod';
import { paymentView } from '../billing/payment-endpoints.ts';
import { planView } from '../billing/plan-endpoints.ts';
import { supportRequestView } from '../desk/support-endpoints.ts';
import { localeField, timestamp } from '../fields.ts';
import { activeSessionView, profileView, securityEventView } from '../identity/account-schemas.ts';
import { ownAuditEntry } from '../identity/audit-endpoints.ts';
import { limits } from '../limits.ts';
import { contactInput, contactView } from '../people/contact-endpoints.ts';
import { checkInSettingsView } from '../protocol/check-in-endpoints.ts';
import {
  ownAttempt,
  ownProtocol,
  pastProtocol,
  vetoedContact,
} from '../protocol/legacy-endpoints.ts';
import { rehearsalView } from '../protocol/rehearsal-endpoints.ts';
import { protocolRulesInput, protocolRulesView } from '../protocol/settings-endpoints.ts';
import {
  expectedFilesInput,
  fileView,
  instructionInput,
  instructionView,
} from './instruction-schemas.ts';

/** What `data.json` says of itself, so that another program's archive is not taken for one of ours. */
export const archiveFormat = 'zavet-export';
export const archiveVersion = 1;

export const archiveNames = {
  data: 'data.json',
  page: 'index.html',
  readme: 'README.txt',
} as const;

const archivedConsent = z.object({
  document: z.string(),
  version: z.string(),
  accepted_at: timestamp,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
});

export const archivedFile = fileView.omit({ instruction_id: true, file_size_mb: true }).extend({
  /** Where it lies in the archive; null where its bytes could not be read. */
  path: z.string().nullable(),
});
export type ArchivedFile = z.output<typeof archivedFile>;

export const archivedInstruction = instructionView
  .omit({ preview: true, files_leaving: true })
  .extend({ files: z.array(archivedFile) });
export type ArchivedInstruction = z.output<typeof archivedInstruction>;

export const archivedContact = contactView.omit({
  instruction_count: true,
  sole_instruction_count: true,
});
export type ArchivedContact = z.output<typeof archivedContact>;

/** `data.json` of an archive: everything that is kept about an owner, as the screens show it. */
export const archiveData = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  made_at: timestamp,
  language: localeField,
  profile: profileView,
  consents: z.array(archivedConsent),
  contacts: z.array(archivedContact),
  instructions: z.array(archivedInstruction),
  protocol_rules: protocolRulesView.omit({ contacts: true, release_at: true }),
  /** What became of the owner's protocol, and of former starts. */
  protocol: z.object({
    started: ownProtocol.nullable(),
    /** What contacts have begun. */
    attempts: z.array(ownAttempt),
    past: z.array(pastProtocol),
    stopped_contacts: z.array(vetoedContact),
  }),
  presence: checkInSettingsView,
  rehearsals: z.array(rehearsalView),
  plan: planView.omit({ offers: true }),
  payments: z.array(paymentView),
  support_requests: z.array(supportRequestView),
  sessions: z.array(activeSessionView.omit({ is_current: true })),
  security_events: z.array(securityEventView),
  /** What support staff, administrators and the rules have done about the account. */
  operator_acts: z.array(ownAuditEntry),
});
export type ArchiveData = z.output<typeof archiveData>;

/** Sections of an archive as features provide them. */
export type ArchiveSections = Omit<
  z.input<typeof archiveData>,
  'format' | 'version' | 'made_at' | 'language'
>;

/** Of `data.json`: more than an account with all that it may hold needs. */
export const archiveBounds = {
  bytes: 32 * 1024 * 1024,
  depth: 16,
  values: 300_000,
  contacts: 1000,
} as const;

/** The fields of a form, to pick the same ones of what an archive holds. */
function fieldsOf<Shape extends object>(form: Shape): { [Field in keyof Shape]: true } {
  const fields = Object.keys(form).map((field) => [field, true]);
  return Object.fromEntries(fields) as { [Field in keyof Shape]: true };
}

const { has_guardian_consent: _, ...contactFields } = contactInput.shape;

/**
 * Everything that an owner can enter, by the schemas of the forms, with ids and relations: a field
 * of a form that no view shows does not compile. Everything else in an archive is left alone. Texts
 * are held to the rules of the forms one by one, so that a single odd one does not refuse the rest.
 */
export const archiveImport = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  contacts: z
    .array(
      archivedContact.pick({
        ...fieldsOf(contactFields),
        ...{ id: true, guardian_consent_at: true, is_unreadable: true },
      }),
    )
    .max(archiveBounds.contacts),
  instructions: z
    .array(
      archivedInstruction
        .pick({ ...fieldsOf(instructionInput.shape), id: true, is_unreadable: true })
        .extend({
          trusted_contact_ids: z.array(z.string()).max(archiveBounds.contacts),
          files: z
            .array(archivedFile.pick({ ...fieldsOf(expectedFilesInput.element.shape), path: true }))
            .max(limits.files),
        }),
    )
    .max(limits.instructions),
  protocol_rules: protocolRulesView.pick({
    ...fieldsOf(protocolRulesInput.shape),
    is_chosen: true,
  }),
});
export type ArchiveImport = z.output<typeof archiveImport>;
