/** A series with every n-th owner; `$1` is the number of owners. */
export const everyNth = (count: number) => `generate_series(${count}, $1::int, ${count}) n`;
export const allOwners = everyNth(1);
export const idOf = (kind: string, number = 'n') => `md5('${kind}' || ${number})::uuid`;
export const owner = idOf('owner');
/** The first contact of an owner is confirmed, the second pending. */
export const contact = (which: 1 | 2) => idOf(`contact-${which}-`);
export const instruction = idOf('instruction', `n || '-' || k`);
export const daysAgo = (days: string) =>
  `date_trunc('milliseconds', now() - ${days} * interval '1 day')`;
export const daysAhead = (days: string) =>
  `date_trunc('milliseconds', now() + ${days} * interval '1 day')`;
export const tenInstructions = 'generate_series(1, 10) k';

export interface FilledTable {
  table: string;
  /** SQL expressions by column. */
  row: Record<string, string>;
  from: string;
}

/** Account, contacts and content of owners. Sealed texts are copies of real ones. */
export const ownerTables: readonly FilledTable[] = [
  {
    table: 'users',
    row: {
      id: owner,
      email: `'owner-' || n || '@example.org'`,
      email_verified: 'n % 200 > 0',
      created_at: daysAgo('(case when n % 200 = 0 then n % 20 else 61 + n % 1000 end)'),
      updated_at: daysAgo('61'),
      seen_at: daysAgo('(n % 300)'),
      announced_set: '1000',
    },
    from: allOwners,
  },
  {
    table: 'user_profiles',
    row: {
      id: idOf('profile'),
      user_id: owner,
      first_name: `'Анна'`,
      last_name: `'Петрова'`,
      created_at: 'now()',
      updated_at: 'now()',
    },
    from: allOwners,
  },
  {
    table: 'passwords',
    row: { user_id: owner, hash: 'sample.hash', changed_at: daysAgo('(n % 900)') },
    from: `${allOwners}, (select hash from passwords limit 1) sample`,
  },
  {
    table: 'owner_keys',
    row: {
      user_id: owner,
      key_id: 'gen_random_uuid()',
      master_version: 'sample.master_version',
      wrapped: 'sample.wrapped',
      created_at: 'now()',
    },
    from: `${allOwners}, (select * from owner_keys limit 1) sample`,
  },
  {
    table: 'sessions',
    row: {
      id: 'gen_random_uuid()',
      user_id: owner,
      token: 'gen_random_uuid()',
      expires_at: daysAhead('(1 + n % 29)'),
      created_at: daysAgo('(n % 29)'),
      updated_at: daysAgo('(n % 29)'),
    },
    from: everyNth(2),
  },
  {
    table: 'known_devices',
    row: {
      id: 'gen_random_uuid()',
      user_id: owner,
      device_digest: `md5(n::text)`,
      created_at: 'now()',
    },
    from: allOwners,
  },
  {
    table: 'consents',
    row: {
      id: 'gen_random_uuid()',
      user_id: owner,
      document: 'sample.document',
      version: 'sample.version',
      accepted_at: daysAgo('(n % 900)'),
    },
    from: `${allOwners}, (select distinct document, version from consents) sample`,
  },
  {
    table: 'trusted_contacts',
    row: {
      id: `md5('contact-' || k || '-' || n)::uuid`,
      user_id: owner,
      name: `'Мария Орлова'`,
      email: `'contact-' || n || '-' || k || '@example.org'`,
      seal_id: 'gen_random_uuid()',
      status: `case k when 1 then 'confirmed' else 'pending' end`,
      created_at: daysAgo('(61 + n % 900)'),
      updated_at: 'now()',
    },
    from: `${allOwners}, generate_series(1, 2) k`,
  },
  {
    table: 'contact_invitations',
    row: {
      id: 'gen_random_uuid()',
      contact_id: contact(2),
      link_digest: `md5('link' || n)`,
      mail_state: `'sent'`,
      expires_at: daysAhead('30'),
      created_at: 'now()',
    },
    from: allOwners,
  },
  {
    table: 'contact_reconfirmations',
    row: {
      contact_id: contact(1),
      confirmed_at: daysAgo('(n % 360)'),
      due_at: daysAhead('(1 + n % 360)'),
    },
    from: allOwners,
  },
  {
    table: 'rehearsal_reminders',
    row: {
      user_id: owner,
      enqueued_at: daysAgo('(n % 360)'),
      next_check_at: daysAhead('(1 + n % 360)'),
    },
    from: allOwners,
  },
  {
    table: 'instruction_usage',
    row: {
      user_id: owner,
      instructions: '10',
      characters: '2000',
      next_review_check_at: daysAhead('(1 + n % 180)'),
    },
    from: allOwners,
  },
  {
    table: 'review_reminders',
    row: { user_id: owner, stage: '6', enqueued_at: daysAgo('(n % 180)') },
    from: everyNth(3),
  },
  {
    table: 'instruction_files',
    row: {
      id: 'gen_random_uuid()',
      user_id: owner,
      instruction_id: idOf('instruction', `n || '-1'`),
      object_key: `'files/' || gen_random_uuid()`,
      file_name: 'repeat($$A$$, 80)',
      name_digest: 'md5(n::text)',
      size_bytes: '100000',
      mime_type: `'application/pdf'`,
      state: `'stored'`,
      created_at: 'now()',
    },
    from: allOwners,
  },
  {
    table: 'user_storage_usage',
    row: { user_id: owner, used_bytes: '100000' },
    from: allOwners,
  },
  {
    table: 'check_in_settings',
    row: {
      user_id: owner,
      frequency: `'monthly'`,
      seen_at: daysAgo('(n % 30)'),
      next_check_at: daysAhead('(1 + n % 30)'),
    },
    from: everyNth(3),
  },
  {
    table: 'protocol_rules',
    row: { user_id: owner, waiting_hours: '72', chosen_at: daysAgo('(n % 900)') },
    from: everyNth(5),
  },
  {
    table: 'instruction_contacts',
    row: { instruction_id: instruction, contact_id: contact(1), user_id: owner },
    from: `${allOwners}, ${tenInstructions}`,
  },
  {
    table: 'instructions',
    row: {
      id: instruction,
      user_id: owner,
      draft_id: 'gen_random_uuid()',
      heading: 'sample.heading',
      has_recipient: 'false',
      category: 'sample.category',
      priority: 'sample.priority',
      content: 'left(sample.content, 240)',
      seal_id: 'gen_random_uuid()',
      reviewed_at: daysAgo('(n % 180)'),
      created_at: daysAgo('(61 + n % 900 - k)'),
      updated_at: daysAgo('(n % 180)'),
    },
    from: `${allOwners}, ${tenInstructions}, (select * from instructions limit 1) sample`,
  },
];
