import type { Socket } from 'node:net';
import { limitSubjectOf } from '../../../platform/http/client-address.ts';

const mostClients = 100;
/** A mail server forwards several reports in parallel. */
const mostOfAddress = 10;

interface Client {
  socket: Socket;
  address: string;
  isReporting: boolean;
}

/** Keeps clients that only hold a connection from shutting out those that report. */
export function createClientLimits() {
  /** In the order in which they came. */
  const clients = new Map<string, Client>();
  const keyOf = (address = '', port = 0) => `${address} ${port}`;

  return {
    /** Refuses a client whose address has enough connections; makes room where all are taken. */
    admit: (socket: Socket): void => {
      const address = limitSubjectOf(plainAddress(socket.remoteAddress));
      const ofAddress = [...clients.values()].filter((one) => one.address === address);
      if (ofAddress.length >= mostOfAddress) return void socket.destroy();
      if (clients.size >= mostClients) {
        const idle = [...clients.values()].find(({ isReporting }) => !isReporting);
        if (!idle) return void socket.destroy();
        idle.socket.destroy();
      }
      const key = keyOf(plainAddress(socket.remoteAddress), socket.remotePort);
      clients.set(key, { socket, address, isReporting: false });
      socket.once('close', () => clients.delete(key));
    },
    /** Keeps the connection while a report is read and stored; call the result afterwards. */
    beginReport: (address: string, port: number): (() => void) => {
      const client = clients.get(keyOf(plainAddress(address), port));
      if (client) client.isReporting = true;
      return () => {
        if (client) client.isReporting = false;
      };
    },
  };
}

/** IPv4 looks like IPv6 on a socket that takes both. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:/i, '');
}
