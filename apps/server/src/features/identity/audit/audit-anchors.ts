import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { type AuditHead, findAuditHash, findAuditHead } from './audit-repository.ts';

/** A past head of the log, recorded outside the database. */
export interface Anchor extends AuditHead {
  key: string;
  at: Date;
}

/** Also used by commands, which have no full context. */
export interface AuditDeps {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  serviceKey: ServiceKey;
}

const keyPrefix = 'audit/';

/**
 * Writes an anchor to the file store if the head has changed or a new day has started. Deletes
 * older anchors of the day that match the log; an anchor that contradicts the log is kept as
 * evidence.
 */
export async function anchorAudit(deps: AuditDeps & { log: Logger }): Promise<void> {
  const { database, store, clock, serviceKey, log } = deps;
  const head = await findAuditHead(database);
  if (!head) return;
  const now = clock.now();
  const today = await readAnchors(store, serviceKey, `${keyPrefix}${dayOf(now)}/`);
  const isAnchored = today.valid.some(({ seq, hash }) => seq === head.seq && hash === head.hash);
  if (!isAnchored) await store.put(keyOf(serviceKey, head, now), Readable.from([]), 0);
  const superseded: string[] = [];
  for (const { key, seq, hash } of today.valid) {
    if (seq === head.seq && hash === head.hash) continue;
    if ((await findAuditHash(database, seq)) === hash) superseded.push(key);
    else log.error({ code: 'audit_log_damaged', seq }, 'the audit log contradicts an anchor');
  }
  if (superseded.length > 0) await store.remove(superseded);
}

export interface Anchors {
  /** Signed with this service key, oldest first. */
  valid: Anchor[];
  foreignCount: number;
}

export async function readAnchors(
  store: ObjectStore,
  serviceKey: ServiceKey,
  under = keyPrefix,
): Promise<Anchors> {
  const valid: Anchor[] = [];
  let foreignCount = 0;
  for await (const { key } of store.list(under)) {
    const anchor = anchorOf(serviceKey, key);
    if (anchor) valid.push(anchor);
    else foreignCount += 1;
  }
  return { valid: valid.sort((a, b) => a.at.getTime() - b.at.getTime()), foreignCount };
}

const keyFormat =
  /^audit\/\d{4}-\d{2}-\d{2}\/((\d{1,15})-(\d{1,15})-([0-9a-f]{64}))-([0-9a-f]{64})$/;

/** The object is empty: its key holds time, number, hash and a MAC over them. */
function keyOf(serviceKey: ServiceKey, { seq, hash }: AuditHead, at: Date): string {
  const signed = `${at.getTime()}-${seq}-${hash}`;
  return `${keyPrefix}${dayOf(at)}/${signed}-${macOf(serviceKey, signed).toString('hex')}`;
}

function anchorOf(serviceKey: ServiceKey, key: string): Anchor | undefined {
  const [, signed = '', time, seq, hash = '', mac = ''] = keyFormat.exec(key) ?? [];
  if (!mac || !timingSafeEqual(Buffer.from(mac, 'hex'), macOf(serviceKey, signed)))
    return undefined;
  return { key, at: new Date(Number(time)), seq: Number(seq), hash };
}

function macOf(serviceKey: ServiceKey, signed: string): Buffer {
  return createHmac('sha256', serviceKey.derive('audit-anchor')).update(signed).digest();
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
