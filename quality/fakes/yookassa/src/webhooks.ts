import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Notification } from './protocol.ts';

export const webhookModes = ['normal', 'never', 'late', 'twice', 'reordered'] as const;
export type WebhookMode = (typeof webhookModes)[number];

export const webhookSettings = z.strictObject({
  url: z.url().optional(),
  mode: z.enum(webhookModes).optional(),
});

export interface WebhookAttempt {
  event: string;
  object_id: string;
  /** Status of the response; 0 if there was none. */
  status: number;
}

export interface Webhooks {
  configure(settings: z.input<typeof webhookSettings>): void;
  notify(notification: Notification): void;
  /** Sends notifications held back by `late` and `reordered`; resolves after the first attempts. */
  release(): Promise<void>;
  /** Sends any body immediately and returns the response status. */
  post(body: unknown): Promise<number>;
  /** Resolves when no notification is pending, including retries. */
  waitUntilIdle(): Promise<void>;
  attempts(): WebhookAttempt[];
  reset(): void;
}

const pausesMs = [50, 150, 450, 1_350];
const timeoutMs = 10_000;

/** Sends notifications to the shop, and retries those without a 200 response. */
export function createWebhooks(initialUrl: string | undefined): Webhooks {
  let url = initialUrl;
  let mode: WebhookMode = 'normal';
  let heldBack: Notification[] = [];
  let attempts: WebhookAttempt[] = [];
  /** Aborted by `reset` to drop pending notifications. */
  let lifetime = new AbortController();
  let queue: Promise<void> = Promise.resolve();
  const pending = new Set<Promise<void>>();

  async function post(body: unknown, signal: AbortSignal): Promise<number> {
    if (!url) return 0;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  async function attempt(one: Notification, tries: number, signal: AbortSignal): Promise<void> {
    if (!url || signal.aborted) return;
    const status = await post(one, signal);
    if (signal.aborted) return;
    attempts.push({ event: one.event, object_id: one.object.id, status });
    const pauseMs = pausesMs[tries];
    if (status === 200 || pauseMs === undefined) return;
    const again = pause(pauseMs, undefined, { signal, ref: false }).then(
      () => attempt(one, tries + 1, signal),
      () => undefined,
    );
    track(again);
  }

  /** Makes first attempts in order; retries do not delay other notifications. */
  function send(batch: Notification[], copies = 1): Promise<void> {
    const { signal } = lifetime;
    queue = queue.then(async () => {
      for (const one of batch) {
        await Promise.all(Array.from({ length: copies }, () => attempt(one, 0, signal)));
      }
    });
    return track(queue);
  }

  function track(work: Promise<void>): Promise<void> {
    pending.add(work);
    return work.finally(() => pending.delete(work));
  }

  function release(): Promise<void> {
    const batch = heldBack;
    heldBack = [];
    return send(batch);
  }

  return {
    configure: (settings) => {
      url = settings.url ?? url;
      mode = settings.mode ?? mode;
    },
    notify: (notification) => {
      switch (mode) {
        case 'never':
          return;
        case 'normal':
          return void send([notification]);
        case 'twice':
          return void send([notification], 2);
        case 'late':
          return void heldBack.push(notification);
        case 'reordered':
          heldBack.unshift(notification);
          if (heldBack.length > 1) void release();
      }
    },
    release,
    post: (body) => post(body, lifetime.signal),
    waitUntilIdle: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
    attempts: () => [...attempts],
    reset: () => {
      lifetime.abort();
      lifetime = new AbortController();
      queue = Promise.resolve();
      mode = 'normal';
      heldBack = [];
      attempts = [];
    },
  };
}
