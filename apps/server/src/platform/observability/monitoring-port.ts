import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenGracefully, type RunningServer } from '../http/graceful-server.ts';
import { hasBearerToken, type MetricsText } from '../http/metrics-page.ts';

interface MonitoredProcess {
  settings: { port: number; host: string; token: string | undefined };
  /** Empty if this process is ready for work. */
  notReadyReasons(): Promise<readonly string[]>;
  write(): Promise<MetricsText>;
}

interface Answer {
  status: number;
  type: string;
  text: string;
}

const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
});
const notFound = json(404, { error: { code: 'not_found' } });

/** Serves metrics and probes only, also for workers. */
export async function openMonitoringPort(monitored: MonitoredProcess): Promise<RunningServer> {
  const { port, host } = monitored.settings;
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, (request, reply) =>
    answer(monitored, request).then(
      (found) => send(reply, found),
      () => send(reply, json(500, { error: { code: 'internal_error' } })),
    ),
  );
  try {
    return await listenGracefully(server, { port, hostname: host, graceMs: 2_000 });
  } catch (error) {
    throw Object.assign(error as Error, { variable: 'METRICS_PORT' });
  }
}

async function answer(
  { settings, notReadyReasons, write }: MonitoredProcess,
  { method, url = '', headers }: IncomingMessage,
): Promise<Answer> {
  const [path] = url.split('?');
  if (method !== 'GET') return notFound;
  if (path === '/api/live') return json(200, { status: 'live' });
  if (path === '/api/ready') {
    const reasons = await notReadyReasons();
    if (reasons.length === 0) return json(200, { status: 'ready' });
    return json(503, { error: { code: 'not_ready', facts: { reasons } } });
  }
  const { token } = settings;
  const mayRead = token === undefined || hasBearerToken(headers.authorization, token);
  if (path !== '/metrics' || !mayRead) return notFound;
  const { contentType, text } = await write();
  return { status: 200, type: contentType, text };
}

function send(reply: ServerResponse, { status, type, text }: Answer): void {
  reply.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  reply.end(text);
}
