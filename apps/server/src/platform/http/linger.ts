import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than an answer takes to the caller; what comes meanwhile is thrown away. */
const usualLingerMs = 5_000;

/**
 * Lets callers read an answer that came before all of their body was taken. A connection that is
 * closed with something unread is reset, and the answer is lost on the way: a proxy makes its own
 * of it, a browser none.
 */
export function lingerAfterEarlyAnswers(server: Server, lingerMs = usualLingerMs): void {
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    // Before Node's own listener, which closes the connection.
    response.prependOnceListener('finish', () => {
      if (!request.complete) socket.destroySoon = () => linger(request, socket, lingerMs);
    });
  });
}

function linger(request: IncomingMessage, socket: Socket, lingerMs: number): void {
  // The answer arrives, with its end; the other direction stays open.
  socket.end();
  request.resume();
  const end = () => socket.destroy();
  const deadline = setTimeout(end, lingerMs);
  socket.once('close', () => clearTimeout(deadline));
  request.once('close', end);
}
