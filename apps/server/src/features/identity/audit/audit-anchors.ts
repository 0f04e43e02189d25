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

const prefix = 'audit/';

/**
 * Writes an anchor to the file store if the head changed or a new day began. Older anchors of the day
 * are removed once the log matches them; an anchor that contradicts the log stays as evidence.
 */
export async function anchorAudit(deps: AuditDeps & { log: Logger }): Promise<void> {
  const { database, store, clock, serviceKey, log } = deps;
  const head = await findAuditHead(database);
  if (!head) return;
  const now = clock.now();
  const today = await readAnchors(store, serviceKey, `${prefix}${dayOf(now)}/`);
  const isAnchored = today.own.some(({ seq, hash }) => seq === head.seq && hash === head.hash);
  if (!isAnchored) await store.put(keyOf(serviceKey, head, now), Readable.from([]), 0);
  const superseded: string[] = [];
  for (const { key, seq, hash } of today.own) {
    if (seq === head.seq && hash === head.hash) continue;
    if ((await findAuditHash(database, seq)) === hash) superseded.push(key);
    else log.error({ code: 'audit_log_damaged', seq }, 'the audit log contradicts an anchor');
  }
  if (superseded.length > 0) await store.remove(superseded);
}

export interface Anchors {
  own: Anchor[];
  /** Not signed with this service key. */
  foreign: number;
}

/** Own anchors, oldest first. */
export async function readAnchors(
  store: ObjectStore,
  serviceKey: ServiceKey,
  under = prefix,
): Promise<Anchors> {
  const own: Anchor[] = [];
  let foreign = 0;
  for await (const { key } of store.list(under)) {
    const anchor = anchorOf(serviceKey, key);
    if (anchor) own.push(anchor);
    else foreign += 1;
  }
  return { own: own.sort((a, b) => a.at.getTime() - b.at.getTime()), foreign };
}

const keyShape =
  /^audit\/\d{4}-\d{2}-\d{2}\/((\d{1,15})-(\d{1,15})-([0-9a-f]{64}))-([0-9a-f]{64})$/;

/** The object is empty: its key holds time, number, hash and a MAC over them. */
function keyOf(serviceKey: ServiceKey, { seq, hash }: AuditHead, at: Date): string {
  const facts = `${at.getTime()}-${seq}-${hash}`;
  return `${prefix}${dayOf(at)}/${facts}-${macOf(serviceKey, facts).toString('hex')}`;
}

function anchorOf(serviceKey: ServiceKey, key: string): Anchor | undefined {
  const [, facts = '', time, seq, hash = '', mac = ''] = keyShape.exec(key) ?? [];
  if (!mac || !timingSafeEqual(Buffer.from(mac, 'hex'), macOf(serviceKey, facts))) return undefined;
  return { key, at: new Date(Number(time)), seq: Number(seq), hash };
}

function macOf(serviceKey: ServiceKey, facts: string): Buffer {
  return createHmac('sha256', serviceKey.derive('audit-anchor')).update(facts).digest();
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
