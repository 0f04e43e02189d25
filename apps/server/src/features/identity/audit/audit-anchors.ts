import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { type AuditHead, findAuditHash, findAuditHead } from './audit-repository.ts';

/** How far the log had come at a moment, noted outside the database. */
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
 * Notes beside the files how far the log has come, where it has moved or a day has begun. Older notes
 * of the day go once the log is known to hold what they say; what it does not hold stays as evidence.
 */
export async function anchorAudit(deps: AuditDeps & { log: Logger }): Promise<void> {
  const { database, store, clock, serviceKey, log } = deps;
  const head = await findAuditHead(database);
  if (!head) return;
  const now = clock.now();
  const ofToday = await readAnchors(store, serviceKey, `${prefix}${dayOf(now)}/`);
  const isThere = ofToday.own.some(({ seq, hash }) => seq === head.seq && hash === head.hash);
  if (!isThere) await store.put(keyOf(serviceKey, head, now), Readable.from([]), 0);
  const superseded: string[] = [];
  for (const { key, seq, hash } of ofToday.own) {
    if (seq === head.seq && hash === head.hash) continue;
    if ((await findAuditHash(database, seq)) === hash) superseded.push(key);
    else
      log.error(
        { code: 'audit_log_damaged', seq },
        'the audit log no longer holds an entry that it held',
      );
  }
  if (superseded.length > 0) await store.remove(superseded);
}

export interface Anchors {
  own: Anchor[];
  /** Notes that this service key did not make. */
  foreign: number;
}

/** The notes of this installation, the oldest first. */
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

/** Everything is in the key: the moment, the number, the hash, and a MAC over them. */
function keyOf(serviceKey: ServiceKey, { seq, hash }: AuditHead, at: Date): string {
  const facts = `${at.getTime()}-${seq}-${hash}`;
  return `${prefix}${dayOf(at)}/${facts}-${macOf(serviceKey, facts).toString('hex')}`;
}

function anchorOf(serviceKey: ServiceKey, key: string): Anchor | undefined {
  const [, facts = '', moment, seq, hash = '', mac = ''] = keyShape.exec(key) ?? [];
  if (!mac || !timingSafeEqual(Buffer.from(mac, 'hex'), macOf(serviceKey, facts))) return undefined;
  return { key, at: new Date(Number(moment)), seq: Number(seq), hash };
}

function macOf(serviceKey: ServiceKey, facts: string): Buffer {
  return createHmac('sha256', serviceKey.derive('audit-anchor')).update(facts).digest();
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
