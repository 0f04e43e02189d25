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
import { formerText } from './bin-endpoints.ts';
import {
  binnedInstruction,
  expectedFilesInput,
  fileView,
  instructionInput,
  instructionView,
} from './instruction-schemas.ts';

/** Value of `format` that identifies archives of this service. */
export const archiveFormat = 'zavet-export';
export const archiveVersion = 1;

export const archiveNames = {
  data: 'data.json',
  page: 'index.html',
  readme: 'README.txt',
  /** Present only if there are deleted instructions or former texts. */
  deleted: 'deleted.json',
} as const;

const archivedConsent = z.object({
  document: z.string(),
  version: z.string(),
  accepted_at: timestamp,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
});

export const archivedFile = fileView.omit({ instruction_id: true, file_size_mb: true }).extend({
  /** Path in the archive; null if the content was unreadable. */
  path: z.string().nullable(),
});
export type ArchivedFile = z.output<typeof archivedFile>;

export const archivedInstruction = instructionView
  .omit({ preview: true, files_to_remove: true })
  .extend({ files: z.array(archivedFile) });
export type ArchivedInstruction = z.output<typeof archivedInstruction>;

export const archivedContact = contactView.omit({
  instruction_count: true,
  sole_instruction_count: true,
});
export type ArchivedContact = z.output<typeof archivedContact>;

/** `data.json` of an archive: all data of an owner, as the screens show it. */
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
  /** The owner's protocol, with former activations. */
  protocol: z.object({
    started: ownProtocol.nullable(),
    /** Open starts of contacts. */
    attempts: z.array(ownAttempt),
    past: z.array(pastProtocol),
    vetoed_contacts: z.array(vetoedContact),
  }),
  check_ins: checkInSettingsView,
  rehearsals: z.array(rehearsalView),
  plan: planView.omit({ offers: true }),
  payments: z.array(paymentView),
  support_requests: z.array(supportRequestView),
  sessions: z.array(activeSessionView.omit({ is_current: true })),
  security_events: z.array(securityEventView),
  /** Acts of support staff, administrators and jobs on the account. */
  operator_acts: z.array(ownAuditEntry),
});
export type ArchiveData = z.output<typeof archiveData>;

const archivedBinned = binnedInstruction.omit({ preview: true }).extend({
  content: z.string(),
  files: z.array(archivedFile.pick({ id: true, file_name: true, size_bytes: true, path: true })),
});

const archivedFormerText = formerText.omit({ preview: true }).extend({
  /** Id of an entry in `instructions` of `data.json` or in `bin`. */
  instruction_id: z.string(),
  content: z.string(),
});

/** `deleted.json` of an archive: the bin and former texts. Not imported. */
export const archiveDeleted = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  bin: z.array(archivedBinned),
  former_texts: z.array(archivedFormerText),
});

/** Sections of an archive, provided by features. */
export type ArchiveSections = Omit<
  z.input<typeof archiveData>,
  'format' | 'version' | 'made_at' | 'language'
>;

/** Limits of `data.json`, larger than any possible account. */
export const archiveBounds = {
  bytes: 32 * 1024 * 1024,
  depth: 16,
  values: 300_000,
  contacts: 1000,
} as const;

/** Mask of a form's fields, for `pick`. */
function fieldsOf<Shape extends object>(form: Shape): { [Field in keyof Shape]: true } {
  const fields = Object.keys(form).map((field) => [field, true]);
  return Object.fromEntries(fields) as { [Field in keyof Shape]: true };
}

const { has_guardian_consent: _, ...contactFields } = contactInput.shape;

/**
 * The importable part of an archive: all fields of the forms, with ids and relations. A form field
 * that no view contains is a compile error. Texts are validated one by one after parsing, so that
 * one invalid text does not reject the entire archive.
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
