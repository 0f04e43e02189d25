import { afterEach, describe, expect, it } from 'vitest';
import type { RunningServer } from '../http/graceful-server.ts';
import { openMonitoringPort } from './monitoring-port.ts';

let port: RunningServer;
afterEach(() => port.stop());

async function open(token?: string): Promise<string> {
  port = await openMonitoringPort({
    settings: { port: 0, host: '127.0.0.1', token },
    notReadyReasons: async () => ['database'],
    write: async () => ({ contentType: 'text/plain', text: 'zavet_not_ready 1\n' }),
  });
  return `http://127.0.0.1:${port.port}`;
}

describe('the monitoring port', () => {
  it('serves metrics without a token if none is set', async () => {
    const answer = await fetch(`${await open()}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([200, 'zavet_not_ready 1\n']);
  });

  it('serves metrics only with the token if set, and probes without', async () => {
    const url = await open('a-token-of-enough-signs');
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const headers = { authorization: 'Bearer a-token-of-enough-signs' };
    expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/api/live`)).status).toBe(200);
    expect((await fetch(`${url}/api/ready`)).status).toBe(503);
  });
});
