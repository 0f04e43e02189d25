/** `command`: an administrator on the machine. `system`: a job. */
export const auditActors = ['operator', 'command', 'contact', 'owner', 'system'] as const;
export type AuditActor = (typeof auditActors)[number];

/** Acts without an owner; only the desk has texts for them. */
export const serviceActs = [
  'operator_added',
  'operator_removed',
  'desk_opened',
  'key_rotation_started',
  'keys_rotated',
  'key_dropped',
  'backup_made',
  'restored',
  'tombstones_replayed',
  'storage_repaired',
  'outage_recorded',
  'job_retried',
  'test_mail_sent',
  'maintenance_planned',
  'maintenance_cancelled',
] as const;

/** Acts that owners can read in their log; they have texts in every language. */
export const ownerActs = [
  'support_answered',
  'support_settled',
  'letter_retried',
  'account_viewed',
  'confirmation_resent',
  'sign_in_delay_lifted',
  'basic_info_corrected',
  'renewals_ended',
  'account_suspended',
  'suspension_lifted',
  'account_deleted_for_violation',
  'custom_plan_granted',
  'refunded_on_request',
  'contact_erased',
  'payment_refetched',
  'refund_retried',
  'refunded_manually',
  'settled_with_payer',
  'request_filed',
  'certificate_proposed',
  'certificate_withdrawn',
  'certificate_lapsed',
  'request_approved',
  'request_rejected',
  'request_answered',
  'request_document_viewed',
  'request_document_asked',
  'activation_payment_started',
  'activation_agreed',
  'activation_doubted',
  'doubt_withdrawn',
  'doubt_dismissed',
  'doubt_upheld',
  'activation_stale',
  'activation_waiting',
  'release_postponed',
  'activation_vetoed',
  'protocol_activated',
  'protocol_rearmed',
  'letters_closed',
  'delivery_address_corrected',
  'handover_ended',
  'contacts_deleted',
  'account_deleted_for_inactivity',
  'consent_withdrawn',
] as const;
type OwnerAct = (typeof ownerActs)[number];

/** Acts of operators and commands, and every decision about a release. */
export const auditActs = [...serviceActs, ...ownerActs] as const;
export type AuditAct = (typeof auditActs)[number];

export function isOwnerAct(act: AuditAct): act is OwnerAct {
  return ownerActs.some((name) => name === act);
}
