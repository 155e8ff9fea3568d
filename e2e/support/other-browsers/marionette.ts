import { connect } from 'node:net';
import type { Parameters } from './driven-browser.ts';

/** A connection to Firefox's Marionette, which accepts WebDriver commands as `LENGTH:[0,ID,NAME,PARAMETERS]`. */
export interface Marionette {
  send(name: string, parameters?: Parameters): Promise<unknown>;
  close(): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

/** Connects to a Firefox started with `--marionette`; rejects while it is not listening yet. */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<number, Waiting>();
  let received = Buffer.alloc(0);
  let last = 0;

  /** The next complete message, or undefined. */
  function next(): unknown {
    const colon = received.indexOf(':');
    if (colon < 0) return undefined;
    const end = colon + 1 + Number(received.subarray(0, colon));
    if (received.length < end) return undefined;
    const text = received.subarray(colon + 1, end).toString();
    received = received.subarray(end);
    return JSON.parse(text);
  }

  await new Promise<void>((resolve, reject) => {
    const lost = (cause?: Error) => {
      const error = new Error('The connection to Firefox is lost', { cause });
      reject(error);
      for (const one of waiting.values()) one.reject(error);
    };
    socket.on('error', lost).on('close', () => lost());
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let message = next(); message !== undefined; message = next()) {
        // The greeting is an object; all answers are arrays.
        if (!Array.isArray(message)) resolve();
        else {
          const [, id, error, value] = message;
          const one = waiting.get(id);
          waiting.delete(id);
          if (error) one?.reject(new Error(`${error.error}: ${error.message}`));
          else one?.resolve(value);
        }
      }
    });
  });

  return {
    send(name, parameters = {}) {
      const id = ++last;
      const text = JSON.stringify([0, id, name, parameters]);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.write(`${Buffer.byteLength(text)}:${text}`);
      });
    },
    close: () => socket.destroy(),
  };
}
