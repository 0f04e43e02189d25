import { connect, createServer, type Server, type Socket } from 'node:net';

/** A door to a server that can be closed: until it opens, nobody listens on the port. */
export function createGate(target: URL) {
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  const listen = (port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const listening = createServer((incoming) => {
        const outgoing = connect(Number(target.port), target.hostname);
        for (const socket of [incoming, outgoing]) {
          sockets.add(socket);
          socket.on('error', () => socket.destroy());
        }
        incoming.pipe(outgoing).pipe(incoming);
      });
      listening.once('error', reject);
      listening.listen(port, 'localhost', () => resolve(listening));
    });

  return {
    reservePort: async (): Promise<number> => {
      const probe = await listen(0);
      const address = probe.address();
      await new Promise((done) => probe.close(done));
      if (!address || typeof address === 'string') throw new Error('no port');
      return address.port;
    },
    open: async (port: number): Promise<void> => {
      server = await listen(port);
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server?.close(done));
    },
  };
}
